"""Chromium with the pages in it, as a reader has them: a language, a scheme, a width, with script or without."""
import contextlib, itertools

import pytest
from playwright.sync_api import sync_playwright

LANGUAGES, SCHEMES, WIDTHS = ("en", "ar"), ("light", "dark"), (390, 1280)
VARIANTS = list(itertools.product(LANGUAGES, SCHEMES, WIDTHS))

SCREENS = {
    "home": "/",
    "passage": "/read/passage/the-ferry-does-not-hurry",
    "passage with sound": "/read/passage/the-eighth-hour",
    "letter": "/read/letter/the-lamp-goes-electric",
    "essay": "/read/essay/windows",
    "chapter of a book": "/read/chapter/fog",
    "article": "/read/article/the-clock-that-tells-the-water",
    "journeys": "/journeys",
    "journeys by title": "/journeys?sort=title",
    "journey": "/journeys/keeping-watch",
    "chapter": "/journeys/keeping-watch/1",
    "themes": "/themes",
    "theme": "/themes/harbour",
    "search": "/search",
    "search with results": "/search?q=tide",
    "search without results": "/search?q=zebra",
    "offline": "/offline",
}


def address(server, language, path):
    return server.url + "/reading" + ("/ar" if language == "ar" else "") + path


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def reader(chromium):
    """Opens pages, and holds each to saying nothing in the console and breaking no content policy."""
    with contextlib.ExitStack() as stack:

        def open_page(scheme="light", width=1280, script=True, worker="block", expects_errors=False, **settings):
            context = chromium.new_context(
                color_scheme=scheme, viewport={"width": width, "height": 844 if width < 600 else 900},
                java_script_enabled=script, service_workers=worker, **settings)
            page = context.new_page()
            page.said = []
            page.on("pageerror", lambda error: page.said.append(str(error)))
            page.on("console", lambda line: page.said.append(line.text)
                    if line.type in ("error", "warning") and "blocked by Playwright" not in line.text else None)

            def close():
                context.close()
                assert expects_errors or not page.said, page.said

            stack.callback(close)
            return page

        yield open_page
