"""PyJWT and joserfc verify our tokens with our published keys, and on thousands of changed ones say what we say."""
import base64
import http.client
import json
import random
import tempfile
import urllib.request

import jwt
import pytest
from joserfc import jwt as jose
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from conftest import Server, atrium

LEEWAY = 60
SEED = 20260301


@pytest.fixture(scope="module")
def hub():
    with tempfile.TemporaryDirectory(prefix="atrium-jwt-") as folder:
        atrium("migrate", "--data", folder)
        server = Server(folder, None, "--rate-factor", "0")
        yield server
        server.stop()


def call(hub, method, path, body=None, token=None):
    connection = http.client.HTTPConnection("127.0.0.1", hub.port, timeout=20)
    headers = {"Content-Type": "application/json"} if body is not None else {}
    if token is not None:
        headers["Authorization"] = "Bearer " + token
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, json.loads(text) if text else None


@pytest.fixture(scope="module")
def keys(hub):
    with urllib.request.urlopen(hub.url + "/.well-known/jwks.json") as answer:
        return json.load(answer)


@pytest.fixture(scope="module")
def token(hub):
    status, answer = call(hub, "POST", "/v1/auth/signup", {"email": "dana@example.com", "password": "tide clock runs slow"})
    assert status == 201
    return answer["access_token"]


def pyjwt_takes(token, keys, issuer, audience="hub-platform"):
    try:
        kid = jwt.get_unverified_header(token)["kid"]
        key = next(jwt.PyJWK(key) for key in keys["keys"] if key["kid"] == kid)
        jwt.decode(
            token, key, algorithms=["RS256"], audience=audience, issuer=issuer, leeway=LEEWAY,
            options={"require": ["exp", "iss", "aud"]})
        return True
    except (jwt.PyJWTError, KeyError, StopIteration, ValueError, TypeError):
        return False


def joserfc_takes(token, keys, issuer, audience="hub-platform"):
    try:
        found = jose.decode(token, KeySet.import_key_set(keys), algorithms=["RS256"])
        registry = jose.JWTClaimsRegistry(
            leeway=LEEWAY, iss={"essential": True, "value": issuer}, aud={"essential": True, "value": audience},
            exp={"essential": True})
        registry.validate(found.claims)
        return True
    except (JoseError, ValueError, TypeError, KeyError):
        return False


def we_take(hub, token):
    status, answer = call(hub, "GET", "/v1/users/me/capabilities", token=token)
    assert status in (200, 401), answer
    return status == 200


def test_the_set_holds_nothing_private_and_a_key_for_the_token(keys, token):
    assert all(set(key) == {"alg", "e", "kid", "kty", "n", "use"} for key in keys["keys"])
    assert jwt.get_unverified_header(token)["kid"] in [key["kid"] for key in keys["keys"]]


def test_both_take_what_we_sign(hub, keys, token):
    assert pyjwt_takes(token, keys, hub.url) and joserfc_takes(token, keys, hub.url) and we_take(hub, token)


def test_the_discovery_document_leads_to_the_keys(hub, keys):
    with urllib.request.urlopen(hub.url + "/.well-known/openid-configuration") as answer:
        document = json.load(answer)
    assert document["issuer"] == hub.url
    with urllib.request.urlopen(document["jwks_uri"]) as answer:
        assert json.load(answer) == keys


def test_a_token_for_an_app_is_that_apps(hub, keys, token):
    status, answer = call(hub, "POST", "/v1/auth/app-tokens", {"application_id": "app_planner"}, token)
    assert status == 200
    for audience, taken in (("app_planner", True), ("hub-platform", False)):
        assert pyjwt_takes(answer["app_token"], keys, hub.url, audience) is taken
        assert joserfc_takes(answer["app_token"], keys, hub.url, audience) is taken
    assert not we_take(hub, answer["app_token"])


def encoded(value):
    return base64.urlsafe_b64encode(value if isinstance(value, bytes) else json.dumps(value).encode()).rstrip(b"=").decode()


def loosely(part):
    """What a lax reader of base64url makes of a part: other alphabets, padding and bits left over pass."""
    try:
        return base64.urlsafe_b64decode(part.replace("+", "-").replace("/", "_").rstrip("=") + "==")
    except ValueError:
        return None


def same_but_for_spelling(changed, token):
    parts, original = changed.split("."), token.split(".")
    return len(parts) == 3 and [loosely(part) for part in parts] == [loosely(part) for part in original]


def mutations(token, count):
    draw = random.Random(SEED)
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    head, claims, signature = token.split(".")
    header, body = json.loads(loosely(head)), json.loads(loosely(claims))
    yield from (
        f"{encoded({**header, 'alg': alg})}.{claims}.{signature}" for alg in ("none", "None", "HS256", "RS384", "PS256", "ES256", ""))
    yield from (f"{encoded({**header, 'alg': 'none'})}.{claims}.", f"{head}.{claims}.", f"{head}..{signature}", f"..{signature}")
    yield from (f"{encoded({**header, 'kid': kid})}.{claims}.{signature}" for kid in ("", "x", "../k", None, 1, header["kid"].lower()))
    yield from (
        f"{head}.{encoded({**body, name: value})}.{signature}"
        for name, value in (("exp", 9999999999), ("sub", "usr_1"), ("aud", "app_planner"), ("iss", "x"), ("sid", "ses_1"), ("x", 1)))
    yield from (token + "=", token + "==", token + ".", "." + token, token + "." + signature, token[:-1], token + "A")
    yield from (f"{head}=.{claims}.{signature}", f"{head}.{claims}=.{signature}")
    yield token[:-1] + digits[digits.index(token[-1]) ^ 1]
    for _ in range(count):
        text = list(token)
        for _ in range(draw.choice((1, 1, 1, 2, 5))):
            at = draw.randrange(len(text))
            kind = draw.randrange(4)
            if kind == 0:
                text[at] = draw.choice(digits + "=+/.~")
            elif kind == 1:
                del text[at]
            elif kind == 2:
                text.insert(at, draw.choice(digits + "=."))
            else:
                other = draw.randrange(len(text))
                text[at], text[other] = text[other], text[at]
        yield "".join(text)


def test_on_changed_tokens_nobody_disagrees(hub, keys, token):
    lax = {"PyJWT": 0, "joserfc": 0}
    tried = 0
    for changed in mutations(token, 3000):
        tried += 1
        ours = we_take(hub, changed)
        assert ours is (changed == token), changed
        for name, takes in (("PyJWT", pyjwt_takes), ("joserfc", joserfc_takes)):
            theirs = takes(changed, keys, hub.url)
            if theirs and not ours:
                # The one thing in which either is laxer: several spellings in base64url of the same bytes.
                assert same_but_for_spelling(changed, token), f"{name} takes {changed}"
                lax[name] += 1
            assert theirs or not ours, f"{name} refuses {changed}"
    assert tried > 3000
    print(f"{tried} changed tokens; taken in another spelling: {lax}")
