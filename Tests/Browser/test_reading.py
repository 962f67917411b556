"""Every screen, at both widths, in both schemes and languages. Reading spec §20."""
import re, urllib.error, urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from conftest import SCREENS, VARIANTS, address

axe = Axe()


def violations(page):
    found = axe.run(page).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]][:4]) for one in found]


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as problem:
        return problem.code, problem.headers, problem.read().decode()


@pytest.mark.parametrize("language,scheme,width", VARIANTS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_is_whole(server, reader, screen, language, scheme, width):
    page = reader(scheme, width)
    page.goto(address(server, language, SCREENS[screen]))
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
    assert page.locator("h1:visible").count() == 1
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{wider} pixels stand out sideways"
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_theme_can_be_read(server, reader, scheme):
    page = reader(scheme)
    page.goto(address(server, "en", "/themes"))
    slugs = page.eval_on_selector_all("[data-pick]", "all => all.map(one => one.dataset.pick)")
    assert len(slugs) >= 4
    for slug in slugs:
        page.goto(address(server, "en", "/themes"))
        page.locator(f"[data-pick='{slug}']").click()
        for path in (f"/themes/{slug}", "/", "/search?q=tide"):
            page.goto(address(server, "en", path))
            assert violations(page) == [], (slug, path)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_holds_no_style_and_no_script_of_its_own(server, screen):
    status, headers, text = fetch(address(server, "en", SCREENS[screen]))
    assert status == 200
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", text)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy
    assert headers["Cache-Control"] == "public, max-age=0, must-revalidate" and headers["ETag"]
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_head_says_what_the_page_is(server, language):
    _, _, text = fetch(address(server, language, "/read/letter/the-lamp-goes-electric"))
    head = text[: text.index("</head>")]
    own = address(server, language, "/read/letter/the-lamp-goes-electric")
    assert f'rel="canonical" href="{own}"' in head
    for other in ("en", "ar"):
        assert f'hreflang="{other}" href="{address(server, other, "/read/letter/the-lamp-goes-electric")}"' in head
    assert "<title>The lamp goes electric" in head and 'name="description"' in head and 'name="theme-color"' in head
    image = re.search(r'property="og:image" content="([^"]+)"', head).group(1)
    assert image.startswith("http") and "width-1080" in image


@pytest.mark.parametrize("screen,words", [
    ("home", "Today’s passage"), ("home", "Further reading"), ("letter", "Dear Tobias"), ("chapter", "Losing count"),
    ("journey", "About to say something"), ("themes", "Saltmarsh"), ("search with results", "The tide clock is wrong again"),
])
def test_everything_can_be_read_without_script(server, reader, screen, words):
    page = reader(script=False)
    page.goto(address(server, "en", SCREENS[screen]))
    assert page.get_by_text(words).first.is_visible()
    # What only script can do is not offered.
    for control in ("[data-appearance]", "[data-tools]", "[data-pick]", "[data-another]"):
        for one in page.locator(control).all():
            assert not one.is_visible(), control


def test_without_script_sound_has_the_browsers_own_controls(server, reader):
    page = reader(script=False)
    page.goto(address(server, "en", SCREENS["passage with sound"]))
    assert page.locator("audio[controls]").count() == 1


def test_the_first_stop_of_the_keyboard_leads_to_the_text(server, reader):
    page = reader()
    page.goto(address(server, "en", "/read/essay/windows"))
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    assert skip.evaluate("one => one === document.activeElement")
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("screen", ["home", "letter", "journeys", "themes", "chapter", "search with results"])
def test_every_stop_of_the_keyboard_is_seen(server, reader, screen):
    page = reader()
    page.goto(address(server, "en", SCREENS[screen]))
    seen = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        state = page.evaluate("""() => {
          const one = document.activeElement;
          if (one === document.body) return null;
          const shows = (element) => element && getComputedStyle(element).outlineStyle !== "none";
          return { html: one.outerHTML.slice(0, 160), shown: shows(one) || shows(one.closest("article")) };
        }""")
        if state is None:
            break
        seen += 1
        assert state["shown"], state["html"]
    assert seen > 6


@pytest.mark.parametrize("screen", ["home", "letter", "themes", "chapter", "search with results"])
def test_what_can_be_touched_is_44_pixels_high(server, reader, screen):
    page = reader(width=390)
    page.goto(address(server, "en", SCREENS[screen]))
    small = page.evaluate("""() => [...document.querySelectorAll("button, .bar a, .foot a, .chips a, .button, .pick, .more a")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9)
      .map((one) => one.outerHTML.slice(0, 120))""")
    assert small == []


def test_each_visit_has_another_quotation(server, reader):
    page = reader()
    page.goto(address(server, "en", "/"))
    shown = lambda: page.locator(".hero-item:visible").get_attribute("data-id")
    before = shown()
    for _ in range(6):
        page.reload()
        assert page.locator(".hero-item:visible").count() == 1
        assert shown() != before
        before = shown()
    page.locator("[data-another]").click()
    assert shown() != before


def test_a_theme_stays_on_the_device(server, reader):
    page = reader()
    page.goto(address(server, "en", "/themes"))
    page.locator("[data-pick='saltmarsh']").click()
    assert page.locator("[data-pick='saltmarsh']").get_attribute("aria-pressed") == "true"
    for path in ("/", "/journeys"):
        page.goto(address(server, "en", path))
        assert page.locator("html").get_attribute("data-theme") == "saltmarsh"
    # A piece keeps the colour its editors gave it.
    page.goto(address(server, "en", "/themes/harbour"))
    assert page.locator("html").get_attribute("data-theme") == "harbour"
    page.goto(address(server, "en", "/themes"))
    page.locator("[data-clear-theme]").click()
    week = page.locator("html").get_attribute("data-week")
    page.goto(address(server, "en", "/"))
    assert page.locator("html").get_attribute("data-theme") == week


def test_light_or_dark_stays_on_the_device(server, reader):
    page = reader("light")
    page.goto(address(server, "en", "/"))
    ground = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = ground()
    page.locator("[data-appearance]").click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.scheme") == "dark" and ground() != light
    page.locator("[data-appearance]").click()
    page.reload()
    assert ground() == light


def test_the_size_of_text_stays_on_the_device(server, reader):
    page = reader()
    page.goto(address(server, "en", "/read/essay/windows"))
    size = lambda: float(page.locator(".body").evaluate("one => getComputedStyle(one).fontSize")[:-2])
    first = size()
    page.locator("[data-larger]").click()
    page.goto(address(server, "en", "/read/letter/the-lamp-goes-electric"))
    assert size() > first
    while page.locator("[data-smaller]").get_attribute("aria-disabled") == "false":
        page.locator("[data-smaller]").click()
    assert size() < first


def test_a_section_that_failed_is_asked_for_again(server, reader):
    page = reader()

    def without_books(route):
        body = route.fetch().text()
        start = body.index('<section class="shelf" aria-labelledby="section-books"')
        end = body.index("</section>", start) + len("</section>")
        failed = '<section class="shelf failed" data-section="/reading/section/books" hidden><p>…</p></section>'
        route.fulfill(body=body[:start] + failed + body[end:], content_type="text/html; charset=utf-8")

    page.route(address(server, "en", "/"), without_books)
    page.goto(address(server, "en", "/"))
    page.locator(".failed").scroll_into_view_if_needed()
    page.locator("#section-books").wait_for()
    assert page.locator(".failed").count() == 0


def test_what_is_not_there_is_said_kindly(server, reader):
    for language, words in (("en", "This page is no longer here"), ("ar", "لم تعد هذه الصفحة متاحة")):
        page = reader(expects_errors=True)
        answer = page.goto(address(server, language, "/read/essay/nothing-of-the-kind"))
        assert answer.status == 404 and answer.headers["cache-control"] == "no-store"
        assert page.locator("h1").inner_text() == words
        assert violations(page) == []
        page.locator(".notice-page a").click()
        assert page.locator(".hero").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("language,words", [("en", "The library is being set up"), ("ar", "المكتبة قيد الإعداد")])
def test_a_library_without_a_quotation_is_a_page_error(bare, reader, language, words, width):
    page = reader("light", width, expects_errors=True)
    answer = page.goto(address(bare, language, "/"))
    assert answer.status == 503 and answer.headers["cache-control"] == "no-store"
    assert page.locator("h1").inner_text().replace("\n", " ") == words
    assert page.locator("section.shelf").count() == 0
    assert violations(page) == []


def test_search_marks_what_it_found_and_narrows_by_kind(server, reader):
    page = reader()
    page.goto(address(server, "en", "/search"))
    page.locator("#q").fill("tide")
    page.keyboard.press("Enter")
    assert page.locator("mark").first.inner_text().lower().startswith("tide")
    page.locator(".chips a", has_text="Letter").click()
    assert page.locator(".chips a[aria-current]").inner_text() == "Letter"
    kinds = page.locator(".results .eyebrow span:first-child").all_inner_texts()
    assert kinds and set(kinds) == {"Letter"}
    page.locator("#q").fill('<img src=x onerror=alert(1)> "')
    page.keyboard.press("Enter")
    assert page.locator(".results img[src=x]").count() == 0
    assert page.locator("#q").input_value() == '<img src=x onerror=alert(1)> "'


def test_a_chapter_opens_with_its_question_alone(server, reader):
    for width in (390, 1280):
        page = reader(width=width)
        page.goto(address(server, "en", "/journeys/keeping-watch/1"))
        assert page.locator(".opening").is_visible()
        height = page.evaluate("innerHeight")
        assert page.locator("#reading").bounding_box()["y"] >= height - 1
        page.locator(".read-on").click()
        page.wait_for_function("() => document.querySelector('#reading').getBoundingClientRect().top < innerHeight / 2")


def test_an_english_text_stays_english_in_an_arabic_room(server, reader):
    page = reader()
    page.goto(address(server, "ar", "/read/letter/the-lamp-goes-electric"))
    body = page.locator(".body")
    assert body.get_attribute("lang") == "en" and body.get_attribute("dir") == "ltr"
    assert page.locator(".bar nav a").first.inner_text() == "الرحلات"
    assert "1936" in page.locator("time").inner_text()
    mark, tools = page.locator(".wordmark").bounding_box(), page.locator(".bar .tools").bounding_box()
    assert mark["x"] > tools["x"]


def test_pictures_come_in_the_width_that_is_needed(server, reader):
    page = reader(width=390)
    page.goto(address(server, "en", "/read/essay/windows"))
    picture = page.locator(".plate img")
    widths = [int(w) for w in re.findall(r" (\d+)w", picture.get_attribute("srcset"))]
    assert widths == sorted(set(widths)) and widths[0] == 360
    assert picture.get_attribute("width") and picture.get_attribute("height")
    page.wait_for_function("() => document.querySelector('.plate img').complete")
    assert "width-360" in picture.evaluate("one => one.currentSrc") or "width-720" in picture.evaluate("one => one.currentSrc")
