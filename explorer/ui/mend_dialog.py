"""Renaming a heading for retrieval: the new text, where it holds, and what it would do, told before it is accepted."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.audit_views import MendEffect
from explorer.core.mends import Mend
from explorer.ui.audit_session import AuditSession
from explorer.ui.dialog_parts import button_box
from explorer.ui.mend_texts import effect_html, ranks_text, touched_text
from explorer.ui.naming import named
from explorer.ui.panel_parts import ElidedLabel
from explorer.ui.plain_words import QuietBrowser
from explorer.ui.texts import counted
from explorer.ui.theme import Theme
from explorer.ui.wishes import RenameWish

_PAUSE_MS = 300
_MOST_PLACES = 10_000
_SIZE = (680, 540)


class MendDialog(QDialog):
    """Emits `mends_wanted` (tuple of Mend to keep, tuple of Mend to drop) when the user accepts."""

    mends_wanted = Signal(object, object)

    def __init__(self, audit: AuditSession, theme: Theme, wish: RenameWish, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._audit = audit
        self._theme = theme
        self.wish = wish
        self._mends: tuple[Mend, ...] = ()
        self._own: Mend | None = None
        self._effect: MendEffect | None = None
        self._waiting = False
        self.setWindowTitle(self.tr("Rename for retrieval"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.path = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.text = named(QLineEdit(wish.text or wish.proposal or wish.heading), label=self.tr("New heading"))
        self.hint = named(QLabel(wordWrap=True), "muted")
        self.here = QRadioButton(self.tr("This place only"))
        self.here.setChecked(True)
        self.everywhere = QRadioButton()
        self.status = QLabel(wordWrap=True)
        self.busy = named(QProgressBar(textVisible=False, maximum=0), label=self.tr("Working"))
        self.effect = named(QuietBrowser(openLinks=False), label=self.tr("Effect"))
        self.buttons = button_box(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = named(
            self.buttons.addButton(self.tr("Rename"), QDialogButtonBox.ButtonRole.AcceptRole), "primary"
        )
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._lay_out()
        self._connect()
        self.text.selectAll()
        audit.request_occurrences(wish.heading, _MOST_PLACES)
        self._on_text()
        self._pause.stop()
        self._ask()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        self.path.set_whole(self._path_text((self.wish.heading,)))
        column.addWidget(self.path)
        label = QLabel(self.tr("&New heading, for retrieval only; the document stays as it is"))
        label.setBuddy(self.text)
        for widget in (label, self.text, self.hint):
            column.addWidget(widget)
        choice = QHBoxLayout()
        choice.setSpacing(16)
        choice.addWidget(self.here)
        choice.addWidget(self.everywhere)
        choice.addStretch(1)
        column.addLayout(choice)
        for button in (self.here, self.everywhere):
            button.hide()
        self.busy.setFixedHeight(4)
        policy = self.busy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(policy)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(self.status)
        column.addWidget(self.busy)
        column.addWidget(self.effect, 1)
        column.addWidget(self.buttons)
        self.effect.setPlaceholderText(
            self.tr("Here stands what the new heading changes: the ranks for the library's questions, and the texts.")
        )
        self.effect.document().setDocumentMargin(8)
        self.accept_button.setDefault(True)
        self.resize(*_SIZE)

    def _connect(self) -> None:
        self.text.textChanged.connect(self._on_text)
        self._pause.timeout.connect(self._ask)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        self._audit.mend_previewed.connect(self._on_effect)
        self._audit.occurrences_arrived.connect(self._on_occurrences)
        self._audit.session.failed.connect(self._on_failed)
        self._audit.session.crashed.connect(self._on_failed)

    @property
    def wanted(self) -> str:
        """Return the new heading, white space made plain."""
        return " ".join(self.text.text().split())

    def _present(self) -> str:
        """Return what retrieval sees at present."""
        return (self._own.text if self._own else self.wish.text) or " ".join(self.wish.heading.split())

    def _objection(self) -> str:
        """Return why the new heading cannot be accepted, "" when it can."""
        if not self.wanted:
            return self.tr("Type the words that retrieval shall see.")
        if self.wanted == self._present() and not self.everywhere.isChecked():
            return self.tr("This is the heading as it is.")
        return ""

    def _on_text(self) -> None:
        self._effect = None
        self._tell_hint()
        if self._objection():
            self._pause.stop()
            self._show_status(self._objection())
        else:
            self._show_status(self.tr("Working out what would change …"), waiting=True)
            self._pause.start()
        self._tell_accept()

    def _tell_hint(self) -> None:
        wish = self.wish
        if wish.proposal and self.wanted == " ".join(wish.proposal.split()):
            self.hint.setText(self.tr("★ Proposed by the audit, from the section's own words"))
        elif self.wanted == " ".join(wish.heading.split()):
            self.hint.setText(self.tr("The document's own heading"))
        elif wish.proposal:
            self.hint.setText(self.tr("The audit proposed: {0}").format(wish.proposal))
        else:
            self.hint.setText(self.tr("The audit has no proposal: name what the section is about"))

    def _tell_accept(self) -> None:
        self.accept_button.setEnabled(not self._objection() and (self._effect or self._own) is not None)

    def _ask(self) -> None:
        if not self._objection():
            self._waiting = True
            self._audit.preview_mend(self.wish.document, self.wish.section, self.wanted)

    def _on_effect(self, effect: MendEffect) -> None:
        mend = effect.mend
        if mend.document != self.wish.document or mend.text != self.wanted:
            return
        self._waiting = False
        self._effect = effect
        self.path.set_whole(self._path_text(mend.path))
        self._tell_touched()
        self.effect.setHtml(effect_html(effect, self._theme.colours()))
        self.effect.setAccessibleDescription(f"{ranks_text(effect)} {touched_text(effect)}")
        self._tell_accept()

    def _on_occurrences(self, found: protocol.Occurrences) -> None:
        if found.heading != self.wish.heading or self._mends:
            return
        self._mends = found.mends
        place = (self.wish.document, self.wish.section)
        for (document, section), mend in zip(found.places, found.mends, strict=True):
            if (document, section.ordinal) == place:
                self._own = mend
                self.path.set_whole(self._path_text(mend.path))
        if len(self._mends) > 1:
            self._offer_everywhere()
        self._take_present()
        self._tell_accept()

    def _take_present(self) -> None:
        """Begin with what the heading is renamed to already, unless the user typed meanwhile."""
        present = self._own.text if self._own else ""
        if present and not self.text.isModified() and present != self.wanted:
            self.text.setText(present)
            self.text.selectAll()
        elif not self._effect:
            self._on_text()

    def _offer_everywhere(self) -> None:
        places = counted(len(self._mends), self.tr("place"), self.tr("places"))
        owners = counted(len({mend.document for mend in self._mends}), self.tr("document"), self.tr("documents"))
        words = self.tr("The first {0}, in {1}") if len(self._mends) >= _MOST_PLACES else self.tr("All {0}, in {1}")
        self.everywhere.setText(words.format(places, owners))
        self.everywhere.setToolTip(self.tr("The effect is shown for this place."))
        self.everywhere.toggled.connect(self._on_everywhere)
        self.here.show()
        self.everywhere.show()

    def _on_everywhere(self) -> None:
        if self._effect is None:
            self._on_text()
        self._tell_touched()
        self._tell_accept()

    def _tell_touched(self) -> None:
        if self._effect is not None:
            words = touched_text(self._effect)
            here = self.tr("At this place: {0}").format(words) if self.everywhere.isChecked() else words
            self._show_status(here, keep=True)

    def _on_failed(self, title: str, detail: str) -> None:
        if self._waiting:
            self._waiting = False
            self._show_status(f"● {title} {detail}".strip())

    def _show_status(self, words: str, *, waiting: bool = False, keep: bool = False) -> None:
        """Say how the effect stands; it is cleared unless it is to be kept."""
        self.status.setText(words)
        self.busy.setVisible(waiting)
        if not keep:
            self.effect.clear()

    def _path_text(self, path: tuple[str, ...]) -> str:
        return f"{self.wish.document}:  {' › '.join(path)}"

    def _accept(self) -> None:
        if self._objection():
            return
        own = self._effect.mend if self._effect else self._own
        places = self._mends if self.everywhere.isChecked() else tuple(filter(None, (own,)))
        wanted = tuple(Mend(each.document, each.path, each.ordinal, self.wanted) for each in places)
        # A heading that is called by its own words needs no mend.
        drop = tuple(mend for mend in wanted if mend.text == " ".join(mend.path[-1].split()))
        self.mends_wanted.emit(tuple(mend for mend in wanted if mend not in drop), drop)
        self.accept()
