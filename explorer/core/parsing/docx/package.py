"""The zip package of a Word document: its parts, read with bounds, and the relations between them.

Only parts that hold text, styles or properties are ever read; macros, pictures and embedded files stay closed.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from dataclasses import dataclass
from urllib.parse import unquote

from explorer.core.errors import UnreadableDocumentError
from explorer.core.parsing.docx.xml import MalformedXmlError, Node, parse_tree

_OLE = bytes.fromhex("D0CF11E0A1B11AE1")
_ZIP = b"PK"
# A part of 64 MB holds some 30 million characters of text with their markup; a part is also refused when it is both
# large and packed so tightly (deflate reaches 1,032 at most) as no written text is.
# What all parts that are read unpack to together is bounded too.
MOST_BYTES = 1 << 28
_LARGE, _MOST_RATIO = 1 << 26, 400
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_OTHER_KINDS = {"xl/workbook.xml": "a spreadsheet", "ppt/presentation.xml": "a presentation"}


@dataclass(frozen=True, slots=True)
class Relation:
    """A link from one part to another: `kind` is the last word of its type ("styles"), `target` a part's path."""

    kind: str
    target: str
    external: bool = False


class Package:
    """A document's parts. `main` is the path of the part that holds the text."""

    def __init__(self, data: bytes, name: str) -> None:
        """Open the package; raises `UnreadableDocumentError` when it is none, damaged, or not a Word document."""
        self.name = name
        self._left = MOST_BYTES
        self._zip = _open(data, name)
        # Damaged archives may hold entries without a name, which `ZipInfo.is_dir` cannot bear.
        self._paths = {
            _normal(info.filename): info for info in self._zip.infolist() if info.filename and not info.is_dir()
        }
        self._refuse_bomb()
        self.main = self._find_main()

    def _refuse_bomb(self) -> None:
        """Refuse what says to unpack to more than fits, before anything is unpacked; pictures do not count."""
        texts = [info.file_size for path, info in self._paths.items() if path.endswith((".xml", ".rels"))]
        if sum(texts) > MOST_BYTES:
            raise UnreadableDocumentError(
                f"{self.name} unpacks to more than a document can hold.",
                f"Its {len(texts)} parts say that they have {sum(texts):,} bytes.",
            )

    def _find_main(self) -> str:
        found = next((link for link in self.relations("").values() if link.kind == "officeDocument"), None)
        path = found.target if found else "word/document.xml"
        if _normal(path) in self._paths:
            return path
        other = next((kind for known, kind in _OTHER_KINDS.items() if known in self._paths), "")
        if other or "[content_types].xml" not in self._paths:
            what = other or "a zip archive of another kind"
            raise UnreadableDocumentError(f"{self.name} is not a Word document.", f"It is {what}.")
        raise UnreadableDocumentError(f"{self.name} is damaged.", "The part that holds its text is missing.")

    def read(self, path: str) -> bytes | None:
        """Return a part's bytes, None when there is none; raises `UnreadableDocumentError` when it cannot be read."""
        info = self._paths.get(_normal(path))
        if info is None:
            return None
        if info.file_size > self._left or (
            info.file_size > _LARGE and info.file_size > _MOST_RATIO * max(info.compress_size, 1)
        ):
            raise UnreadableDocumentError(
                f"{self.name} unpacks to more than a document can hold.",
                f"Its part {path} says that it has {info.file_size:,} bytes, packed in {info.compress_size:,}.",
            )
        self._left -= info.file_size
        if info.flag_bits & 1:
            raise UnreadableDocumentError(f"{self.name} needs a password.", "Password needed: save a copy without one.")
        if info.compress_type not in _METHODS:
            raise self._damaged(f"its part {path} is packed in a way that Office files never use")
        try:
            return self._zip.read(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise self._damaged(f"its part {path} cannot be unpacked ({error})") from error

    def tree(self, path: str) -> Node | None:
        """Return the root of a small XML part, None when there is no such part; raises `MalformedXmlError`."""
        data = self.read(path)
        return None if data is None else parse_tree(data)

    def relations(self, path: str) -> dict[str, Relation]:
        """Return a part's links by their id ("" is the package itself); raises `UnreadableDocumentError`."""
        folder, file = posixpath.split(path)
        try:
            root = self.tree(posixpath.join(folder, "_rels", f"{file}.rels"))
        except MalformedXmlError as error:
            raise self._damaged(f"in its relationships {error}") from error
        links = [node for node in (root.children if root else ()) if node.tag == "rel:Relationship"]
        return {node.attributes.get("Id", ""): _relation(node, folder) for node in links}

    def _damaged(self, why: str) -> UnreadableDocumentError:
        return UnreadableDocumentError(f"{self.name} is damaged.", f"{why[:1].upper()}{why[1:]}.")


def _open(data: bytes, name: str) -> zipfile.ZipFile:
    if not data:
        raise UnreadableDocumentError(f"{name} is empty.", "The file has 0 bytes.")
    if data.startswith(_OLE):
        raise UnreadableDocumentError(
            f"{name} is an old Word file (.doc) or protected by a password.", "Save a copy as .docx without a password."
        )
    if data.startswith(b"{\\rtf"):
        raise UnreadableDocumentError(f"{name} is not a Word document.", "It is rich text (RTF): save it as .docx.")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
        title = f"{name} is damaged or no Word document."
        if data.startswith(_ZIP):
            raise UnreadableDocumentError(title, f"Its zip archive is cut off or broken ({error}).") from error
        raise UnreadableDocumentError(title, f"It is no zip archive, which Word documents are ({error}).") from error


def _relation(node: Node, folder: str) -> Relation:
    target = node.attributes.get("Target", "")
    kind = node.attributes.get("Type", "").rsplit("/", 1)[-1]
    if node.attributes.get("TargetMode") == "External":
        return Relation(kind, target, external=True)
    path = target if target.startswith("/") else posixpath.join("/", folder, target)
    return Relation(kind, posixpath.normpath(unquote(path)).lstrip("/"))


def _normal(path: str) -> str:
    """Part names are compared without regard to case (ISO/IEC 29500-2, 9.1.1); some tools write backslashes."""
    return path.replace("\\", "/").lstrip("/").lower()
