"""Other tools' chunks behind one shape; runs by itself in the tools' own environment, answering line by line.

`python retrieval_peers.py NAME MODEL_FOLDER MAX_TOKENS` reads one JSON object a line (`{"file", "format"}`) and writes
one for each: `{"pieces": [[text, headed]]}`, where `headed` is the text with the headings that the tool names for it,
or `{"error"}`. For `{"files", "format"}` it writes `{"seconds", "pieces"}`: what the processor took to split all of
them, and how many pieces came out. `python retrieval_peers.py --list` names the tools that are installed, with their
versions. It needs nothing of the project. Chunks do not overlap and tokens are those of the model, whoever counts them.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

for variable in ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "DO_NOT_TRACK"):
    os.environ.setdefault(variable, "1")

Pieces = Iterator[tuple[str, str]]
"""(text, text with its headings) in document order."""


@lru_cache(maxsize=1)
def _counter(model: Path) -> Any:
    tokenizer = import_module("tokenizers").Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def langchain(file: Path, kind: str, model: Path, most: int) -> Pieces:
    """Split by headings (MarkdownHeaderTextSplitter), then to size (RecursiveCharacterTextSplitter).

    The tool gives the headings as metadata and no form to write them in; they are written as our style `path` does.
    """
    tool, tokenizer = import_module("langchain_text_splitters"), _counter(model)
    marks = [("#" * level, str(level)) for level in range(1, 7)]
    parts = tool.MarkdownHeaderTextSplitter(marks).split_text(file.read_text(encoding="utf-8"))
    splitter = tool.RecursiveCharacterTextSplitter(
        chunk_size=most,
        chunk_overlap=0,
        length_function=lambda text: len(tokenizer.encode(text, add_special_tokens=False)),
    )
    for piece in splitter.split_documents(parts):
        path = " > ".join(piece.metadata[level] for level in sorted(piece.metadata))
        yield piece.page_content, f"{path}\n\n{piece.page_content}" if path else piece.page_content


def llamaindex(file: Path, kind: str, model: Path, most: int) -> Pieces:
    """Split by headings (MarkdownNodeParser), then to size (SentenceSplitter); embedded with its metadata."""
    tokenizer = _counter(model)
    schema = import_module("llama_index.core.schema")
    parsers = import_module("llama_index.core.node_parser")
    document = schema.Document(text=file.read_text(encoding="utf-8"))
    splitter = parsers.SentenceSplitter(
        chunk_size=most,
        chunk_overlap=0,
        tokenizer=lambda text: tokenizer.encode(text, add_special_tokens=False).ids,
    )
    for node in splitter(parsers.MarkdownNodeParser()([document])):
        yield node.get_content(schema.MetadataMode.NONE), node.get_content(schema.MetadataMode.EMBED)


def docling(file: Path, kind: str, model: Path, most: int) -> Pieces:
    """Read with docling's own backends, then HybridChunker of docling-core and its `contextualize`."""
    formats = import_module("docling.datamodel.base_models").InputFormat
    chosen = {"markdown": formats.MD, "html": formats.HTML, "docx": formats.DOCX}[kind]
    converter = import_module("docling.document_converter").DocumentConverter(allowed_formats=[chosen])
    document = converter.convert(file).document
    counting = import_module("docling_core.transforms.chunker.tokenizer.huggingface").HuggingFaceTokenizer
    # Only whole texts are counted that are split afterwards, so that the model's window is no limit here.
    tokenizer = import_module("transformers").AutoTokenizer.from_pretrained(str(model), model_max_length=10**9)
    chunker = import_module("docling_core.transforms.chunker.hybrid_chunker").HybridChunker(
        tokenizer=counting(tokenizer=tokenizer, max_tokens=most)
    )
    for chunk in chunker.chunk(document):
        yield chunk.text, chunker.contextualize(chunk)


def chonkie(file: Path, kind: str, model: Path, most: int) -> Pieces:
    """Split by paragraphs, lines and sentences to size (RecursiveChunker); it names no headings."""
    tokenizer = _counter(model)
    tool = import_module("chonkie").RecursiveChunker(
        tokenizer=lambda text: len(tokenizer.encode(text, add_special_tokens=False)), chunk_size=most
    )
    for chunk in tool.chunk(file.read_text(encoding="utf-8")):
        yield chunk.text, chunk.text


Adapter = Callable[[Path, str, Path, int], Pieces]
PEERS: dict[str, tuple[Adapter, tuple[str, ...], tuple[str, ...]]] = {
    "langchain": (langchain, ("langchain-text-splitters", "tokenizers"), ("markdown",)),
    "llamaindex": (llamaindex, ("llama-index-core", "tokenizers"), ("markdown",)),
    "docling": (docling, ("docling-core", "docling-slim|docling", "transformers"), ("markdown", "html", "docx")),
}
"""Each tool's function, the distributions that it needs (the first names the version), and the formats it reads."""

WITHOUT_HEADINGS: dict[str, tuple[Adapter, tuple[str, ...], tuple[str, ...]]] = {
    "chonkie": (chonkie, ("chonkie", "tokenizers"), ("markdown",)),
}
"""Tools that name no headings: their speed can be compared, what headings are worth to them cannot."""

_ALL = {**PEERS, **WITHOUT_HEADINGS}


def version_of(name: str) -> str:
    """Return a tool's version, or the empty string when something of it is not installed here."""
    versions = [_installed(distribution) for distribution in _ALL[name][1]]
    return versions[0] if all(versions) else ""


def _installed(distributions: str) -> str:
    for distribution in distributions.split("|"):
        with suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(distribution)
    return ""


def _answer(adapter: Adapter, request: dict[str, Any], model: Path, most: int) -> dict[str, Any]:
    if "file" in request:
        return {"pieces": list(adapter(Path(request["file"]), request["format"], model, most))}
    begun = time.process_time()
    pieces = sum(len(list(adapter(Path(file), request["format"], model, most))) for file in request["files"])
    return {"seconds": time.process_time() - begun, "pieces": pieces}


def main() -> None:
    """Answer requests until the input ends; only answers go to standard output."""
    if sys.argv[1] == "--list":
        print(json.dumps({name: version_of(name) for name in _ALL}))
        return
    name, model, most = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = _answer(_ALL[name][0], request, model, most)
        except Exception as error:  # noqa: BLE001 - a tool may fail in any way; that is a result
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
