/** Registers the service worker, tells it what this page is made of, and says when there is no network. */
export function readOffline() {
  const notice = document.querySelector("[data-offline]");
  const show = () => { notice.hidden = navigator.onLine; };
  addEventListener("online", show);
  addEventListener("offline", show);
  show();

  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/reading/sw.js", { scope: "/reading/" }).catch(() => {});
  navigator.serviceWorker.ready.then((registration) => {
    // Only what stands in the page: addresses of answers to an account are never among them.
    const parts = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src], main img")];
    const urls = parts.map((part) => part.currentSrc || part.href || part.src).filter(Boolean);
    const modules = performance.getEntriesByType("resource").map((entry) => entry.name).filter((url) => url.includes("/w/"));
    registration.active?.postMessage({ keep: [location.href, ...new Set([...urls, ...modules])] });
  });
}
