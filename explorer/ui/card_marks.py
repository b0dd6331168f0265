"""What a chunk's card is made of: marks with places and colour names, and the fonts they are measured with.

Marks hold names of colours, not colours, so that another theme needs no new layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout

from explorer.core.views import PathSegment
from explorer.ui.theme import Theme


class CardFonts:
    """A theme's fonts for cards with their metrics."""

    def __init__(self, theme: Theme) -> None:
        self.body = theme.font(1.0)
        self.bold = theme.font(1.0, bold=True)
        self.small = theme.font(0.85)
        self.link = theme.font(0.85)
        self.link.setUnderline(True)
        self.leaf = theme.font(0.92, bold=True)
        self.chip = theme.font(0.92)
        self.mono = theme.font(0.92, mono=True)
        self._metrics: dict[str, QFontMetricsF] = {}

    def metrics(self, font: QFont) -> QFontMetricsF:
        """Return a font's metrics; kept, since making them is slow."""
        key = font.key()
        known = self._metrics.get(key)
        if known is None:
            known = self._metrics[key] = QFontMetricsF(font)
        return known


@dataclass(frozen=True, slots=True)
class Tone:
    """Another colour for a stretch of a text, in 16-bit units."""

    start: int
    length: int
    colour: str


@dataclass(frozen=True, slots=True)
class TextMark:
    """A text of several lines, already broken."""

    layout: QTextLayout
    place: QPointF
    colour: str = "text"
    tones: tuple[Tone, ...] = ()


@dataclass(frozen=True, slots=True)
class WordMark:
    """A text of one line that fits its rectangle; `centred` or from the left."""

    text: str
    rect: QRectF
    font: QFont
    colour: str = "text"
    centred: bool = False


@dataclass(frozen=True, slots=True)
class BoxMark:
    """A filled and outlined rectangle; an empty colour name leaves that part out."""

    rect: QRectF
    fill: str = ""
    line: str = ""
    radius: float = 0.0
    dashed: bool = False


class Deed(Enum):
    """What can be done about a heading that says nothing."""

    TAKE_MEND = auto()
    RENAME = auto()


Mark = TextMark | WordMark | BoxMark


@dataclass(frozen=True, slots=True)
class Tip:
    """A rectangle with a text that is shown when the mouse rests there."""

    rect: QRectF
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that do something when they are clicked: `deed` with a heading of the chunk's path."""

    rect: QRectF
    deed: Deed
    segment: PathSegment


@dataclass(slots=True)
class CardLayout:
    """A card at one width: its height and its marks, from the back to the front, relative to the card's top left."""

    width: float
    height: float = 0.0
    marks: list[Mark] = field(default_factory=list[Mark])
    tips: list[Tip] = field(default_factory=list[Tip])
    links: list[Link] = field(default_factory=list[Link])

    def link_at(self, x: float, y: float) -> Link | None:
        """Return the link at a point."""
        point = QPointF(x, y)
        return next((link for link in self.links if link.rect.contains(point)), None)

    def tip_at(self, x: float, y: float) -> str:
        """Return the text that belongs to a point, empty when there is none."""
        point = QPointF(x, y)
        return next((tip.text for tip in reversed(self.tips) if tip.rect.contains(point)), "")
