import { useEffect, useState } from "../../kit/preact.js";

/**
 * The one-time token of a link in a letter, taken out of the address at once, so that it lands in no history, bookmark or picture of the
 * screen. It is spent by a press of a button: programs that open links in letters run scripts too, and press nothing.
 */
export function useLinkToken() {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? new URLSearchParams(location.hash.slice(1)).get("token"));
  useEffect(() => { if (token) history.replaceState(history.state, "", location.pathname); }, []);
  return token;
}
