"""How core's frozen data is kept in the catalogue's columns: MessagePack by their types, large ones deflated."""

from __future__ import annotations

import zlib
from typing import Any, TypeVar

import msgspec

from explorer.engine.catalogue import catalogue_damaged

_Kept = TypeVar("_Kept")
_ENCODER = msgspec.msgpack.Encoder()
_DECODERS: dict[type, msgspec.msgpack.Decoder[Any]] = {}


def pack(value: object) -> bytes:
    """Return `value` (core's dataclasses) as bytes."""
    return _ENCODER.encode(value)


def unpack(kind: type[_Kept], data: object) -> _Kept:
    """Return what `pack` was given; raises `CatalogueDamagedError` when the bytes are of something else."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.msgpack.Decoder(kind)
    try:
        return decoder.decode(_bytes(data))
    except (msgspec.MsgspecError, TypeError) as error:
        raise catalogue_damaged() from error


def deflate(value: object) -> bytes:
    """Return `value` packed and compressed."""
    return zlib.compress(pack(value), 6)


def inflate(kind: type[_Kept], data: object) -> _Kept:
    """Return what `deflate` was given; raises `CatalogueDamagedError` when the bytes are of something else."""
    try:
        whole = zlib.decompress(_bytes(data))
    except (zlib.error, TypeError) as error:
        raise catalogue_damaged() from error
    return unpack(kind, whole)


def _bytes(data: object) -> bytes:
    if not isinstance(data, bytes):
        raise TypeError(f"bytes expected, not {type(data).__name__}")
    return data
