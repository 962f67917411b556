"""A fresh Atrium on each database, to be killed, starved and flooded."""
import contextlib, hashlib, json, os, pathlib, re, signal, socket, sqlite3, subprocess, time, uuid

import pytest

from conftest import BINARY, ROOT, Server, atrium

POSTGRES = os.environ.get("ATRIUM_TEST_POSTGRES")


def psql(sql, url=POSTGRES):
    done = subprocess.run(["psql", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Place:
    """A data folder and a database, with nothing in them."""

    def __init__(self, engine, folder):
        self.engine, self.folder = engine, pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.settings = ["--data", str(folder)]
        if engine == "postgres":
            self.name = f"bad_{uuid.uuid4().hex}"
            psql(f"CREATE DATABASE {self.name}")
            self.url = re.sub(r"/[^/]*$", f"/{self.name}", POSTGRES)
            self.settings += ["--database", self.url]

    def remove(self):
        if self.engine == "postgres":
            psql(f"DROP DATABASE {self.name} WITH (FORCE)")

    def run(self, *words, check=True):
        return atrium(*words, *self.settings, check=check)

    def spawn(self, *words):
        return subprocess.Popen(
            [BINARY, *map(str, words), *self.settings], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)

    @contextlib.contextmanager
    def serving(self, *arguments):
        server = Server(self.folder, "", *self.settings[2:], *arguments)
        try:
            yield server
        finally:
            if server.process.poll() is None:
                server.stop()

    def new_key(self):
        return json.loads(self.run("admin", "api-key", "create", "--label", "tests", "--json").stdout)["key"]

    def schema(self):
        """What the migrations add up to, as text."""
        if self.engine == "postgres":
            dump = subprocess.run(
                ["pg_dump", "--schema-only", "--no-owner", "--no-privileges", "-d", self.url], capture_output=True, text=True, check=True).stdout
            return re.sub(r"^(--.*|\\.*|SET .*|SELECT pg_catalog.*|)\n", "", dump, flags=re.M)
        with contextlib.closing(sqlite3.connect(self.folder / "atrium.db")) as connection:
            rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name").fetchall()
        return "".join(f"{row[0]};\n" for row in rows)

    def is_sound(self):
        """True when the database's own check finds nothing."""
        if self.engine == "postgres":
            return True
        with contextlib.closing(sqlite3.connect(self.folder / "atrium.db")) as connection:
            return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]

    def library(self, out):
        """What an export writes, file by file, without the ids."""
        self.run("export", out)
        files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(pathlib.Path(out).rglob("*")) if path.is_file()}
        files.pop("manifest.json", None)
        return files


ENGINES = ["sqlite"] + (["postgres"] if POSTGRES else [])


@pytest.fixture(params=ENGINES)
def place(request, tmp_path):
    """A migrated place."""
    made = Place(request.param, tmp_path / "data")
    made.run("migrate")
    yield made
    made.remove()


def tree(folder, count, word, pictures=()):
    """A library of texts that all say `word`."""
    for number in range(count):
        path = pathlib.Path(folder) / "essays" / f"text-{number:04}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        body = "\n\n".join(f"Paragraph {part} of text {number} says {word}." for part in range(12))
        image = f"image: media/{pictures[number].name}\nimage_alt: A picture\n" if number < len(pictures) else ""
        path.write_text(f"---\nslug: text-{number:04}\nstatus: live\ntitle: {word} {number}\n{image}---\n\n{body}\n")
    for picture in pictures:
        (pathlib.Path(folder) / "media").mkdir(exist_ok=True)
        (pathlib.Path(folder) / "media" / picture.name).write_bytes(picture.read_bytes())
    return folder


def ask(server, path, key=None, timeout=5):
    """One GET on a connection of its own: (status, body)."""
    fields = f"X-API-Key: {key}\r\n" if key else ""
    with socket.create_connection(("127.0.0.1", server.port), timeout) as client:
        client.settimeout(timeout)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{fields}Connection: close\r\n\r\n".encode())
        received = b""
        while piece := client.recv(65536):
            received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]) if head else 0, body
