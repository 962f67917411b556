import { Problem, offline, problemIn } from "./problem.js";

const place = "atrium.session";
// An access token this close to its end is renewed before it is used.
const margin = 30_000;

/**
 * The session of this browser, shared by all of its tabs. ADR 11.
 *
 * The access token is in memory only. The refresh token is kept, because a reload must not end a session, and is used by one tab
 * at a time: a lock that spans tabs is held, what another tab renewed meanwhile is taken over, and the answer is told to all.
 *
 * `setting` hands in what a test replaces: `fetch`, `storage` (of strings), `locks`, `channel`, `now`, `timer`.
 */
export function createSession(setting = {}) {
  const {
    fetch = (...words) => globalThis.fetch(...words), storage = localStorageOrMemory(), locks = globalThis.navigator?.locks ?? queueOfOne(),
    channel = globalThis.BroadcastChannel ? new BroadcastChannel(place) : null, now = Date.now, base = "",
    watch = (heard) => globalThis.addEventListener?.("storage", ({ key, oldValue }) => { if (key === place && oldValue === null) heard(); }),
  } = setting;
  const listeners = new Set();
  let access = null, inFlight = null;

  function stored() {
    try {
      const value = JSON.parse(storage.getItem(place) ?? "null");
      return typeof value?.refresh_token === "string" ? value : null;
    } catch { return null; }
  }
  function tell(event) { for (const listener of [...listeners]) listener(event); }
  function hold(answer) { access = { token: answer.access_token, until: now() + answer.expires_in * 1000, session: answer.session_id }; }

  /** Takes an `AuthSession` that sign-in, sign-up, an invitation or a refresh answered. */
  function accept(answer, isNew = true) {
    const kept = { refresh_token: answer.refresh_token, session_id: answer.session_id, user_id: answer.user_id, email_verified: answer.email_verified };
    storage.setItem(place, JSON.stringify(kept));
    hold(answer);
    channel?.postMessage({ type: isNew ? "signed-in" : "renewed", answer: { ...answer, refresh_token: undefined } });
    tell({ type: isNew ? "signed-in" : "renewed" });
  }

  /** Forgets the session here and in every tab. `reason` is what the sign-in page will say; null for one's own wish. */
  function end(reason = null) {
    const ended = stored()?.session_id ?? access?.session ?? null;
    forget(reason);
    channel?.postMessage({ type: "signed-out", reason, ended });
  }
  function forget(reason) {
    access = null;
    storage.removeItem(place);
    tell({ type: "signed-out", reason });
  }

  channel?.addEventListener("message", ({ data }) => {
    if (data?.type === "signed-out") {
      // What another tab took out of storage may still be seen here for a moment, and must not be; what somebody signed in with since stays.
      const kept = stored();
      if (!kept || kept.session_id === data.ended) forget(data.reason);
      return;
    }
    if (data?.type !== "renewed" && data?.type !== "signed-in") return;
    hold(data.answer);
    tell({ type: data.type });
  });

  // A session that begins in another tab may reach storage here after the word of it.
  watch(() => { if (stored()) tell({ type: "signed-in" }); });

  /** One renewal, whoever asks. `used` is the access token that did not work: one that is newer is answered without asking. */
  function renew(used = null) {
    inFlight ??= locks.request(place + ".renewal", () => exchange(used)).finally(() => { inFlight = null; });
    return inFlight;
  }

  async function exchange(used) {
    const kept = stored();
    if (!kept) throw new Problem(401, "unauthenticated");
    // Another tab was first: its token came over the channel while this one waited.
    if (access && access.token !== used && access.session === kept.session_id && access.until - now() > margin) return access.token;
    let response;
    try {
      response = await fetch(base + "/v1/auth/token/refresh", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ refresh_token: kept.refresh_token }), credentials: "omit",
      });
    } catch (cause) { throw offline(cause); }
    if (!response.ok) {
      const problem = await problemIn(response);
      // Only a clear no ends the session. A server that is away or in a hurry says nothing about it.
      if (problem.status === 401 && stored()?.refresh_token === kept.refresh_token) end(problem.reason ?? "expired");
      throw problem;
    }
    let answer;
    // Cut off on the way: the same token may be presented again, and answers the same successor.
    try { answer = await response.json(); } catch (cause) { throw offline(cause); }
    // Signed out, or in as somebody else, while this was under way: what came back belongs to nobody here any more.
    if (stored()?.session_id !== kept.session_id) throw new Problem(401, "unauthenticated");
    accept(answer, false);
    return access.token;
  }

  return {
    accept, end, renew,
    /** A token that will last for a request; null for a guest. */
    async token() {
      const kept = stored();
      if (!kept) return null;
      if (access && access.session === kept.session_id && access.until - now() > margin) return access.token;
      return renew(access?.token ?? null);
    },
    /** Milliseconds until the token in memory should be renewed in the background; null without one. */
    get renewIn() { return access ? Math.max(0, access.until - now() - 2 * margin) : null; },
    get current() { return stored(); },
    /** Notes that the address was verified, without waiting for the next token. */
    noteVerified() {
      const kept = stored();
      if (kept) storage.setItem(place, JSON.stringify({ ...kept, email_verified: true }));
    },
    listen(listener) { listeners.add(listener); return () => listeners.delete(listener); },
  };
}

/** Where storage is refused, a session lasts as long as the page. */
export function localStorageOrMemory() {
  try {
    const storage = globalThis.localStorage;
    storage.setItem(place + ".try", "1");
    storage.removeItem(place + ".try");
    return storage;
  } catch {
    const kept = new Map();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
  }
}

/** Stands in for the Web Locks API where a browser has none: one at a time, in this tab. */
export function queueOfOne() {
  let last = Promise.resolve();
  return {
    request(_, work) {
      const done = last.then(work, work);
      last = done.catch(() => {});
      return done;
    },
  };
}
