"""How many chunks name their subject: one stacked bar, its legend, every kind's count, the judge's measured error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QSizePolicy, QVBoxLayout, QWidget

from explorer.core.subject_kind import NOT_SELF_DESCRIBING, SubjectKind
from explorer.ui.bar_chart import paint_part
from explorer.ui.kind_texts import error_text, kind_text, not_judged_text, part_texts, part_tips, percent, shares_of
from explorer.ui.naming import named
from explorer.ui.picture_actions import PictureActions
from explorer.ui.theme import Theme

_LOOKS = (
    ("warning", Qt.BrushStyle.BDiagPattern),
    ("accent", Qt.BrushStyle.Dense6Pattern),
    ("success", Qt.BrushStyle.NoBrush),
)
"""Tone and pattern of: does not name its subject, a near twin names it too, names its subject."""


class KindsView(QWidget):
    """Shows the counts of kinds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.picture = PictureActions(self, theme, "kinds")
        self.bar = SharesBar(theme)
        self._parts: list[tuple[Swatch, QLabel]] = []
        self._not_judged = _words()
        self._rows: dict[SubjectKind, tuple[QLabel, QLabel]] = {}
        self.error = named(_words(), "muted")
        self._lay_out()
        self.show_kinds({})

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        title = QLabel(self.tr("Does a chunk name its subject?"))
        title.setStyleSheet("font-weight: 600;")
        column.addWidget(title)
        column.addWidget(self.bar)
        for tone, pattern in _LOOKS:
            swatch, words = Swatch(self._theme, tone, pattern), _words()
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(swatch)
            row.addWidget(words, 1)
            column.addLayout(row)
            self._parts.append((swatch, words))
        column.addWidget(self._not_judged)
        column.addWidget(self.error)
        column.addSpacing(4)
        column.addLayout(self._table())
        column.addStretch(1)

    def _table(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        kinds = (*(one for one in SubjectKind if one in NOT_SELF_DESCRIBING), SubjectKind.NEEDS_DISCRIMINATOR)
        for row, kind in enumerate(kinds):
            number, words = QLabel(), _words()
            words.setText(kind_text(kind))
            number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(number, row, 0)
            grid.addWidget(words, row, 1)
            self._rows[kind] = (number, words)
        return grid

    def show_kinds(self, kinds: Mapping[str, int]) -> None:
        """Show the counts by kind, "" standing for chunks that are not judged."""
        shares = shares_of(kinds)
        texts = part_texts(shares)
        looks = [look for look in _LOOKS if look[0] != "accent" or shares.twins is not None]
        by_tone = dict(zip((tone for tone, _ in looks), texts, strict=True))
        for (swatch, words), (tone, _) in zip(self._parts, _LOOKS, strict=True):
            shown = tone in by_tone
            swatch.setVisible(shown)
            words.setVisible(shown)
            words.setText(by_tone[tone][0] if shown else "")
            words.setToolTip(part_tips()[tone])
        self.bar.show_parts([(by_tone[tone][1], tone, pattern) for tone, pattern in looks])
        self.bar.setAccessibleName("; ".join(text for text, _ in texts))
        self._not_judged.setText(not_judged_text(shares))
        self._not_judged.setVisible(bool(shares.not_judged))
        self.error.setText(error_text())
        for kind, (number, words) in self._rows.items():
            shown = kind is not SubjectKind.NEEDS_DISCRIMINATOR or shares.twins is not None
            number.setText(f"{shares.kinds[kind]:,}")
            number.setToolTip(percent(shares.kinds[kind], shares.judged))
            number.setVisible(shown)
            words.setVisible(shown)

    def sentences(self) -> list[str]:
        """Return the shares, the judge's error and the kinds' counts as lines, to be copied."""
        shown = [words.text() for _, words in self._parts if words.text()]
        shown += [self._not_judged.text()] if self._not_judged.text() else []
        kinds = [f"{words.text()}: {number.text()}" for number, words in self._rows.values() if not words.isHidden()]
        return [*shown, self.error.text(), *kinds]

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the picture."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.picture.fill(menu)
        menu.popup(event.globalPos())


class SharesBar(QWidget):
    """One bar whose parts are side by side, each with its pattern and, where it fits, its share."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: list[tuple[int, str, Qt.BrushStyle]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_parts(self, parts: Sequence[tuple[int, str, Qt.BrushStyle]]) -> None:
        """Show other parts: (count, tone, pattern)."""
        self._parts = list(parts)
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a line's height."""
        return QSize(200, self.fontMetrics().height() + 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the parts from the left."""
        del event
        painter = QPainter(self)
        box = QRectF(0.5, 0.5, self.width() - 1, self.height() - 1)
        painter.setPen(QPen(self._theme.colour("border_strong")))
        painter.setBrush(self._theme.colour("track"))
        painter.drawRect(box)
        whole = sum(count for count, _, _ in self._parts)
        left = box.left()
        for count, tone, pattern in self._parts:
            width = box.width() * count / whole if whole else 0.0
            part = QRectF(left, box.top(), width, box.height())
            if count:
                paint_part(painter, self._theme, part, tone, pattern)
                self._label(painter, part, percent(count, whole))
            left += width

    def _label(self, painter: QPainter, part: QRectF, text: str) -> None:
        """Write a share on a plain ground in the middle of its part."""
        metrics = QFontMetrics(self.font())
        width = metrics.horizontalAdvance(text) + 8
        if width > part.width() - 4:
            return
        ground = QRectF(part.center().x() - width / 2, part.top() + 3, width, part.height() - 6)
        painter.fillRect(ground, self._theme.colour("panel"))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(ground, Qt.AlignmentFlag.AlignCenter, text)


class Swatch(QWidget):
    """A small square in a part's tone and pattern."""

    def __init__(self, theme: Theme, tone: str, pattern: Qt.BrushStyle) -> None:
        super().__init__()
        self._theme, self._tone, self._pattern = theme, tone, pattern
        self.setFixedSize(16, 14)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the square."""
        del event
        paint_part(QPainter(self), self._theme, QRectF(0.5, 0.5, 15, 13), self._tone, self._pattern)


def _words() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
