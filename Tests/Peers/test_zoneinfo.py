"""Python's zoneinfo judges the vectors of time, which the native and the WebAssembly suites read."""

import json
import pathlib
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "Oracles"))

import time_oracle  # noqa: E402


@pytest.mark.parametrize("name, content", list(time_oracle.files()), ids=lambda value: value if value.endswith(".json") else "")
def test_the_vectors_are_what_zoneinfo_works_out(name, content):
    assert json.loads((TESTS / "Vectors" / "time" / name).read_text()) == json.loads(content)
