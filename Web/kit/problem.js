/**
 * Why a request did not get what it asked for. Hub spec §2.9, and the seed's "Cross-cutting behavior".
 *
 * `code` is the server's, or `offline` when no answer came and `unreadable` when the answer was not ours. `fields` maps a field of
 * the form to its code and limits, `retryAfter` is seconds, `etag` is the version that is there now.
 */
export class Problem extends Error {
  constructor(status, code, { details = null, retryAfter = null, requestID = null, message = code } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.requestID = requestID;
    this.fields = fieldsOf(status, code, details);
  }

  get reason() { return typeof this.details?.reason === "string" ? this.details.reason : null; }
  get etag() { return this.details?.current_etag ?? null; }

  /** Whether the same request may be sent again with the same key: nobody knows yet what became of it, or it was not looked at. */
  get isOpen() { return this.status === 0 || this.status === 401 || this.status === 429 || this.status >= 500; }

  /** What the page does about it: one of the rows of the seed's table. */
  get kind() {
    if (this.status === 0) return "offline";
    if (this.code === "version_conflict") return "conflict";
    if (Object.keys(this.fields).length > 0) return "fields";
    return { 401: "unauthenticated", 403: "forbidden", 404: "absent", 429: "wait", 501: "hidden", 503: "unavailable" }[this.status]
      ?? (this.status >= 500 ? "broken" : "refused");
  }
}

function fieldsOf(status, code, details) {
  const fields = {};
  if (Array.isArray(details)) {
    // One sentence a field is enough; the first is the one the server looked at first.
    for (const one of details) if (typeof one?.field === "string") fields[one.field] ??= one;
  } else if (code === "not_unique" && typeof details?.field === "string") {
    fields[details.field] = { field: details.field, code: details.reason ?? "not_unique" };
  }
  return fields;
}

/** Seconds of a `Retry-After`, which may also be a date; null without one. At least 1, so that a page never asks again at once. */
export function retryAfter(header, now = Date.now()) {
  if (!header) return null;
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (/GMT\s*$/.test(header) ? Date.parse(header) - now : NaN) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), 86_400) : null;
}

/** The problem in an answer. Bodies that are not ours (a proxy's page) still become one. */
export async function problemIn(response) {
  const after = retryAfter(response.headers.get("Retry-After"));
  const requestID = response.headers.get("X-Request-Id");
  let error = null;
  try { error = (await response.json())?.error; } catch { /* a proxy's page, or a connection that broke */ }
  const known = { 401: "unauthenticated", 403: "forbidden", 404: "not_found", 429: "rate_limited", 501: "not_implemented", 503: "service_unavailable" };
  const code = typeof error?.code === "string" ? error.code : known[response.status] ?? "unreadable";
  return new Problem(response.status, code, {
    details: error?.details ?? null, retryAfter: after ?? (response.status === 429 ? 30 : null), requestID, message: error?.message ?? code,
  });
}

/** No answer came: no network, or a server that is away. */
export function offline(cause) {
  const problem = new Problem(0, "offline");
  problem.cause = cause;
  return problem;
}
