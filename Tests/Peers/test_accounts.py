"""What only a whole process shows of accounts: letters by a real mail server, and the key file that seals the database."""
import json, os, subprocess, sys, threading, time, urllib.error, urllib.request

import pytest

from conftest import ROOT, Server, atrium

PERSON = {"email": "dana@atrium.example", "password": "a river of lamps at night"}


def post(server, path, body):
    request = urllib.request.Request(
        server.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as problem:
        return problem.code, json.loads(problem.read())


@pytest.fixture
def data(tmp_path):
    atrium("migrate", "--data", tmp_path)
    return tmp_path


class Sink:
    """A mail server that tells what it gets."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/Peers/smtp_sink.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = json.loads(self.process.stdout.readline())["port"]
        self.lines = []
        threading.Thread(target=lambda: self.lines.extend(map(json.loads, self.process.stdout)), daemon=True).start()

    def subjects(self, count, limit=15):
        began = time.monotonic()
        while len(self.messages()) < count and time.monotonic() - began < limit:
            time.sleep(0.05)
        return [message["subject"] for message in self.messages()]

    def messages(self):
        return [line["message"] for line in self.lines if "message" in line]

    def stop(self):
        self.process.kill()
        self.process.wait()


def test_letters_leave_by_the_mail_server_once_in_the_language_of_their_reader(data):
    sink = Sink()
    server = Server(data, "", "--smtp-url", f"smtp://127.0.0.1:{sink.port}?tls=never", "--mail-from", "post@atrium.example")
    try:
        request = urllib.request.Request(
            server.url + "/v1/auth/signup", json.dumps(PERSON).encode(),
            {"Content-Type": "application/json", "Accept-Language": "ar-EG"}, method="POST")
        assert urllib.request.urlopen(request, timeout=10).status == 201
        assert post(server, "/v1/auth/password/forgot", {"email": PERSON["email"]})[0] == 202
        assert post(server, "/v1/auth/password/forgot", {"email": "nobody@atrium.example"})[0] == 202
        assert len(sink.subjects(2)) == 2
        for message in sink.messages():
            assert message["to_address"] == PERSON["email"] and message["from_address"] == "post@atrium.example"
            assert message["language"] == "ar" and message["defects"] == [] and server.url + "/" in message["text"]
    finally:
        server.stop()
    # Another run sends none of them again.
    server = Server(data, "", "--smtp-url", f"smtp://127.0.0.1:{sink.port}?tls=never")
    time.sleep(2)
    server.stop()
    assert len(sink.messages()) == 2
    sink.stop()
    states = {letter["state"] for letter in json.loads(atrium("admin", "letters", "--json", "--data", data).stdout)}
    assert states == {"sent"}


def test_a_letter_waits_for_a_mail_server_that_is_away(data):
    server = Server(data, "", "--smtp-url", "smtp://127.0.0.1:9?tls=never")
    assert post(server, "/v1/auth/signup", PERSON)[0] == 201
    time.sleep(1)
    server.stop()
    (letter,) = json.loads(atrium("admin", "letters", "--json", "--data", data).stdout)
    assert letter["state"] == "queued" and "/verify?token=" in letter["text"]


def test_a_database_opens_only_with_the_key_that_sealed_it(data):
    server = Server(data, "")
    assert post(server, "/v1/auth/signup", PERSON)[0] == 201
    server.stop()
    key = data / "atrium.key"
    kept = key.read_bytes()
    assert key.stat().st_mode & 0o077 == 0
    key.unlink()
    done = atrium("serve", "--data", data, "--port", "0", check=False)
    assert done.returncode == 1 and "is missing" in done.stderr and not key.exists(), done.stderr
    key.write_bytes(os.urandom(32))
    key.chmod(0o600)
    done = atrium("serve", "--data", data, "--port", "0", check=False)
    assert done.returncode == 1 and "not the one that this database was sealed with" in done.stderr, done.stderr
    assert "✗ key file" in atrium("doctor", "--data", data, check=False).stdout
    key.write_bytes(kept)
    assert "✓ key file" in atrium("doctor", "--data", data, check=False).stdout
    server = Server(data, "")
    assert post(server, "/v1/auth/login", PERSON)[0] == 200
    server.stop()


def test_what_is_not_offered_says_so_in_the_envelope(data):
    server = Server(data, "")
    for path in ("/v1/auth/passkeys/options", "/v1/auth/mfa/verify", "/v1/users/me/mfa/totp", "/v1/auth/sso/any/callback"):
        status, answer = post(server, path, {})
        assert status == 501 and answer["error"]["code"] == "not_implemented", path
    server.stop()
