"""The owner's tabs (headings, mends, sample, costs, twins), reports, and all connections between them and findings."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from explorer.core.mends import Mend
from explorer.ui.audit_session import AuditSession
from explorer.ui.chunk_panel import ChunkPanel
from explorer.ui.costs_panel import CostsPanel
from explorer.ui.findings_panel import FindingsPanel
from explorer.ui.inventory_panel import InventoryPanel
from explorer.ui.mend_dialog import MendDialog
from explorer.ui.mend_history import MendHistory
from explorer.ui.mend_taking import MendTaking
from explorer.ui.mend_texts import nothing_proposed, taken_text
from explorer.ui.mends_panel import MendsPanel
from explorer.ui.news import tell
from explorer.ui.report_dialog import ReportDialog
from explorer.ui.sample_panel import SamplePanel
from explorer.ui.session import Session
from explorer.ui.spread_panel import SpreadPanel
from explorer.ui.theme import Theme
from explorer.ui.undo import Pair
from explorer.ui.wishes import RenameWish


class AuditTabs(QObject):
    """Makes the audit's panels, once for a window. Emits `failed` (title, detail)."""

    failed = Signal(str, str)

    def __init__(self, session: Session, theme: Theme, findings: FindingsPanel, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self.audit = AuditSession(session, self)
        self.history = MendHistory(self.audit, self)
        self.taking = MendTaking(self.audit, self.history, self)
        self.inventory = InventoryPanel(self.audit, theme)
        self.mends = MendsPanel(self.audit, self.history, theme)
        self.sample = SamplePanel(self.audit, theme)
        self.costs = CostsPanel(self.audit, theme)
        self.twins = SpreadPanel(self.audit, theme)
        self._findings = findings
        self.dialog: MendDialog | None = None
        self._connect()

    def add_to(self, tabs: QTabWidget) -> None:
        """Add the panels as tabs whose texts tell how many mends there are."""
        tabs.addTab(self.inventory, self.tr("Headings"))
        tabs.addTab(self.mends, self.tr("Mends"))
        tabs.addTab(self.sample, self.tr("Sample"))
        tabs.addTab(self.costs, self.tr("Costs && kinds"))
        tabs.addTab(self.twins, self.tr("Twins"))
        self.mends.count_changed.connect(self._teller(tabs))
        self.mends.headings_wanted.connect(lambda: tabs.setCurrentWidget(self.inventory))

    def undo_pairs(self) -> dict[QWidget, Pair]:
        """Return what takes back and repeats verdicts, where the sample is in front."""
        return {self.sample: (self.sample.flow.undo_action, self.sample.flow.redo_action)}

    def rename(self, wish: RenameWish) -> None:
        """Ask for a heading's new name."""
        dialog = MendDialog(self.audit, self._theme, wish, self._window)
        dialog.mends_wanted.connect(self._on_mends)
        dialog.destroyed.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def take(self, wish: RenameWish) -> None:
        """Give a heading its proposed name at once, or say that there is none."""
        if wish.proposal:
            self.taking.take(wish)
        else:
            tell(self._window, nothing_proposed(wish.heading))

    def take_renames_from(self, chunks: ChunkPanel) -> None:
        """Let headings be renamed from the chunk list."""
        chunks.rename_wanted.connect(self.rename)
        chunks.mend_wanted.connect(self.take)

    def write_report(self) -> ReportDialog | None:
        """Ask what report to write and where to; nothing to do while no library is open."""
        library = self.audit.session.library
        if library is None:
            return None
        dialog = ReportDialog(library.name, self._window)
        dialog.report_wanted.connect(self._on_report)
        dialog.open()
        return dialog

    def _connect(self) -> None:
        self.inventory.rename_wanted.connect(self.rename)
        self.taking.dialog_wanted.connect(self.rename)
        self.mends.rename_wanted.connect(self.rename)
        self._findings.rename_wanted.connect(self.rename)
        self._findings.mend_wanted.connect(self.take)
        self.inventory.mend_wanted.connect(self.take)
        self.taking.taken.connect(lambda wish: tell(self._window, taken_text(wish.heading, wish.proposal)))
        self._findings.silence_wanted.connect(self._on_silence)
        self.audit.silence_changed.connect(self._findings.show_silences)
        self.audit.library_changed.connect(self._on_library)
        self.inventory.failed.connect(self.failed)
        self.mends.failed.connect(self.failed)
        self.sample.failed.connect(self.failed)
        self.sample.flow.failed.connect(self.failed)
        self.twins.failed.connect(self.failed)
        self.costs.failed.connect(self.failed)
        self._findings.failed.connect(self.failed)

    def _teller(self, tabs: QTabWidget) -> Callable[[int], None]:
        def tell(count: int) -> None:
            text = self.tr("Mends {0}").format(f"{count:,}") if count else self.tr("Mends")
            tabs.setTabText(tabs.indexOf(self.mends), text)

        return tell

    def _on_library(self, library: object) -> None:
        if library is not None:
            self.audit.request_silences()

    def _on_mends(self, keep: tuple[Mend, ...], drop: tuple[Mend, ...]) -> None:
        self.history.keep(keep)
        self.history.drop(self.history.known(drop))

    def _on_silence(self, kind: str, value: str, wanted: bool) -> None:
        self.audit.change_silence(kind, value, on=wanted)

    def _on_report(self, path: str, form: str, with_text: bool) -> None:
        self.audit.write_report(path, form, with_text=with_text)

    def _forget_dialog(self) -> None:
        self.dialog = None
