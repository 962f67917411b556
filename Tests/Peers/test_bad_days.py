"""Bad days of a whole process: two servers on one database, no room on the disk, no descriptors, slow clients, and the end."""
import os, pathlib, resource, signal, socket, subprocess, threading, time

import pytest

from conftest import BINARY, ROOT, free_port
from places import ENGINES, Place, ask, place, psql, tree

PICTURES = sorted((ROOT / "Samples/library/media/scenes").glob("*.jpg"))[:6]


def within(seconds, truth):
    """Waits until something is true; says how long it took, or None."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        if truth():
            return time.monotonic() - began
        time.sleep(0.05)
    return None


# Two servers

def test_an_edit_is_served_by_every_server_within_two_seconds(place, tmp_path):
    place.run("import", tree(tmp_path / "snow", 3, "snow"), "--apply")
    key = place.new_key()
    with place.serving() as one, place.serving() as two:
        page = "/reading/read/essay/text-0001"
        for server in (one, two):
            assert b"says snow" in ask(server, page)[1] and ask(server, "/api/config/", key)[0] == 200
        place.run("import", tree(tmp_path / "rain", 3, "rain"), "--apply")
        edited = time.monotonic()
        for server in (one, two):
            assert within(2.0 - (time.monotonic() - edited), lambda: b"says rain" in ask(server, page)[1]) is not None
        new = place.new_key()
        made = time.monotonic()
        for server in (one, two):
            assert within(2.0 - (time.monotonic() - made), lambda: ask(server, "/api/config/", new)[0] == 200) is not None


# A full disk

class Room:
    """A file system of so many KiB, in a mount namespace of its own."""

    def __init__(self, folder, kibibytes):
        self.folder = folder
        folder.mkdir()
        self.holder = subprocess.Popen(
            ["unshare", "-m", "sh", "-c", f"mount -t tmpfs -o size={kibibytes}k tmpfs {folder} && echo ready && exec sleep 600"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if self.holder.stdout.readline() != b"ready\n":
            pytest.skip(f"a small file system cannot be mounted here: {self.holder.stderr.read().decode().strip()}")

    def inside(self, *words):
        return ["nsenter", "-t", str(self.holder.pid), "-m", f"--wd={ROOT}", *map(str, words)]

    def run(self, *words):
        return subprocess.run(self.inside(*words), capture_output=True, text=True)

    def atrium(self, *words):
        return self.run(BINARY, *words, "--data", self.folder)

    def fill(self):
        """Takes all that is left, but for nothing."""
        self.run("sh", "-c", f"cat /dev/zero > {self.folder}/filler 2>/dev/null")

    def close(self):
        self.holder.kill()
        self.holder.wait()


@pytest.fixture
def room(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small file system to fill")
    made = Room(tmp_path / "room", 4096)
    yield made
    made.close()


def sentence(done):
    """What a failed command said, which is to be one sentence for a person."""
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
    lines = [line for line in done.stderr.splitlines() if not line.startswith("warning: ")]
    assert len(lines) == 1 and lines[0].endswith("."), done.stderr
    return lines[0]


def test_an_import_onto_a_full_disk_says_so_and_loses_nothing(room, tmp_path):
    assert room.atrium("migrate").returncode == 0
    small, large = tree(tmp_path / "small", 5, "snow"), tree(tmp_path / "large", 2_000, "rain")
    assert room.atrium("import", small, "--apply").returncode == 0
    said = sentence(room.atrium("import", large, "--apply"))
    assert "disk is full" in said, said
    assert room.atrium("export", tmp_path / "out").returncode == 0
    assert len(list((tmp_path / "out/essays").iterdir())) == 5
    room.run("mount", "-o", "remount,size=200m", str(room.folder))
    assert room.atrium("import", large, "--apply").returncode == 0
    assert room.atrium("export", tmp_path / "again").returncode == 0
    assert len(list((tmp_path / "again/essays").iterdir())) == 2_000


def test_pictures_that_find_no_room_are_told_and_nothing_is_half_there(room, tmp_path):
    assert room.atrium("migrate").returncode == 0
    library = tree(tmp_path / "library", 8, "tide", PICTURES)
    room.run("mount", "-o", "remount,size=700k", str(room.folder))
    failed = room.atrium("import", library, "--apply")
    assert failed.returncode == 1 and "No space left" in failed.stderr and "Nothing was changed" in failed.stderr, failed.stderr
    assert room.run("sh", "-c", f"find {room.folder}/media -name '*.tmp'").stdout == ""
    room.run("mount", "-o", "remount,size=200m", str(room.folder))
    assert room.atrium("import", library, "--apply").returncode == 0
    assert "✓ media" in room.atrium("doctor").stdout


def test_a_server_goes_on_reading_when_the_disk_is_full(room, tmp_path):
    assert room.atrium("migrate").returncode == 0
    assert room.atrium("import", tree(tmp_path / "library", 20, "snow"), "--apply").returncode == 0
    key = room.atrium("admin", "api-key", "create", "--label", "tests", "--json").stdout.split('"key":"')[1].split('"')[0]
    port = 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = type("Address", (), {"port": port})
    log = open(tmp_path / "server.log", "wb")
    process = subprocess.Popen(
        room.inside(BINARY, "serve", "--data", room.folder, "--port", port, "--response-cache", "false"), stdout=log, stderr=log)
    try:
        def answers():
            try:
                return ask(server, "/healthz")[0] == 200
            except OSError:
                return False

        assert within(10, answers) is not None, (tmp_path / "server.log").read_text()
        room.fill()
        for _ in range(12):  # long enough for the scheduler to have tried its hand
            assert ask(server, "/api/config/", key)[0] == 200
            assert b"says snow" in ask(server, "/reading/read/essay/text-0001")[1]
            time.sleep(0.5)
        said = sentence(room.atrium("admin", "api-key", "create", "--label", "more"))
        assert "disk is full" in said, said
        room.run("rm", str(room.folder / "filler"))
        assert room.atrium("admin", "api-key", "create", "--label", "more").returncode == 0
        assert ask(server, "/readyz")[0] == 200
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        log.close()


# Descriptors

def test_a_server_without_descriptors_waits_and_goes_on(place):
    with place.serving() as server:
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (128, 128))
        time.sleep(0.6)  # a limit that is lowered meanwhile is seen within a quarter of a second
        held = []
        try:
            for _ in range(200):
                client = socket.create_connection(("127.0.0.1", server.port), 2)
                client.settimeout(2)
                held.append(client)
            time.sleep(1)
            before = cpu(server.process.pid)
            time.sleep(2)
            used = cpu(server.process.pid) - before
            assert server.process.poll() is None
            assert used < 1.0, f"{used} s of processor time in 2 s of waiting for descriptors"
        finally:
            for client in held:
                client.close()
        def answers():
            try:
                return ask(server, "/readyz")[0] == 200
            except OSError:
                return False

        assert within(10, answers) is not None


def test_descriptors_that_run_out_right_after_the_start_end_nothing(tmp_path):
    """The runtime opens files as it goes, and ends the program when it gets none."""
    place = Place("sqlite", tmp_path / "data")
    place.run("migrate")
    for _ in range(8):
        port = free_port()
        process = subprocess.Popen(
            ["sh", "-c", 'ulimit -n 128 && exec "$0" "$@"', BINARY, "serve", "--port", str(port), *place.settings],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
        held = []
        while not held:
            try:
                held.append(socket.create_connection(("127.0.0.1", port), 2))
            except OSError:
                assert process.poll() is None, process.stderr.read()
        held += [socket.create_connection(("127.0.0.1", port), 2) for _ in range(200)]
        time.sleep(1.5)
        for client in held:
            client.close()
        process.send_signal(signal.SIGTERM)
        _, complaint = process.communicate(timeout=20)
        assert process.returncode == 0, complaint.decode()[-2000:]


def test_a_server_says_that_it_may_open_too_few_files(place):
    done = subprocess.run(
        ["sh", "-c", 'ulimit -n 60 && exec "$0" "$@"', BINARY, "serve", "--port", "0", *place.settings], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 1 and "may open 60 files" in sentence(done)


def cpu(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The end

def test_a_server_that_is_told_to_stop_finishes_what_it_took(place, tmp_path):
    place.run("import", tree(tmp_path / "library", 30, "snow"), "--apply")
    key = place.new_key()
    with place.serving("--response-cache", "false") as server:
        whole, torn, lock, stop = [0], [], threading.Lock(), threading.Event()

        def client():
            while not stop.is_set():
                try:
                    with socket.create_connection(("127.0.0.1", server.port), 5) as connection:
                        connection.settimeout(15)
                        for _ in range(20):
                            connection.sendall(f"GET /api/essays/?page_size=20 HTTP/1.1\r\nHost: a\r\nX-API-Key: {key}\r\n\r\n".encode())
                            state = read_answer(connection)
                            with lock:
                                if state == "whole":
                                    whole[0] += 1
                                elif state != "none":
                                    torn.append(state)
                            if state != "whole":
                                break
                except OSError:
                    if server.process.poll() is not None:
                        return
                    time.sleep(0.01)

        clients = [threading.Thread(target=client) for _ in range(24)]
        for one in clients:
            one.start()
        time.sleep(1.5)
        before = whole[0]
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        status = server.process.wait(12)
        took = time.monotonic() - began
        stop.set()
        for one in clients:
            one.join()
        assert status == 0 and took < 5, (status, took)
        assert before > 50 and not torn, (before, torn[:3])


def read_answer(connection):
    """Reads one answer: whole, none at all, or what there is of a torn one."""
    received = b""
    try:
        while b"\r\n\r\n" not in received:
            piece = connection.recv(65536)
            if not piece:
                return received or "none"
            received += piece
        head, _, body = received.partition(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        while len(body) < length:
            piece = connection.recv(65536)
            if not piece:
                return received
            body += piece
        return "whole"
    except (ConnectionResetError, BrokenPipeError):
        return received or "none"


def test_a_client_that_will_not_end_does_not_hold_up_the_end(place):
    with place.serving("--drain-seconds", "2") as server:
        stuck = socket.create_connection(("127.0.0.1", server.port), 5)
        stuck.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: ")
        time.sleep(0.3)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(10) == 0
        assert 1.5 < time.monotonic() - began < 5
        stuck.close()
