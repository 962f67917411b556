"""A small Hub that answers the pages while a test holds the strings: the contract of Hub spec §§2.9, 7.1–7.6, kept in memory.

It stands where a test needs an answer that the real server gives only on a bad day (503, a lost answer, a conflict), and is used
through `page.route`, so that the pages and their headers still come from the real server.
"""
import base64, datetime, hashlib, hmac, json, re, struct, time
from urllib.parse import urlsplit


def totp(secret, at=None):
    """RFC 6238: six digits, thirty seconds, SHA-1."""
    key = base64.b32decode(secret)
    mac = hmac.new(key, struct.pack(">Q", int((at or time.time()) // 30)), hashlib.sha1).digest()
    place = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[place:place + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


def moment(days=0):
    return (datetime.datetime(2026, 12, 1, 12, 0) + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Refusal(Exception):
    def __init__(self, status, code, details=None, headers=None):
        self.status, self.code, self.details, self.headers = status, code, details or {}, headers or {}


class FakeHub:
    secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

    def __init__(self):
        self.people, self.sessions, self.refresh, self.access = {}, {}, {}, {}
        self.mail, self.asked, self.challenges, self.number = [], [], {}, 0
        # What the next request of a path gets instead: (method, path pattern) → list of answers, each used once.
        self.instead = []
        # Where passkeys are: the host that they belong to; None answers 501.
        self.passkey_host, self.passkeys = None, {}

    # Things to say before a test

    def person(self, email="dana@atrium.example", password="a river of lamps", verified=True, mfa=False):
        self.number += 1
        self.people[email] = {"id": f"usr_{self.number}", "email": email, "password": password, "verified": verified, "mfa": mfa, "name": email.split("@")[0],
                              "settings": {"locale": "en-US", "timezone": "UTC", "theme": "system", "notifications": {"email": True}}, "version": 1,
                              "codes": [f"aaaa-bbbb-{n:04d}" for n in range(10)], "erased": None}
        return self.people[email]

    def next_answer(self, method, path, status, code=None, details=None, headers=None, times=1):
        """The next request is answered so, once it came; `status` 0 is a connection that breaks."""
        self.instead += [(method, path, status, code, details or {}, headers or {})] * times

    def session_of(self, person, agent="Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", current=False):
        self.number += 1
        session = {"id": f"ses_{self.number}", "person": person, "agent": agent, "revoked": None}
        self.sessions[session["id"]] = session
        return session

    # The server

    def install(self, context):
        context.route(re.compile(r".*/v1/.*"), self.handle)

    def handle(self, route):
        request = route.request
        path = urlsplit(request.url).path
        body = json.loads(request.post_data) if request.post_data else {}
        headers = request.headers
        self.asked.append((request.method, path, body, headers))
        for at, (method, pattern, status, code, details, more) in enumerate(self.instead):
            if method == request.method and re.fullmatch(pattern, path):
                del self.instead[at]
                if status == 0:
                    return route.abort("connectionfailed")
                return self.send(route, status, {"error": {"code": code, "message": code, "details": details}}, more)
        try:
            status, answer, more = self.answer(request.method, path, body, headers)
            self.send(route, status, answer, more)
        except Refusal as refusal:
            self.send(route, refusal.status, {"error": {"code": refusal.code, "message": refusal.code, "details": refusal.details}}, refusal.headers)

    def send(self, route, status, answer, more):
        route.fulfill(status=status, body="" if answer is None else json.dumps(answer),
                      headers={"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "X-Request-Id": "req_test", **more})

    def answer(self, method, path, body, headers):
        for wanted, pattern, call in self.table():
            match = re.fullmatch(pattern, path)
            if match and wanted == method:
                found = call(body, headers, *match.groups())
                return found if isinstance(found, tuple) else (204, None, {})
        raise Refusal(404, "not_found")

    def table(self):
        me = "/v1/users/me"
        return [
            ("POST", "/v1/auth/signup", self.sign_up), ("POST", "/v1/auth/login", self.sign_in), ("POST", "/v1/auth/mfa/verify", self.meet),
            ("POST", "/v1/auth/token/refresh", self.renew), ("POST", "/v1/auth/logout", self.sign_out), ("POST", "/v1/auth/email/verify", self.verify),
            ("POST", "/v1/auth/email/verify/resend", self.resend), ("POST", "/v1/auth/password/forgot", self.forgot), ("POST", "/v1/auth/password/reset", self.reset),
            ("POST", "/v1/auth/invitations/accept", self.accept), ("POST", "/v1/auth/passkeys/options", self.passkey_options), ("POST", "/v1/auth/passkeys", self.passkey_sign_in), ("POST", "/v1/auth/mfa/passkey", self.passkey_meet),
            ("GET", me + "/passkeys", self.list_passkeys), ("POST", me + "/passkeys/options", self.passkey_creation), ("POST", me + "/passkeys", self.add_passkey),
            ("PATCH", me + "/passkeys/([^/]+)", self.rename_passkey), ("DELETE", me + "/passkeys/([^/]+)", self.remove_passkey),
            ("POST", "/v1/auth/oauth/authorization-codes", self.authorize),
            ("GET", me, lambda b, h: (200, self.view(self.caller(h)), {})), ("PATCH", me, self.set_email), ("POST", me + "/password", self.change), ("POST", me + "/mfa/totp", self.enrol),
            ("POST", me + "/mfa/totp/confirm", self.confirm), ("POST", me + "/mfa/totp/disable", self.disable), ("GET", me + "/sessions", self.list_sessions),
            ("DELETE", me + "/sessions/([^/]+)", self.end_session), ("GET", me + "/export", lambda b, h: (200, {"exported_at": moment(), "user": self.view(self.caller(h))}, {})),
            ("POST", me + "/erasure-requests", self.erase), ("GET", me + "/settings", self.settings), ("PATCH", me + "/settings", self.set_settings),
            ("GET", me + "/profile", lambda b, h: (200, {"display_name": self.caller(h)["name"]}, {"ETag": 'W/"1"'})), ("PATCH", me + "/profile", self.set_profile),
        ]

    def view(self, person):
        return {"id": person["id"], "email": person["email"], "email_verified": person["verified"], "pending_email": person.get("pending"), "status": "active", "mfa_enabled": person["mfa"], "created_at": moment()}

    def issue(self, person, session=None, status=200):
        session = session or self.session_of(person)
        self.number += 1
        access, refresh = f"at_{self.number}", f"rtk_{self.number}"
        self.access[access], self.refresh[refresh] = session, session
        return status, {"token_type": "Bearer", "access_token": access, "expires_in": 900, "refresh_token": refresh, "refresh_token_expires_in": 2592000,
                        "session_id": session["id"], "user_id": person["id"], "email_verified": person["verified"]}, {}

    def caller(self, headers):
        session = self.access.get(headers.get("authorization", "").removeprefix("Bearer "))
        if not session:
            raise Refusal(401, "unauthenticated")
        if session["revoked"]:
            raise Refusal(401, "session_revoked", {"reason": session["revoked"]})
        return session["person"]

    def revoke(self, person, reason, but=None):
        for session in self.sessions.values():
            if session["person"] is person and session is not but:
                session["revoked"] = session["revoked"] or reason

    def judge(self, password, field):
        if len(password) < 12:
            raise Refusal(422, "validation_failed", [{"field": field, "code": "too_short", "message": "", "min": 12}])
        if password == "password1234":
            raise Refusal(422, "validation_failed", [{"field": field, "code": "breached", "message": ""}])

    def sign_up(self, body, headers):
        if body["email"] in self.people:
            raise Refusal(409, "not_unique", {"field": "email", "reason": "email_taken"})
        if "@" not in body["email"]:
            raise Refusal(422, "validation_failed", [{"field": "email", "code": "invalid_format", "message": ""}])
        self.judge(body["password"], "password")
        person = self.person(body["email"], body["password"], verified=False)
        person["name"] = body.get("display_name", person["name"])
        self.mail.append((body["email"], f"/verify?token=emv_{person['id']}"))
        return self.issue(person, status=201)

    def sign_in(self, body, headers):
        person = self.people.get(body["email"])
        if not person or person["password"] != body["password"] or person["erased"]:
            raise Refusal(401, "unauthenticated", {"reason": "invalid_credentials"})
        if person["mfa"]:
            self.challenges["mfa_1"] = person
            return 200, {"mfa_required": True, "mfa_token": "mfa_1", "methods": ["totp", "recovery_code"] + (["passkey"] if self.passkeys else []), "expires_in": getattr(self, "challenge_life", 300)}, {}
        return self.issue(person)

    def is_code(self, person, body):
        if "code" in body:
            return body["code"] in (totp(self.secret), totp(self.secret, time.time() - 30))
        if body.get("recovery_code") in person["codes"]:
            person["codes"].remove(body["recovery_code"])
            return True
        return False

    def meet(self, body, headers):
        person = self.challenges.get(body["mfa_token"])
        if not person:
            raise Refusal(401, "mfa_token_invalid")
        if not self.is_code(person, body):
            raise Refusal(401, "invalid_mfa_code")
        return self.issue(person)

    def renew(self, body, headers):
        session = self.refresh.pop(body["refresh_token"], None)
        if not session:
            raise Refusal(401, "session_revoked", {"reason": "unknown"})
        if session["revoked"]:
            raise Refusal(401, "session_revoked", {"reason": session["revoked"]})
        return self.issue(session["person"], session)

    def sign_out(self, body, headers):
        person = self.caller(headers)
        self.access[headers["authorization"].removeprefix("Bearer ")]["revoked"] = "logout"
        if body.get("all_sessions"):
            self.revoke(person, "logout_all")

    def verify(self, body, headers):
        for person in self.people.values():
            if body["token"] == f"emv_{person['id']}" and not person["verified"]:
                person["verified"] = True
                return None
        raise Refusal(400, "token_invalid")

    def resend(self, body, headers):
        if body["email"] in self.people:
            self.mail.append((body["email"], f"/verify?token=emv_{self.people[body['email']]['id']}"))
        return 202, None, {}

    def forgot(self, body, headers):
        if body["email"] in self.people:
            self.mail.append((body["email"], f"/reset?token=pwr_{self.people[body['email']]['id']}"))
        return 202, None, {}

    def reset(self, body, headers):
        for person in self.people.values():
            if body["token"] == f"pwr_{person['id']}":
                self.judge(body["new_password"], "new_password")
                person["password"] = body["new_password"]
                self.revoke(person, "password_reset")
                return None
        raise Refusal(400, "token_invalid")

    def accept(self, body, headers):
        if body["token"] != "inv_good":
            raise Refusal(400, "token_invalid")
        self.judge(body["password"], "password")
        return self.issue(self.person("guest@atrium.example", body["password"]))

    # Passkeys: what a browser is asked and what it answers; whether signatures hold is for the suites of the server.

    def with_passkeys(self):
        if not self.passkey_host:
            raise Refusal(501, "not_implemented")

    def passkey_options(self, body, headers):
        self.with_passkeys()
        return 200, {"challenge": "A" * 43, "rpId": self.passkey_host, "timeout": 60000, "allowCredentials": [], "userVerification": "required"}, {}

    def passkey_creation(self, body, headers):
        self.with_passkeys()
        person = self.caller(headers)
        handle = base64.urlsafe_b64encode(person["id"].encode()).decode().rstrip("=")
        return 200, {"challenge": "A" * 43, "rp": {"id": self.passkey_host, "name": "Atrium"}, "user": {"id": handle, "name": person["email"], "displayName": person["email"]},
                     "pubKeyCredParams": [{"type": "public-key", "alg": -7}], "timeout": 60000, "excludeCredentials": [{"type": "public-key", "id": one} for one in self.passkeys],
                     "authenticatorSelection": {"residentKey": "required", "requireResidentKey": True, "userVerification": "required"}, "attestation": "none"}, {}

    def add_passkey(self, body, headers):
        person = self.caller(headers)
        said = json.loads(base64.urlsafe_b64decode(body["response"]["clientDataJSON"] + "=="))
        assert said["type"] == "webauthn.create" and said["challenge"] == "A" * 43 and body["response"]["attestationObject"] and body["type"] == "public-key"
        self.passkeys[body["id"]] = {"id": f"psk_{len(self.passkeys) + 1}", "user_id": person["id"], "name": body["name"], "backed_up": False, "created_at": moment(), "last_used_at": None}
        return 201, self.passkeys[body["id"]], {}

    def list_passkeys(self, body, headers):
        self.with_passkeys()
        person = self.caller(headers)
        return 200, {"data": [one for one in self.passkeys.values() if one["user_id"] == person["id"]]}, {}

    def passkey(self, name):
        found = [(key, one) for key, one in self.passkeys.items() if one["id"] == name]
        if not found:
            raise Refusal(404, "passkey_not_found")
        return found[0]

    def rename_passkey(self, body, headers, name):
        self.passkey(name)[1]["name"] = body["name"]
        return 200, self.passkey(name)[1], {}

    def remove_passkey(self, body, headers, name):
        del self.passkeys[self.passkey(name)[0]]

    def passkey_owner(self, body):
        said = json.loads(base64.urlsafe_b64decode(body["response"]["clientDataJSON"] + "=="))
        assert said["type"] == "webauthn.get" and body["response"]["signature"] and body["response"]["authenticatorData"]
        one = self.passkeys.get(body["id"])
        if not one or base64.urlsafe_b64decode(body["response"]["userHandle"] + "==").decode() != one["user_id"]:
            raise Refusal(401, "unauthenticated", {"reason": "invalid_credentials"})
        return next(person for person in self.people.values() if person["id"] == one["user_id"])

    def passkey_sign_in(self, body, headers):
        return self.issue(self.passkey_owner(body))

    def passkey_meet(self, body, headers):
        assert self.challenges[body["mfa_token"]] is self.passkey_owner(body["credential"])
        return self.issue(self.challenges[body["mfa_token"]])

    def authorize(self, body, headers):
        self.caller(headers)
        if body["application_id"] != "app_planner":
            raise Refusal(404, "application_not_found")
        if not body["redirect_uri"].startswith("https://planner.example/"):
            raise Refusal(422, "redirect_uri_not_registered")
        return 201, {"code": "ac_1", "expires_in": 60, "redirect_to": f"{body['redirect_uri']}?code=ac_1&state={body.get('state', '')}"}, {}

    def set_email(self, body, headers):
        person = self.caller(headers)
        if body["email"] in self.people:
            raise Refusal(409, "not_unique", {"field": "email", "reason": "email_taken"})
        person["pending"] = body["email"]
        return 200, self.view(person), {}

    def change(self, body, headers):
        person = self.caller(headers)
        if body["current_password"] != person["password"]:
            raise Refusal(401, "unauthenticated", {"reason": "invalid_credentials"})
        self.judge(body["new_password"], "new_password")
        person["password"] = body["new_password"]
        self.revoke(person, "password_changed", self.access[headers["authorization"].removeprefix("Bearer ")])

    def enrol(self, body, headers):
        person = self.caller(headers)
        if person["mfa"]:
            raise Refusal(409, "mfa_already_enabled")
        squares = "".join(f'<rect x="{x}" y="{y}" width="1" height="1"/>' for x in range(25) for y in range(25) if (x * 7 + y * 13 + x * y) % 3 == 0)
        return 200, {"secret": self.secret, "otpauth_uri": f"otpauth://totp/Atrium:{person['email']}?secret={self.secret}&issuer=Atrium",
                     "qr_svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 25 25">{squares}</svg>', "expires_in": 600}, {}

    def confirm(self, body, headers):
        person = self.caller(headers)
        if not self.is_code(person, body):
            raise Refusal(401, "invalid_mfa_code")
        person["mfa"] = True
        return 200, {"mfa_enabled": True, "recovery_codes": person["codes"]}, {}

    def disable(self, body, headers):
        person = self.caller(headers)
        if not self.is_code(person, body):
            raise Refusal(401, "invalid_mfa_code")
        person["mfa"] = False

    def list_sessions(self, body, headers):
        person, here = self.caller(headers), self.access[headers["authorization"].removeprefix("Bearer ")]
        found = [{"id": one["id"], "created_at": moment(-3), "last_seen_at": moment(-1), "expires_at": moment(20), "ip_address": "203.0.113.7", "user_agent": one["agent"],
                  "amr": ["pwd"], "current": one is here} for one in self.sessions.values() if one["person"] is person and not one["revoked"]]
        return 200, {"data": found, "page": {"next_cursor": None, "has_more": False}}, {}

    def end_session(self, body, headers, name):
        self.caller(headers)
        if name not in self.sessions:
            raise Refusal(404, "session_not_found")
        self.sessions[name]["revoked"] = "logout"

    def erase(self, body, headers):
        person = self.caller(headers)
        person["erased"] = moment(7)
        self.revoke(person, "user_deleted")
        return 202, {"user_id": person["id"], "status": "scheduled", "requested_at": moment(), "scheduled_for": moment(7)}, {}

    def settings(self, body, headers):
        person = self.caller(headers)
        return 200, {"user_id": person["id"], **person["settings"]}, {"ETag": f'W/"{person["version"]}"'}

    def set_settings(self, body, headers):
        person = self.caller(headers)
        if headers.get("if-match") != f'W/"{person["version"]}"':
            raise Refusal(409, "version_conflict", {"current_etag": f'W/"{person["version"]}"'})
        notifications = {**person["settings"]["notifications"], **body.pop("notifications", {})}
        person["settings"] |= body | {"notifications": notifications}
        person["version"] += 1
        return self.settings(body, headers)

    def set_profile(self, body, headers):
        person = self.caller(headers)
        person["name"] = body["display_name"]
        return 200, {"display_name": person["name"]}, {"ETag": 'W/"2"'}
