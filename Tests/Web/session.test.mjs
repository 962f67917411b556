import test from "node:test";
import assert from "node:assert/strict";
import { createSession, queueOfOne } from "../../Web/kit/session.js";
import { air, failure, json, memory, noNetwork, server, signedIn } from "./fake.mjs";

function tabs(count, fetch, change = {}) {
  const storage = memory(), locks = queueOfOne(), channel = air();
  let now = 1_000_000;
  const made = Array.from({ length: count }, () => createSession({ fetch, storage, locks, channel: channel(), now: () => now, ...change }));
  return { tabs: made, storage, pass: (milliseconds) => { now += milliseconds; } };
}

test("a guest has no token and asks for none", async () => {
  const { fetch, asked } = server(json(500, {}));
  const { tabs: [tab] } = tabs(1, fetch);
  assert.equal(await tab.token(), null);
  assert.equal(asked.length, 0);
});

test("the access token is in memory only, the refresh token in storage", async () => {
  const { tabs: [tab], storage } = tabs(1, server(json(500, {})).fetch);
  tab.accept(signedIn());
  assert.equal(await tab.token(), "at_1");
  assert.match([...storage.kept.values()].join(), /rtk_1/);
  assert.doesNotMatch([...storage.kept.values()].join(), /at_1/);
});

test("requests of one tab that need a token at once make one renewal", async () => {
  const { fetch, asked } = server(json(200, signedIn(2)));
  const { tabs: [tab], pass } = tabs(1, fetch);
  tab.accept(signedIn());
  pass(899_000);
  assert.deepEqual(await Promise.all([tab.token(), tab.token(), tab.token()]), ["at_2", "at_2", "at_2"]);
  assert.equal(asked.length, 1);
  assert.deepEqual(asked[0].body, { refresh_token: "rtk_1" });
});

test("tabs that need a token at once make one renewal between them", async () => {
  const { fetch, asked } = server(json(200, signedIn(2)), json(200, signedIn(3)));
  const { tabs: all, pass } = tabs(4, fetch);
  all[0].accept(signedIn());
  pass(899_000);
  assert.deepEqual(await Promise.all(all.map((tab) => tab.token())), ["at_2", "at_2", "at_2", "at_2"]);
  assert.equal(asked.length, 1);
});

test("tabs without a channel renew one after another, each with the newest token", async () => {
  const { fetch, asked } = server((one) => json(200, signedIn(Number(one.body.refresh_token.slice(4)) + 1))());
  const { tabs: all, pass } = tabs(3, fetch, { channel: null });
  all[0].accept(signedIn());
  pass(899_000);
  await Promise.all(all.map((tab) => tab.token()));
  assert.deepEqual(asked.map((one) => one.body.refresh_token), ["rtk_1", "rtk_2", "rtk_3"]);
});

test("an answer lost on the way leaves the session, and the next try presents the same token", async () => {
  const { fetch, asked } = server(noNetwork(), json(200, signedIn(2)));
  const { tabs: [tab], pass } = tabs(1, fetch);
  tab.accept(signedIn());
  pass(899_000);
  await assert.rejects(tab.token(), { code: "offline" });
  assert.ok(tab.current);
  assert.equal(await tab.token(), "at_2");
  assert.deepEqual(asked.map((one) => one.body.refresh_token), ["rtk_1", "rtk_1"]);
});

for (const [status, code] of [[503, "service_unavailable"], [429, "rate_limited"], [500, "internal_error"]]) {
  test(`a server that answers ${status} does not end the session`, async () => {
    const { tabs: [tab], pass } = tabs(1, server(failure(status, code)).fetch);
    tab.accept(signedIn());
    pass(899_000);
    await assert.rejects(tab.token(), { code });
    assert.ok(tab.current);
  });
}

test("a refused renewal ends the session in every tab and says why", async () => {
  const { tabs: [one, two], pass, storage } = tabs(2, server(failure(401, "session_revoked", { reason: "password_reset" })).fetch);
  const heard = [];
  two.listen((event) => heard.push(event));
  one.accept(signedIn());
  pass(899_000);
  await assert.rejects(one.token(), { code: "session_revoked" });
  assert.equal(one.current, null);
  assert.deepEqual(heard.at(-1), { type: "signed-out", reason: "password_reset" });
  assert.equal(await two.token(), null);
  assert.equal(storage.kept.size, 0);
});

test("a tab whose view of storage is late forgets a session at the word of another, and keeps a newer one", async () => {
  const channel = air(), { fetch } = server(json(500, {}));
  const late = memory(), session = (storage) => createSession({ fetch, storage, locks: queueOfOne(), channel: channel() });
  const one = session(memory()), two = session(late);
  one.accept(signedIn());
  late.setItem("atrium.session", JSON.stringify(signedIn()));
  one.end("logout");
  assert.equal(two.current, null);
  one.accept(signedIn());
  late.setItem("atrium.session", JSON.stringify(signedIn(5, { session_id: "ses_2" })));
  one.end("logout");
  assert.equal(two.current.session_id, "ses_2");
});

test("a renewal that comes back after signing out signs nobody in", async () => {
  let answer;
  const { fetch } = server(() => new Promise((resolve) => { answer = () => resolve(json(200, signedIn(2))()); }));
  const { tabs: [tab], pass } = tabs(1, fetch);
  tab.accept(signedIn());
  pass(899_000);
  const token = tab.token();
  await new Promise((resolve) => setImmediate(resolve));
  tab.end();
  answer();
  await assert.rejects(token, { code: "unauthenticated" });
  assert.equal(tab.current, null);
});

test("storage with nonsense in it is a guest's", async () => {
  for (const nonsense of ["", "{", "null", "7", "{\"refresh_token\":7}"]) {
    const session = createSession({ storage: memory({ "atrium.session": nonsense }), channel: null, locks: queueOfOne() });
    assert.equal(await session.token(), null, nonsense);
  }
});
