"""What can be done about a finding: rename its heading, or silence it; and the way back from silence."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from explorer import protocol
from explorer.core.findings import Finding, Scope
from explorer.ui.mend_texts import take_text
from explorer.ui.panel_parts import flat_button
from explorer.ui.table_parts import table_action
from explorer.ui.texts import code_text
from explorer.ui.wishes import RenameWish


class FindingMenu(QObject):
    """Actions for the current finding and a button that lists what is silenced.

    Emits `rename_wanted` and `mend_wanted` (RenameWish; the latter takes its proposal, "" for none, at once) and
    `silence_wanted` (kind, value, whether it shall be silent).
    """

    rename_wanted = Signal(object)
    mend_wanted = Signal(object)
    silence_wanted = Signal(str, str, bool)

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._finding: Finding | None = None
        self.rename = table_action(panel, self.tr("Rename for retrieval…"), "F2")
        self.take = table_action(panel, self.tr("Take the proposed heading"), "Ctrl+Shift+T")
        self.rule = table_action(panel, self.tr("Silence this rule"))
        self.heading = table_action(panel, self.tr("Leave this heading alone"))
        self.document = table_action(panel, self.tr("Leave this document out of the audit"))
        self.rename.triggered.connect(lambda: self._wish(self.rename_wanted))
        self.take.triggered.connect(lambda: self._wish(self.mend_wanted))
        self.rule.triggered.connect(lambda: self._silence("rule"))
        self.heading.triggered.connect(lambda: self._silence("heading"))
        self.document.triggered.connect(lambda: self._silence("document"))
        self.silenced = self._button(panel)
        self.show_finding(None)

    def show_finding(self, finding: Finding | None) -> None:
        """Fit the actions to a finding."""
        self._finding = finding
        named = finding is not None and bool(finding.heading) and finding.section is not None
        self.rename.setEnabled(named)
        # Its keys answer in words where nothing is proposed.
        self.take.setEnabled(named)
        self.take.setText(take_text(finding.mend or "" if finding else ""))
        # What is said about chunks and documents does not fall silent with one of their headings.
        about = finding is not None and finding.scope in {Scope.HEADING, Scope.LIBRARY}
        self.heading.setEnabled(about and finding is not None and bool(finding.heading))
        # An unreadable document is always told.
        self.rule.setEnabled(finding is not None and finding.code != "D305")
        self.document.setEnabled(finding is not None and bool(finding.document))
        code = finding.code if finding is not None else ""
        words = self.tr("Silence this rule: {0}").format(f"{code} {code_text(code)}")
        self.rule.setText(words if code else self.tr("Silence this rule"))

    def actions(self) -> list[QAction]:
        """Return what can be done about the finding."""
        return [self.rename, self.take, self.rule, self.heading, self.document]

    def show_silences(self, silenced: protocol.SilenceChanged) -> None:
        """List what is silenced; the button is hidden while nothing is."""
        menu = self.silenced.menu()
        menu.clear()
        kinds = (
            ("rule", silenced.rules, self.tr("Rule {0}")),
            ("heading", silenced.headings, self.tr("Heading “{0}”")),
            ("document", silenced.documents, self.tr("Document {0}")),
        )
        count = 0
        for kind, values, words in kinds:
            for value in values:
                name = f"{value} {code_text(value)}" if kind == "rule" else value
                action = menu.addAction(self.tr("Hear again: {0}").format(words.format(name)))
                action.setData((kind, value))
                count += 1
        self.silenced.setText(self.tr("Silenced {0}").format(count))
        self.silenced.setVisible(bool(count))

    def _button(self, panel: QWidget) -> QToolButton:
        button = flat_button(self.tr("Silenced"), self.tr("What the audit leaves out, and how to hear it again"), panel)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.triggered.connect(lambda action: self.silence_wanted.emit(*action.data(), False))
        button.setMenu(menu)
        button.hide()
        return button

    def _wish(self, wanted: SignalInstance) -> None:
        found = self._finding
        if found is not None and found.section is not None:
            wanted.emit(RenameWish(found.document, found.section, found.heading, found.mend or ""))

    def _silence(self, kind: str) -> None:
        found = self._finding
        if found is not None:
            value = {"rule": found.code, "heading": found.heading, "document": found.document}[kind]
            self.silence_wanted.emit(kind, value, True)
