"""Other people's tools read our OpenAPI document and hold the running server to it."""
import json, os, subprocess, sys

from openapi_spec_validator import validate

from conftest import atrium


def document():
    return json.loads(atrium("openapi").stdout)


def test_the_document_is_valid_openapi():
    validate(document())


def test_no_request_made_from_the_document_finds_an_undeclared_answer(server, tmp_path):
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document()))
    done = subprocess.run(
        [
            os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", str(path), "--url", server.url,
            "--header", f"X-API-Key: {server.key}", "--checks", "all",
            # A cursor is whatever the server gave; no schema can say which texts it gave, so one made up is refused with a declared 400.
            "--exclude-checks", "positive_data_acceptance", "--max-examples", "40", "--seed", "20260304",
            "--workers", "1", "--no-color", "--suppress-health-check", "all",
        ],
        capture_output=True, text=True, cwd=tmp_path, timeout=900)
    assert done.returncode == 0, done.stdout[-12000:] + done.stderr[-2000:]
