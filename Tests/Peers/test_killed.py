"""Killed with SIGKILL at moments of chance: nothing acknowledged is lost, nothing half-done is seen, and a second run finishes."""
import json, random, signal, subprocess, threading, time

import pytest

from conftest import ROOT
from places import ENGINES, Place, ask, place, tree

CHANCE = random.Random(20260304)
PICTURES = sorted((ROOT / "Samples/library/media/scenes").glob("*.jpg"))[:4]


def kill(process, after):
    """Waits, kills, and says whether the process was still at work."""
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.kill()
    process.communicate()
    return process.returncode == -signal.SIGKILL


def test_an_import_is_whole_or_not_there(place, tmp_path):
    trees = {word: tree(tmp_path / word, 150, word) for word in ("snow", "rain")}
    began = time.monotonic()
    place.run("import", trees["snow"], "--apply")
    length = time.monotonic() - began
    wanted = {word: {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.md"))} for word, folder in trees.items()}
    now, killed = "snow", 0
    for round in range(14):
        target = "rain" if now == "snow" else "snow"
        killed += kill(place.spawn("import", trees[target], "--apply"), CHANCE.uniform(0.1, 1.1) * length)
        assert place.is_sound()
        found = place.library(tmp_path / f"out-{round}")
        found.pop("curation.md", None)
        states = [word for word, files in wanted.items() if files == found]
        assert states, f"round {round}: neither the old library nor the new one: {sorted(found)[:5]}"
        now = states[0]
    assert killed >= 3, "the kills came too late to say anything"
    target = "rain" if now == "snow" else "snow"
    place.run("import", trees[target], "--apply")
    found = place.library(tmp_path / "out-last")
    found.pop("curation.md", None)
    assert found == wanted[target]


@pytest.mark.parametrize("engine", ENGINES[:1])
def test_an_import_with_pictures_leaves_no_row_without_its_file(engine, tmp_path):
    library = tree(tmp_path / "library", 8, "tide", PICTURES)
    for round in range(5):
        place = Place(engine, tmp_path / f"data-{round}")
        place.run("migrate")
        kill(place.spawn("import", library, "--apply"), CHANCE.uniform(0.05, 2.5))
        told = place.run("doctor", check=False).stdout
        assert "✓ media" in told, told
        place.run("import", library, "--apply")
        place.new_key()
        told = place.run("doctor", check=False).stdout
        assert "✓ media" in told and "✓ API keys" in told, told


def test_a_key_that_was_given_out_is_there_after_a_crash(place):
    keys, running, stop = [], set(), threading.Event()
    lock = threading.Lock()

    def create():
        while not stop.is_set():
            process = place.spawn("admin", "api-key", "create", "--label", "crash", "--json")
            with lock:
                running.add(process)
            out, _ = process.communicate()
            with lock:
                running.discard(process)
            if out.endswith(b"\n"):
                keys.append(json.loads(out)["key"])

    for _ in range(3):
        with place.serving() as server:
            stop.clear()
            makers = [threading.Thread(target=create) for _ in range(2)]
            for maker in makers:
                maker.start()
            time.sleep(CHANCE.uniform(0.3, 0.9))
            server.process.kill()
            stop.set()
            with lock:
                for process in running:
                    process.kill()
            for maker in makers:
                maker.join()
            server.process.wait()
        assert place.is_sound()
        with place.serving() as server:
            refused = [key for key in keys if ask(server, "/api/config/", key)[0] != 200]
            assert not refused, f"{len(refused)} of {len(keys)} keys were given out and are gone"
    assert len(keys) > 5


@pytest.mark.parametrize("engine", ENGINES)
def test_a_migration_goes_on_where_it_was_killed(engine, tmp_path):
    whole = Place(engine, tmp_path / "whole")
    began = time.monotonic()
    whole.run("migrate")
    length = time.monotonic() - began
    schema = whole.schema()
    whole.remove()
    assert "reading_content" in schema
    killed = 0
    for round in range(12):
        place = Place(engine, tmp_path / f"data-{round}")
        killed += kill(place.spawn("migrate"), length * (round + 1) / 12)
        place.run("migrate")
        assert place.schema() == schema and place.is_sound(), f"killed after {length * (round + 1) / 12} s"
        place.remove()
    assert killed >= 3


@pytest.mark.parametrize("engine", ENGINES)
def test_migrations_at_once_take_turns(engine, tmp_path):
    place = Place(engine, tmp_path / "data")
    runs = [place.spawn("migrate", "--json") for _ in range(5)]
    applied = []
    for run in runs:
        out, complaint = run.communicate()
        assert run.returncode == 0, complaint.decode()
        applied += [(step["noun"], step["number"]) for step in json.loads(out)["applied"]]
    assert len(applied) == len(set(applied)) and ("reading", 1) in applied, applied
    with place.serving() as server:
        assert ask(server, "/readyz")[0] == 200
    place.remove()
