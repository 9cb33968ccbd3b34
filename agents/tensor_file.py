"""Named arrays and facts in one safetensors file that cannot carry code.

    pack(arrays, facts) -> bytes             unpack(data) -> (arrays, facts)

The facts are JSON under one key of the file's metadata, beside a SHA-256 over facts and arrays that
detects damage. (It is no signature: whoever writes a file can write its hash.) Reading parses JSON
and numbers only. Equal content gives equal bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors import numpy as safetensors_numpy

Arrays = dict[str, npt.NDArray[Any]]
Facts = dict[str, Any]

LARGEST_FILE = 1 << 30  # bytes
_LARGEST_HEADER = 1 << 24
_KEY = "hidden_partners"
_DTYPES = {"F64", "F32", "F16", "I64", "I32", "I16", "I8", "U64", "U32", "U16", "U8", "BOOL"}


def pack(arrays: Mapping[str, npt.NDArray[Any]], facts: Mapping[str, Any]) -> bytes:
    """The bytes of a file with `arrays` and `facts`.

    ValueError when the facts are not plain JSON (text keys, no NaN or infinity).
    """
    try:
        text = _canonical(dict(facts))
        plain = _parse_json(text)
    except (TypeError, ValueError) as error:
        raise ValueError(f"facts of a tensor file must be plain JSON: {error}") from error
    own = {name: np.array(array, order="C") for name, array in arrays.items()}
    metadata = _canonical({"sha256": _digest(plain, own), "facts": plain})
    return safetensors_numpy.save(own, metadata={_KEY: metadata})


def unpack(data: bytes) -> tuple[Arrays, Facts]:
    """The arrays (writable) and facts of a file's bytes; ValueError says what is wrong with it."""
    stored = _metadata(data)
    facts = stored.get("facts")
    if not isinstance(facts, dict):
        raise ValueError("its facts are no JSON object")
    try:
        loaded = safetensors_numpy.load(data)
    except SafetensorError as error:
        raise ValueError(f"damaged or truncated: {error}") from error
    arrays = {name: np.array(array) for name, array in loaded.items()}
    if stored.get("sha256") != _digest(facts, arrays):
        raise ValueError("damaged: its content does not match its SHA-256")
    return arrays, facts


def _metadata(data: bytes) -> dict[str, Any]:
    """The object under our key in the header, after checking every entry of the header."""
    if len(data) < 8:
        raise ValueError(f"truncated: {len(data)} bytes are no safetensors file")
    length = int.from_bytes(data[:8], "little")
    if length > _LARGEST_HEADER:
        raise ValueError(f"not a safetensors file: it announces a header of {length} bytes")
    if length > len(data) - 8:
        raise ValueError(f"truncated: a header of {length} bytes in {len(data)}")
    header = _parse_object(data[8 : 8 + length], "header")
    metadata = header.pop("__metadata__", None)
    for name, entry in header.items():
        dtype = entry.get("dtype") if isinstance(entry, dict) else None
        if not isinstance(dtype, str) or dtype not in _DTYPES:
            raise ValueError(f"tensor {name[:60]!r} has no known dtype")
    text = metadata.get(_KEY) if isinstance(metadata, dict) else None
    if not isinstance(text, str):
        raise ValueError(f"a safetensors file without {_KEY!r} metadata")
    return _parse_object(text, "metadata")


def _parse_object(text: str | bytes, what: str) -> dict[str, Any]:
    try:
        value = _parse_json(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError) as error:
        raise ValueError(f"damaged: its {what} is not JSON ({error})") from error
    if not isinstance(value, dict):
        raise ValueError(f"damaged: its {what} is no JSON object")
    return value


def _parse_json(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key appears twice")
    return value


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _digest(facts: Facts, arrays: Arrays) -> str:
    digest = hashlib.sha256(_canonical(facts).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
