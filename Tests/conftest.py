"""Starts the real program with the sample library for the suites that judge it from outside."""
import contextlib, json, os, pathlib, signal, socket, subprocess, tempfile, time, urllib.request

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = os.environ.get("ATRIUM_BINARY", str(ROOT / ".build/debug/atrium"))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def atrium(*words, check=True):
    done = subprocess.run([BINARY, *map(str, words)], capture_output=True, text=True, cwd=ROOT)
    if check:
        assert done.returncode == 0, f"atrium {' '.join(map(str, words))}\n{done.stdout}\n{done.stderr}"
    return done


class Server:
    """A running `atrium serve`. `url` has no slash at its end; `key` is an API key of the library."""

    def __init__(self, data, key, *arguments):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.key = key
        self.log = open(pathlib.Path(data) / "server.log", "ab")
        self.process = subprocess.Popen(
            [BINARY, "serve", "--data", str(data), "--port", str(self.port), "--public-rate", "0", *arguments],
            stdout=self.log, stderr=self.log, cwd=ROOT)
        for _ in range(600):
            if self.process.poll() is not None:
                raise AssertionError(pathlib.Path(self.log.name).read_text()[-4000:])
            with contextlib.suppress(OSError):
                with urllib.request.urlopen(self.url + "/healthz", timeout=2) as answer:
                    if answer.status == 200:
                        return
            time.sleep(0.05)
        raise AssertionError("the server did not answer within 30 s")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(20)
            assert status == 0, f"the server ended with {status} instead of draining"
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.log.close()


@pytest.fixture(scope="session")
def library():
    """A data folder with the sample library in it, and an API key: (folder, key)."""
    with tempfile.TemporaryDirectory(prefix="atrium-test-") as folder:
        atrium("migrate", "--data", folder)
        atrium("import", ROOT / "Samples/library", "--apply", "--data", folder)
        key = json.loads(atrium("admin", "api-key", "create", "--label", "tests", "--json", "--data", folder).stdout)["key"]
        yield folder, key


@pytest.fixture(scope="session")
def server(library):
    running = Server(*library)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def bare():
    """A server whose library is empty."""
    with tempfile.TemporaryDirectory(prefix="atrium-test-") as folder:
        atrium("migrate", "--data", folder)
        running = Server(folder, "")
        yield running
        running.stop()


@pytest.fixture(scope="session")
def accounts():
    """A server with accounts and no limit on how often one may ask. `password_link(email)` is what its operator hands out."""
    with tempfile.TemporaryDirectory(prefix="atrium-test-") as folder:
        atrium("migrate", "--data", folder)
        running = Server(folder, "", "--rate-factor", "0")
        running.letters = lambda email: [
            letter for letter in json.loads(atrium("admin", "letters", "--json", "--data", folder).stdout) if letter["address"] == email]
        running.password_link = lambda email: json.loads(atrium("admin", "create", email, "--json", "--data", folder).stdout)["password_link"]
        yield running
        running.stop()
