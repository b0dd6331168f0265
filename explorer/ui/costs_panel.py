"""The tab of costs and kinds: what headers cost in tokens, in all and in a prompt, and which chunks need one."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from explorer import protocol
from explorer.core.recipe import Style
from explorer.core.token_account import TokenAccount
from explorer.core.views import LibraryInfo
from explorer.ui.audit_session import AuditSession
from explorer.ui.bar_delegates import ShareDelegate
from explorer.ui.elided_box import ElidedBox
from explorer.ui.filter_line import FilterLine, RowCount
from explorer.ui.flow_layout import FlowLayout, control_line
from explorer.ui.hit_texts import recipe_words
from explorer.ui.kinds_view import KindsView
from explorer.ui.models.costs_model import BAR, DOCUMENT_ROLE, SHARE_ROLE, CostsModel
from explorer.ui.naming import named
from explorer.ui.news import copy_text
from explorer.ui.panel_parts import flat_button, labelled, number_box
from explorer.ui.session import Selection
from explorer.ui.table_parts import RowTable, tabbed
from explorer.ui.theme import Theme

TITLE_ONLY, HEADING_ONLY = "path+depth=0", "path+depth=1+no-title"
_WIDTHS = (150, 66, 92, 116, 72, 100)
_MOST, _USUAL = 50, 5


class CostsPanel(QWidget):
    """Asks for the account only while it is seen; until then it remembers that it has to. Emits `failed`."""

    failed = Signal(str, str)

    def __init__(self, audit: AuditSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._audit = audit
        self._theme = theme
        self._stale = True
        self._chosen = ""
        self._account = TokenAccount()
        self._model = CostsModel(self)
        self.table = self._make_table()
        self.words = FilterLine(self.table, self.tr("Search in documents"), self)
        self.words.setMaximumWidth(180)
        self._make_controls()
        self.kinds = KindsView(theme)
        self._lay_out()
        self._connect()
        self._fill_recipes()
        self._say()

    def _make_controls(self) -> None:
        self.recipe = named(ElidedBox(), label=self.tr("Recipe"))
        self.recipe.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.recipe.setMinimumContentsLength(14)
        self.recipe.setMaximumWidth(360)
        self.recipe.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.prompt = number_box(self.tr("Chunks in a prompt"), 1, _MOST, _USUAL)
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy_button = flat_button(self.tr("Copy"), self.tr("Copy costs and kinds"))
        self.export_button = flat_button(self.tr("Export…"), self.table.export_action.toolTip())

    def _make_table(self) -> RowTable:
        table = RowTable(self.tr("Tokens by document"), _WIDTHS, (0,), self)
        self.order = table.show_rows_of(self._model, 3, Qt.SortOrder.DescendingOrder)
        table.lines_of = lambda rows: self.order.lines(rows, range(BAR))
        table.copied = self.copied_text
        table.file_name = "costs"
        table.setItemDelegateForColumn(BAR, ShareDelegate(self._theme, SHARE_ROLE, table))
        return table

    def _lay_out(self) -> None:
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        named(self.kinds, "panel").setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        scroll.setWidget(self.kinds)
        scroll.setMinimumWidth(260)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(scroll)
        split.setSizes([860, 560])
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._control_line())
        self.sentence.setContentsMargins(12, 0, 12, 6)
        column.addWidget(self.sentence)
        column.addWidget(split, 1)

    def _control_line(self) -> FlowLayout:
        recipe = labelled(self.tr("Recipe"), self.recipe)
        prompt = labelled(self.tr("Chunks in a prompt"), self.prompt)
        count = RowCount(self.order)
        return control_line(recipe, prompt, self.words, count, None, self.copy_button, self.export_button)

    def _connect(self) -> None:
        self._audit.library_changed.connect(self._on_library)
        self._audit.account_told.connect(self._on_account)
        self.recipe.activated.connect(self._on_recipe)
        self.prompt.valueChanged.connect(self._say)
        self.export_button.clicked.connect(self.table.export_action.trigger)
        self.copy_button.clicked.connect(lambda: copy_text(self.copied_text(), self))
        self.table.failed.connect(self.failed)
        self.kinds.picture.failed.connect(self.failed)
        self.table.activated.connect(self._select)
        self.table.clicked.connect(self._select)
        self._theme.changed.connect(self.table.fit_rows)

    def copied_text(self) -> str:
        """Return the sentence, the table as tab-separated lines, and the kinds."""
        return "\n".join([self.sentence.text(), "", tabbed(self.table.lines()), "", *self.kinds.sentences()])

    def _fill_recipes(self) -> None:
        """Offer the library's recipe first, then every other."""
        library = self._audit.session.library
        own = library.recipe if library else ""
        others = [name for name in (*map(str, Style), TITLE_ONLY, HEADING_ONLY) if name != own]
        with QSignalBlocker(self.recipe):
            self.recipe.clear()
            if own:
                self.recipe.addItem(self.tr("{0} (the library's)").format(_words_of(own)), own)
            for name in others:
                self.recipe.addItem(_words_of(name), name)
            self.recipe.setCurrentIndex(max(self.recipe.findData(self._chosen), 0))

    def _on_library(self, library: LibraryInfo | None) -> None:
        self._fill_recipes()
        if library is None:
            self._show(TokenAccount(), {}, {})
        self._stale = library is not None
        self._ask_if_seen()

    def _on_recipe(self) -> None:
        """Keep to a chosen recipe; the library's own is followed when it changes."""
        library, name = self._audit.session.library, self.recipe.currentData()
        self._chosen = "" if library and name == library.recipe else name
        self._stale = self._audit.session.library is not None
        self._ask_if_seen()

    def _ask_if_seen(self) -> None:
        if self._stale and self.isVisible() and self._audit.session.library is not None:
            self._stale = False
            self.sentence.setText(self.tr("Counting …"))
            self._audit.request_account(self.recipe.currentData() or "")

    def _on_account(self, told: protocol.AccountTold) -> None:
        self._show(told.library, told.documents, told.kinds)

    def _show(self, account: TokenAccount, documents: dict[str, TokenAccount], kinds: dict[str, int]) -> None:
        self._account = account
        self._model.show_accounts(documents)
        self.kinds.show_kinds(kinds)
        self._say()

    def _say(self) -> None:
        account = self._account
        for button in (self.copy_button, self.export_button):
            button.setEnabled(bool(account.chunks))
        if not account.chunks:
            self.sentence.setText(self.tr("No chunks yet."))
            return
        plain, whole = account.prompt(self.prompt.value())
        words = self.tr(
            "{headers} header tokens over {chunks} chunks, {mean} each, {share} of all. "
            "A prompt of {count} chunks: {plain} → {whole} tokens."
        )
        self.sentence.setText(
            words.format(
                headers=f"{account.header_tokens:,}",
                chunks=f"{account.chunks:,}",
                mean=f"{account.mean_header:.1f}",
                share=f"{100 * account.header_share:.1f} %",
                count=self.prompt.value(),
                plain=f"{plain:,}",
                whole=f"{whole:,}",
            )
        )

    def _select(self, index: QModelIndex) -> None:
        self._audit.session.select(Selection(document=str(index.data(DOCUMENT_ROLE))))

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what has changed since the tab was seen last."""
        super().showEvent(event)
        self._ask_if_seen()


def _words_of(recipe: str) -> str:
    """Return a recipe in words, with its name."""
    own = {
        TITLE_ONLY: QCoreApplication.translate("CostsPanel", "title only"),
        HEADING_ONLY: QCoreApplication.translate("CostsPanel", "own heading only"),
    }.get(recipe)
    return f"{recipe}: {own or recipe_words(recipe)}"
