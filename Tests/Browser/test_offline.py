"""Reading without a network, through the service worker."""
from conftest import address


def settle(page):
    """Until the worker has the page and what it is made of."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("""async () => {
      const held = await caches.match(location.href);
      const sheet = await caches.match(document.querySelector("link[rel=stylesheet]").href);
      return held && sheet;
    }""")


def test_what_was_read_opens_without_a_network(server, reader):
    page = reader(worker="allow", expects_errors=True)
    for path in ("/read/letter/the-lamp-goes-electric", "/journeys/keeping-watch/1"):
        page.goto(address(server, "en", path))
        settle(page)
    page.context.set_offline(True)
    page.goto(address(server, "en", "/read/letter/the-lamp-goes-electric"))
    assert page.get_by_text("Dear Tobias").is_visible()
    assert page.locator("[data-offline]").is_visible()
    # It is dressed as it was, and its script runs.
    assert page.locator("[data-tools]").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.body')).fontFamily").startswith('"Iowan')
    page.goto(address(server, "en", "/themes"))
    assert page.get_by_text("Saltmarsh").is_visible()


def test_a_page_never_seen_says_so_without_a_network(server, reader):
    page = reader(worker="allow", expects_errors=True)
    page.goto(address(server, "en", "/"))
    settle(page)
    page.context.set_offline(True)
    page.goto(address(server, "en", "/read/essay/on-being-early"))
    assert page.locator("h1").inner_text() == "You are offline"
    page.goto(address(server, "ar", "/read/essay/on-being-early"))
    assert page.locator("h1").inner_text() == "لا اتصال بالشبكة"


def test_nothing_of_the_api_is_kept(server, reader):
    page = reader(worker="allow")
    page.goto(address(server, "en", "/"))
    settle(page)
    page.evaluate("fetch('/api/config/', { headers: { 'X-API-Key': %r } }).then((answer) => answer.text())" % server.key)
    kept = page.evaluate("""async () => {
      const all = [];
      for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) all.push(one.url);
      return all;
    }""")
    assert kept and not [url for url in kept if "/api/" in url]


def test_the_network_is_asked_first_while_there_is_one(server, reader):
    page = reader(worker="allow")
    page.goto(address(server, "en", "/read/essay/windows"))
    settle(page)
    assert not page.locator("[data-offline]").is_visible()
    answer = page.reload()
    assert answer.status == 200 and not page.locator("[data-offline]").is_visible()
