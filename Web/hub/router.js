import { useEffect, useRef, useState } from "../kit/preact.js";
import { routeOf } from "./routes.js";

const read = () => ({ path: location.pathname, search: location.search, hash: location.hash });

/**
 * Where the page is, and the ways to go elsewhere. Links of these pages are followed without a load; all others are the browser's.
 * A screen that must not be left hands `leave` a function that says whether it may.
 */
export function useRouter() {
  const [place, setPlace] = useState(read), guard = useRef(null), at = useRef(location.href);

  function go(to, { replace = false, force = false } = {}) {
    if (!force && guard.current && !guard.current()) return;
    if (force) guard.current = null;
    const url = new URL(to, location.href);
    if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
    at.current = location.href;
    setPlace(read());
    if (!url.hash) scrollTo(0, 0);
  }

  useEffect(() => {
    function followed(event) {
      const link = event.target.closest?.("a[href]");
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download")) return;
      const url = new URL(link.href);
      if (url.origin !== location.origin || !routeOf(url.pathname) || url.hash && url.pathname === location.pathname) return;
      event.preventDefault();
      go(url.href);
    }
    function wentBack() {
      if (guard.current && !guard.current()) { history.pushState(null, "", at.current); return; }
      at.current = location.href;
      setPlace(read());
    }
    document.addEventListener("click", followed);
    addEventListener("popstate", wentBack);
    return () => { document.removeEventListener("click", followed); removeEventListener("popstate", wentBack); };
  }, []);

  return { ...place, go, query: new URLSearchParams(place.search), leave: (may) => { guard.current = may; return () => { if (guard.current === may) guard.current = null; }; } };
}
