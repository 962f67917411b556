// Pages come from the network while there is one, and from this device when there is none. VERSION is set in front by the server.
const SHELL = `shell-${VERSION}`;
const PAGES = "pages";
const READINGS = 50;
const PICTURES = 200;
const ALWAYS = ["/reading/", "/reading/offline", "/reading/ar/offline", "/reading/themes", "/reading/themes.css", "/reading/journeys"];

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(PAGES);
    await Promise.allSettled(ALWAYS.map((path) => cache.add(path)));
    await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELL && name !== PAGES) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("message", (event) => {
  if (!Array.isArray(event.data?.keep)) return;
  event.waitUntil((async () => {
    const shell = await caches.open(SHELL);
    for (const url of event.data.keep) {
      if (isPage(new URL(url))) await visit(url); else if (!(await shell.match(url))) await shell.add(new Request(url, { mode: "no-cors" })).catch(() => {});
    }
  })());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // Answers to an account, and everything of the JSON side, are nobody's to keep.
  if (event.request.method !== "GET" || url.pathname.startsWith("/api/")) return;
  if (event.request.mode === "navigate" || isPage(url)) event.respondWith(page(event.request));
  // Sound is large and is asked for in ranges: the browser plays it from the network by itself.
  else if (event.request.destination === "audio") return;
  else if (url.pathname.startsWith("/w/") || url.pathname.includes("/img/") || url.pathname.includes("/assets/")) event.respondWith(part(event.request));
});

function isPage(url) {
  return url.origin === location.origin && url.pathname.startsWith("/reading/") && !url.pathname.endsWith("/sw.js");
}

async function page(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok && !new URL(request.url).search) {
      await cache.put(request, answer.clone());
      await limit(cache);
    }
    return answer;
  } catch {
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    const language = new URL(request.url).pathname.startsWith("/reading/ar/") ? "/reading/ar/offline" : "/reading/offline";
    return (await cache.match(language)) ?? Response.error();
  }
}

async function visit(url) {
  const cache = await caches.open(PAGES);
  if (new URL(url).search || (await cache.match(url))) return;
  await cache.add(url).catch(() => {});
  await limit(cache);
}

/** Keeps the last readings; what is always kept is not counted. */
async function limit(cache) {
  const readings = (await cache.keys()).filter((request) => !ALWAYS.includes(new URL(request.url).pathname));
  for (const request of readings.slice(0, Math.max(0, readings.length - READINGS))) await cache.delete(request);
}

async function part(request) {
  const known = await caches.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  // A device without room still shows what it has just fetched.
  if (answer.status === 200 || answer.type === "opaque") keepPart(request, answer.clone()).catch(() => {});
  return answer;
}

async function keepPart(request, answer) {
  const shell = await caches.open(SHELL);
  await shell.put(request, answer);
  const pictures = (await shell.keys()).filter((kept) => !new URL(kept.url).pathname.startsWith("/w/"));
  for (const old of pictures.slice(0, Math.max(0, pictures.length - PICTURES))) await shell.delete(old);
}
