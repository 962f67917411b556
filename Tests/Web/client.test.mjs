import test from "node:test";
import assert from "node:assert/strict";
import { createAttempt, createClient, createFeatures, innerPath } from "../../Web/kit/client.js";
import { createSession, queueOfOne } from "../../Web/kit/session.js";
import { Problem, retryAfter } from "../../Web/kit/problem.js";
import { failure, json, memory, noNetwork, server, signedIn } from "./fake.mjs";

/** A client with a session, a server that answers as told, and what both told the page. */
function page(...answers) {
  const heard = [];
  const { fetch, asked, paths } = server(...answers);
  const session = createSession({ fetch, storage: memory(), locks: queueOfOne(), channel: null });
  session.accept(signedIn());
  const client = createClient({ session, fetch, features: createFeatures(memory()), pause: async () => heard.push({ type: "paused" }) });
  session.listen((event) => heard.push(event));
  client.listen((event) => { if (event.type !== "answered") heard.push(event); });
  return { client, session, asked, paths, heard };
}

test("a request carries the token and answers data and version", async () => {
  const { client, asked } = page(json(200, { id: "usr_1" }, { ETag: 'W/"3"' }));
  assert.deepEqual(await client.get("/v1/users/me"), { data: { id: "usr_1" }, etag: 'W/"3"', status: 200 });
  assert.equal(asked[0].headers.Authorization, "Bearer at_1");
});

test("401 mid-session renews once and sends the same request again, with the same key", async () => {
  const { client, asked, paths, heard } = page(failure(401, "unauthenticated"), json(200, signedIn(2)), json(201, { id: "x" }));
  const { status } = await client.post("/v1/things", { a: 1 }, { key: "k1", ifMatch: 'W/"1"' });
  assert.equal(status, 201);
  assert.deepEqual(paths(), ["POST /v1/things", "POST /v1/auth/token/refresh", "POST /v1/things"]);
  assert.deepEqual([asked[0], asked[2]].map((one) => one.headers["Idempotency-Key"]), ["k1", "k1"]);
  assert.equal(asked[2].headers.Authorization, "Bearer at_2");
  assert.equal(asked[2].headers["If-Match"], 'W/"1"');
  assert.deepEqual(heard, [{ type: "renewed" }]);
});

test("401 twice ends the session", async () => {
  const { client, session, paths, heard } = page(failure(401, "unauthenticated"), json(200, signedIn(2)), failure(401, "unauthenticated"));
  await assert.rejects(client.get("/v1/users/me"), { status: 401 });
  assert.equal(paths().length, 3);
  assert.equal(session.current, null);
  assert.deepEqual(heard.at(-1), { type: "signed-out", reason: "expired" });
});

test("a refused renewal ends the session with the server's reason", async () => {
  const { client, session, heard } = page(failure(401, "unauthenticated"), failure(401, "session_revoked", { reason: "refresh_token_reused" }));
  await assert.rejects(client.get("/v1/users/me"), { status: 401 });
  assert.equal(session.current, null);
  assert.deepEqual(heard.at(-1), { type: "signed-out", reason: "refresh_token_reused" });
});

test("a renewal that the network swallowed leaves the session", async () => {
  const { client, session } = page(failure(401, "unauthenticated"), noNetwork());
  await assert.rejects(client.get("/v1/users/me"), { kind: "offline" });
  assert.ok(session.current);
});

test("a renewal before a request that finds no server is told to the page like any other", async () => {
  for (const [answer, kind] of [[noNetwork(), "offline"], [failure(503, "service_unavailable"), "unavailable"]]) {
    const { client, session, heard } = page(answer);
    session.accept(signedIn(1, { expires_in: 1 }));
    heard.length = 0;
    await assert.rejects(client.get("/v1/users/me"), { kind });
    assert.deepEqual(heard.map((event) => event.type), [kind]);
    assert.ok(session.current);
  }
});

test("a session ended by name is not renewed", async () => {
  const { client, paths, heard } = page(failure(401, "session_revoked", { reason: "logout_all" }));
  await assert.rejects(client.get("/v1/users/me"), { status: 401 });
  assert.deepEqual(paths(), ["GET /v1/users/me"]);
  assert.deepEqual(heard.at(-1), { type: "signed-out", reason: "logout_all" });
});

for (const [code, details] of [["unauthenticated", { reason: "invalid_credentials" }], ["invalid_mfa_code", {}], ["mfa_token_invalid", {}]]) {
  test(`401 ${code} ${details.reason ?? ""} is about what was typed, and keeps the session`, async () => {
    const { client, session, paths } = page(failure(401, code, details));
    await assert.rejects(client.post("/v1/users/me/password", {}), { code });
    assert.equal(paths().length, 1);
    assert.ok(session.current);
  });
}

test("signing in wrongly renews nothing", async () => {
  const { client, asked } = page(failure(401, "unauthenticated", { reason: "invalid_credentials" }));
  await assert.rejects(client.post("/v1/auth/login", {}, { anonymous: true }), { reason: "invalid_credentials" });
  assert.equal(asked.length, 1);
  assert.equal(asked[0].headers.Authorization, undefined);
});

test("a guest's request for what needs a session asks nobody", async () => {
  const { client, session, asked } = page(json(200, {}));
  session.end();
  await assert.rejects(client.get("/v1/users/me"), { status: 401 });
  assert.equal(asked.length, 0);
});

// (answer, kind, what else holds)
const rows = [
  ["403 stays where it is", failure(403, "forbidden", { required_permission: "users.list" }), { kind: "forbidden" }],
  ["404 is an absence", failure(404, "user_not_found"), { kind: "absent" }],
  ["409 not_unique is a field's", failure(409, "not_unique", { field: "email", reason: "email_taken" }), { kind: "fields", fields: { email: { field: "email", code: "email_taken" } } }],
  ["409 version_conflict knows the version there is", failure(409, "version_conflict", { current_etag: 'W/"9"' }), { kind: "conflict", etag: 'W/"9"' }],
  ["409 of another kind is a refusal", failure(409, "mfa_already_enabled"), { kind: "refused" }],
  ["422 is its fields', the first of each", failure(422, "validation_failed", [{ field: "password", code: "too_short", min: 12 }, { field: "password", code: "breached" }, { field: "email", code: "invalid_format" }]),
    { kind: "fields", fields: { password: { field: "password", code: "too_short", min: 12 }, email: { field: "email", code: "invalid_format" } } }],
  ["429 says how long", failure(429, "rate_limited", { reason: "account_locked" }, { "Retry-After": "17" }), { kind: "wait", retryAfter: 17, reason: "account_locked" }],
  ["429 without a header still waits", failure(429, "rate_limited"), { kind: "wait", retryAfter: 30 }],
  ["500 can be quoted", failure(500, "internal_error", {}, { "X-Request-Id": "req_7" }), { kind: "broken", requestID: "req_7" }],
  ["a proxy's page is a problem too", () => new Response("<html>Bad gateway", { status: 502 }), { kind: "broken", code: "unreadable" }],
  ["an answer that is not JSON is a problem", () => new Response("<html>", { status: 200 }), { code: "unreadable" }],
];
for (const [name, answer, expected] of rows) {
  test(name, async () => {
    const { client, session, asked } = page(answer);
    await assert.rejects(client.get("/v1/users/me"), (problem) => {
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(problem[key], value, key);
      return problem instanceof Problem;
    });
    assert.equal(asked.length, 1);
    assert.ok(session.current);
  });
}

test("503 is told to the page and thrown, and nothing is queued", async () => {
  const { client, asked, heard } = page(failure(503, "service_unavailable", {}, { "Retry-After": "5" }));
  await assert.rejects(client.post("/v1/things", {}), { kind: "unavailable" });
  assert.deepEqual(heard, [{ type: "unavailable", retryAfter: 5 }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(asked.length, 1);
});

test("no network is told to the page and thrown", async () => {
  const { client, heard } = page(noNetwork());
  await assert.rejects(client.get("/v1/users/me"), { kind: "offline" });
  assert.deepEqual(heard, [{ type: "offline", retryAfter: null }]);
});

test("501 hides the feature until the session ends", async () => {
  const { client } = page(failure(501, "not_implemented"));
  assert.equal(client.features.shows("passkeys"), true);
  await assert.rejects(client.get("/v1/users/me/passkeys", { feature: "passkeys" }), { kind: "hidden" });
  assert.equal(client.features.shows("passkeys"), false);
  const storage = memory();
  createFeatures(storage).hide("sso");
  assert.equal(createFeatures(storage).shows("sso"), false);
});

test("a request whose twin is still under way waits for its answer", async () => {
  const { client, asked, heard } = page(failure(409, "idempotency_key_in_flight"), failure(409, "idempotency_key_in_flight"), json(201, { id: 1 }));
  assert.equal((await client.post("/v1/things", {}, { key: "k" })).status, 201);
  assert.equal(asked.length, 3);
  assert.equal(heard.length, 2);
});

test("a list is read page after page", async () => {
  const { client, paths } = page(json(200, { data: [1, 2], page: { has_more: true, next_cursor: "a b" } }), json(200, { data: [3], page: { has_more: false, next_cursor: null } }));
  assert.deepEqual(await client.all("/v1/users/me/sessions"), [1, 2, 3]);
  assert.deepEqual(paths(), ["GET /v1/users/me/sessions?limit=100", "GET /v1/users/me/sessions?limit=100&cursor=a%20b"]);
});

test("a form keeps its key until the server has answered for good", () => {
  let n = 0;
  const attempt = createAttempt(() => `key${++n}`);
  assert.equal(attempt.key({ a: 1 }), "key1");
  for (const status of [0, 401, 429, 500, 503]) {
    attempt.settle(new Problem(status, "x"));
    assert.equal(attempt.key({ a: 1 }), "key1", String(status));
  }
  assert.equal(attempt.key({ a: 2 }), "key2", "other words are another request");
  attempt.settle(new Problem(422, "validation_failed", { details: [] }));
  assert.equal(attempt.key({ a: 2 }), "key3", "a new try after a refusal is another request");
  attempt.settle();
  assert.equal(attempt.key({ a: 2 }), "key4", "what was done is not done again by the old key");
});

for (const [asked, path] of [
  ["/account/security?x=1#y", "/account/security?x=1#y"], ["//evil.example", "/"], ["/\\evil.example", "/"], ["https://evil.example", "/"],
  ["javascript:alert(1)", "/"], ["/a\n/b", "/"], ["", "/"], [null, "/"], ["account", "/"], ["/\t/evil.example", "/"], ["/..//evil.example", "/"],
]) {
  test(`after sign-in, ${JSON.stringify(asked)} leads to ${path}`, () => assert.equal(innerPath(asked, "https://hub.example"), path));
}

for (const [header, seconds] of [["5", 5], ["0", 1], ["-3", null], ["Thu, 01 Jan 1970 00:00:09 GMT", 8], ["soon", null], [null, null], ["9".repeat(30), 86400]]) {
  test(`Retry-After: ${header} is ${seconds} s`, () => assert.equal(retryAfter(header, 1000), seconds));
}
