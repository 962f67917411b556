"""What the program promises to others, as files: its schema, its document, its routes and its query plans.

A change of one of them is a change that somebody notices; `bin/golden` writes them anew, and the difference is read before it
is committed.
"""
import contextlib, json, os, pathlib, re, sqlite3, subprocess, sys

import pytest

from conftest import ROOT, atrium

sys.path.insert(0, str(ROOT / "Tests/Peers"))
from places import ENGINES, POSTGRES, Place, ask  # noqa: E402

GOLDEN = ROOT / "Tests/Golden"
STORE = ROOT / "Sources/Apps/Reading/Store"
# They hold what editors write and what readers look for: whoever opens a page must not wait for all of it.
GROWING = {
    "reading_content", "reading_journey_chapter", "reading_journey_section", "reading_image", "reading_asset",
    "reading_slug_history", "reading_search_doc", "reading_revision",
}
# Public reads that go through a growing table, and why.
ALLOWED = {"further_fill": "chooses among the whole library, and is kept until the day or the library changes"}


def compare(name, text):
    path = GOLDEN / name
    if os.environ.get("ATRIUM_GOLDEN") == "write":
        path.write_text(text)
    assert path.exists(), f"{path} is missing; bin/golden writes it"
    assert text == path.read_text(), f"{name} is no longer what it was; if that is meant, run bin/golden and read the difference"


@pytest.fixture(params=ENGINES)
def place(request, tmp_path):
    made = Place(request.param, tmp_path / "data")
    made.run("migrate")
    yield made
    made.remove()


def test_the_schema_is_what_it_was(place):
    compare(f"schema.{place.engine}.sql", place.schema())


def test_the_document_is_what_it_was():
    compare("openapi.json", json.dumps(json.loads(atrium("openapi").stdout), indent=1, sort_keys=True, ensure_ascii=False) + "\n")


# Routes

def routes():
    """Method and template of every route: those of the document, and those that the program's text declares outside it."""
    found = set()
    for template, methods in json.loads(atrium("openapi").stdout)["paths"].items():
        found |= {(method.upper(), template) for method in methods if method in ("get", "post", "put", "patch", "delete")}
    for path in (ROOT / "Sources").rglob("*.swift"):
        for method, base, template in re.findall(r'\bRoute\(\s*\.(\w+),\s*(base \+ )?"(/[^"]*)"', path.read_text()):
            bases = ["/reading", "/reading/ar"] if base else [""]  # a page is there in each language
            found |= {(method.upper(), start + template) for start in bases}
    return sorted(found, key=lambda route: (route[1], route[0]))


def test_the_routes_are_what_they_were():
    compare("routes.txt", "".join(f"{method} {template}\n" for method, template in routes()))


def test_the_routes_without_a_credential_are_what_they_were(tmp_path):
    place = Place("sqlite", tmp_path / "data")
    place.run("migrate")
    place.new_key()
    open_routes = []
    with place.serving() as server:
        for method, template in routes():
            if method == "GET" and ask(server, re.sub(r"\{[^}]*\}", "1", template))[0] not in (401, 403):
                open_routes.append(f"{method} {template}\n")
            elif method != "GET":
                open_routes.append(f"{method} {template} (not asked: it changes something)\n")
    compare("routes-without-credential.txt", "".join(open_routes))


# Query plans

def statements(engine):
    """The reading statements by name: (text, whether a public request runs it)."""
    public = set(re.findall(r"PackageResources\.(\w+?)(?:_sqlite|_postgres)?_sql", (STORE / "LibraryQueries.swift").read_text()))
    for path in sorted((STORE / "SQL").glob("*.sql")):
        name, *rest = path.name.split(".")
        text = re.sub(r"^--.*\n", "", path.read_text(), flags=re.M).strip().rstrip(";")
        if rest[0] in ("sql", engine) and text.split()[0] in ("SELECT", "WITH"):
            yield name, text, name in public


def plan(place, text):
    """How the engine would look things up, without costs, names of its own making and order."""
    count = max([int(number) for number in re.findall(r"\$(\d+)", text)], default=0)
    if place.engine == "sqlite":
        with contextlib.closing(sqlite3.connect(place.folder / "atrium.db")) as connection:
            rows = connection.execute("EXPLAIN QUERY PLAN " + text, {str(number): None for number in range(1, count + 1)}).fetchall()
        return [row[3] for row in rows]
    nulls = f"({', '.join(['NULL'] * count)})" if count else ""
    # A table without rows is always read from end to end; forbidding that shows which have no other way.
    script = f"SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; PREPARE p AS {text}; EXPLAIN (COSTS OFF) EXECUTE p{nulls};"
    done = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", place.url], input=script, capture_output=True, text=True)
    assert done.returncode == 0, f"{text}\n{done.stderr}"
    return [line.strip(" ->") for line in done.stdout.splitlines() if re.search(r"Scan|Index Cond", line)]


VIEWS = "\n".join(re.findall(r"^CREATE VIEW .*?;", (STORE / "Migrations/m0001_library.sql").read_text(), flags=re.M | re.S))


def whole_tables(engine, lines, text):
    """The growing tables that a plan reads from end to end. SQLite names them as the statement or a view of it does."""
    found = set()
    made = {line.split()[1] for line in lines if line.startswith(("CO-ROUTINE ", "MATERIALIZE "))}  # the statement's own tables
    for line in lines:
        if engine == "postgres":
            found |= set(re.findall(r"Seq Scan on (\w+)", line))
        # Everything that is live is as good as everything.
        elif match := re.match(r"(?:SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?INDEX (\w+)(?: \(status=\?\))?)?( LEFT-JOIN)?$", line):
            name, index, _ = match.groups()
            if name in made:
                continue
            found |= {name} | {table for table in GROWING if re.search(rf"\b(sqlite_autoindex_)?{table}_[a-z0-9]+$", index or "")}
            found |= set(re.findall(rf"\b(reading_\w+) (?:AS )?{name}\b", text + VIEWS))
    return found & GROWING


def test_the_query_plans_are_what_they_were(place):
    text = ""
    for name, statement, is_public in statements(place.engine):
        text += f"{name}{' (public)' if is_public else ''}\n" + "".join(f"  {line}\n" for line in plan(place, statement))
    compare(f"plans.{place.engine}.txt", text)


def test_no_public_read_goes_through_a_growing_table(place):
    found = {}
    for name, statement, is_public in statements(place.engine):
        if is_public and name not in ALLOWED and (tables := whole_tables(place.engine, plan(place, statement), statement)):
            found[name] = tables
    assert not found, found
