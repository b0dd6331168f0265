"""Stretches of plain text whose white space says something: tables in columns, drawings, code, verse."""

from __future__ import annotations

import re
from itertools import pairwise

from explorer.core.parsing.text.lines import Stretch

_GAP = re.compile(r"[^\s.!?:]\s{3,}\S|\S\t+\S|[.!?:]\s{4,}\S")
_DRAWN = re.compile(r"^[|+│┌└├─]|[|+│┐┘┤]$|[-=]{3,}[+|\s]+[-=]{3,}|[─│┌┐└┘├┤┬┴┼]")
_CONTENTS = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]*$")
_CODE = re.compile(
    r"[{};]$|^(?:\$|#!|>>>|//|/\*|</?\w[^>]*>$|#include)|\w\([^()]*\)[;:]?$|\s(?:==|!=|:=|\+=|=>|->|&&|\|\|)\s"
    r"|^(?:def|class|if|for|while|return|import|from|var|let|const|function|SELECT|INSERT|UPDATE)\b.*[:;({]$"
    r"|^return\b|^import \w+$|^from [\w.]+ import\b|^[\w.\[\]]+\s=\s|^--\w"
)
_LOOKED_AT = 200


def is_laid_out(stretch: Stretch) -> bool:
    """Tell whether a stretch keeps its lines and white space: a table, contents, a drawing or code."""
    lines = stretch[:_LOOKED_AT]
    if len(lines) < 2:
        return False
    drawn = sum(any(pattern.search(line.text[:500]) for pattern in (_GAP, _DRAWN, _CONTENTS)) for line in lines)
    return drawn * 2 > len(lines) or is_code(stretch)


def is_code(stretch: Stretch) -> bool:
    """Tell whether most lines of a stretch read like a program or commands."""
    lines = stretch[:_LOOKED_AT]
    like = sum(bool(_CODE.search(line.text[:500])) for line in lines)
    return like * 2 > len(lines) and (len(lines) > 1 or any(line.indent >= 4 for line in lines))


def is_verse(stretch: Stretch, width: int) -> bool:
    """Tell whether lines end of their own will, as in verse and addresses; `width`: where the document wraps lines."""
    if len(stretch) < 3 or max(line.width for line in stretch) > width * 0.75:
        return False
    pairs = list(pairwise(stretch))
    short = sum(line.width + 1 + len(after.text.split(maxsplit=1)[0]) <= width * 0.75 for line, after in pairs)
    return short * 10 >= len(pairs) * 9
