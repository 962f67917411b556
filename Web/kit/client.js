import { Problem, offline, problemIn } from "./problem.js";
export { Problem } from "./problem.js";

/**
 * The way from the pages to the API: every request of every page goes through `request`, and the seed's "Cross-cutting behavior"
 * is kept here, once.
 *
 * | answer | what happens |
 * |---|---|
 * | 401 mid-session | the token is renewed once and the request sent again; refused once more, the session ends and `signed-out` is told |
 * | 401 of a wrong password or code, 403, 409, 422 | thrown for the page to show in its place |
 * | 429 | thrown with `retryAfter` |
 * | 503, no network | told to listeners, who show a banner, and thrown; nothing is queued and nothing sent again by itself |
 * | 501 | the feature is hidden for the rest of the session |
 */
export function createClient({ session, fetch = (...words) => globalThis.fetch(...words), base = "", features = createFeatures(), pause = wait }) {
  const listeners = new Set();
  const tell = (event) => { for (const listener of [...listeners]) listener(event); };

  /**
   * @param options `body` (sent as JSON), `ifMatch`, `key` (Idempotency-Key), `anonymous` (no token), `feature` (what a 501 hides),
   *   `signal`.
   * @returns `{data, etag, status}`; `data` is null for an answer without a body.
   */
  async function request(method, path, options = {}) {
    const token = options.anonymous ? null : await session.token().catch((refusal) => { throw told(refusal); });
    if (!token && !options.anonymous) throw ended(null);
    try {
      return await send(method, path, options, token);
    } catch (problem) {
      if (!(problem instanceof Problem) || !isSessionLost(problem, token)) throw problem;
      // A session that was ended by name is not asked after again.
      if (problem.code === "session_revoked") throw ended(problem.reason ?? "revoked");
      let fresh;
      try { fresh = await session.renew(token); } catch (refusal) { throw told(refusal); }
      try {
        return await send(method, path, options, fresh);
      } catch (again) {
        throw isSessionLost(again, fresh) ? ended(again.reason ?? "expired") : again;
      }
    }
  }

  function ended(reason) {
    session.end(reason);
    return new Problem(401, "unauthenticated", { details: { reason } });
  }

  async function send(method, path, options, token) {
    for (let times = 0; ; times += 1) {
      const response = await once(method, path, options, token);
      if (response.ok) return answer(response);
      const problem = await problemIn(response);
      // The first of two equal requests is still being done: its answer is ours too.
      if (problem.code === "idempotency_key_in_flight" && times < 5) { await pause(1000); continue; }
      if (problem.status === 501) features.hide(options.feature ?? path);
      throw problem.status === 503 ? told(problem) : problem;
    }
  }

  async function once(method, path, { body, ifMatch, key, signal }, token) {
    const headers = { Accept: "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (ifMatch) headers["If-Match"] = ifMatch;
    if (key) headers["Idempotency-Key"] = key;
    let response;
    try {
      response = await fetch(base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, credentials: "omit", cache: "no-store" });
    } catch (cause) {
      if (cause?.name === "AbortError") throw cause;
      throw told(offline(cause));
    }
    if (response.status !== 503) tell({ type: "answered" });
    return response;
  }

  async function answer(response) {
    const etag = response.headers.get("ETag");
    if (response.status === 204 || response.status === 202 && response.headers.get("Content-Length") === "0") return { data: null, etag, status: response.status };
    let text;
    try { text = await response.text(); } catch (cause) { throw told(offline(cause)); }
    if (text === "") return { data: null, etag, status: response.status };
    try {
      return { data: JSON.parse(text), etag, status: response.status };
    } catch { throw new Problem(response.status, "unreadable", { requestID: response.headers.get("X-Request-Id") }); }
  }

  function told(problem) {
    if (problem.kind === "unavailable" || problem.kind === "offline") tell({ type: problem.kind, retryAfter: problem.retryAfter });
    return problem;
  }

  return {
    request, session, features,
    get: (path, options) => request("GET", path, options),
    // Every POST has a key; a form hands in its own, so that a retry is the same request.
    post: (path, body = {}, options = {}) => request("POST", path, { key: crypto.randomUUID(), ...options, body }),
    patch: (path, body, options = {}) => request("PATCH", path, { ...options, body }),
    delete: (path, options) => request("DELETE", path, options),
    /** Every entry of a list, page after page, up to `most`. */
    async all(path, most = 500) {
      const found = [];
      for (let cursor = null; ; ) {
        const { data } = await request("GET", `${path}${path.includes("?") ? "&" : "?"}limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
        found.push(...data.data);
        cursor = data.page?.has_more ? data.page.next_cursor : null;
        if (!cursor || found.length >= most) return found;
      }
    },
    listen(listener) { listeners.add(listener); return () => listeners.delete(listener); },
  };
}

/** Whether an answer says that the token, not what was typed, is the matter. */
function isSessionLost(problem, token) {
  if (!token || problem.status !== 401) return false;
  return problem.code === "session_revoked" || problem.code === "unauthenticated" && problem.reason !== "invalid_credentials";
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What the server answered 501 for: hidden until the browser's session ends. */
export function createFeatures(storage = sessionStorageOrNothing()) {
  const place = "atrium.hidden";
  const hidden = new Set(read());
  function read() { try { return JSON.parse(storage?.getItem(place) ?? "[]"); } catch { return []; } }
  return {
    hide(name) { hidden.add(name); try { storage?.setItem(place, JSON.stringify([...hidden])); } catch { /* then for this page */ } },
    shows: (name) => !hidden.has(name),
  };
}

function sessionStorageOrNothing() { try { return globalThis.sessionStorage ?? null; } catch { return null; } }

/**
 * The Idempotency-Key of one form. It is made when the form opens and kept until the server has answered for good: a retry after a
 * lost answer, a 429 or a 5xx is the same request. Other words in the form, or a new try after a refusal, are another one.
 */
export function createAttempt(uuid = () => crypto.randomUUID()) {
  let key = uuid(), sent = null;
  return {
    key(body) {
      const words = JSON.stringify(body ?? null);
      if (sent !== null && sent !== words) key = uuid();
      sent = words;
      return key;
    },
    settle(problem = null) {
      if (problem?.isOpen) return;
      key = uuid();
      sent = null;
    },
  };
}

/** A path inside of these pages, from what an address asks for; `/` for anything that would lead elsewhere. */
export function innerPath(asked, origin = globalThis.location?.origin ?? "http://localhost") {
  if (typeof asked !== "string" || !asked.startsWith("/") || /[\\\u0000-\u001f]/.test(asked)) return "/";
  let url;
  try { url = new URL(asked, origin); } catch { return "/"; }
  // Looked at once more after the browser's own tidying: `/..//elsewhere` becomes `//elsewhere`.
  return url.origin === origin && !url.pathname.startsWith("//") ? url.pathname + url.search + url.hash : "/";
}
