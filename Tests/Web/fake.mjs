/** A server that answers from a list, and remembers what it was asked. */
export function server(...answers) {
  const asked = [];
  async function fetch(url, options = {}) {
    asked.push({ url, method: options.method ?? "GET", headers: options.headers ?? {}, body: options.body ? JSON.parse(options.body) : undefined });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    const made = typeof next === "function" ? await next(asked.at(-1), asked.length) : next;
    if (made instanceof Error) throw made;
    return made;
  }
  return { fetch, asked, paths: () => asked.map((one) => `${one.method} ${one.url}`) };
}

export function json(status, body, headers = {}) {
  return () => new Response(body === null ? null : JSON.stringify(body), { status, headers });
}
export const failure = (status, code, details = {}, headers = {}) => json(status, { error: { code, message: code, details } }, headers);
export const noNetwork = () => new TypeError("Failed to fetch");

export function memory(start = {}) {
  const kept = new Map(Object.entries(start));
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key), kept };
}

/** Channels between tabs of one test: what one posts, all others hear at once. */
export function air() {
  const tabs = [];
  return () => {
    const tab = { hears: [], addEventListener: (_, listener) => tab.hears.push(listener), postMessage: (data) => tabs.filter((one) => one !== tab).forEach((one) => one.hears.forEach((hear) => hear({ data }))) };
    tabs.push(tab);
    return tab;
  };
}

export const signedIn = (n = 1, change = {}) => ({
  token_type: "Bearer", access_token: `at_${n}`, expires_in: 900, refresh_token: `rtk_${n}`, refresh_token_expires_in: 2592000,
  session_id: "ses_1", user_id: "usr_1", email_verified: false, ...change,
});
