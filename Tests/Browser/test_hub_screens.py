"""Every screen of the account's pages, at both widths, in both schemes and languages; by keyboard; and what their answers carry."""
import os, pathlib, re, urllib.request

import pytest
from axe_playwright_python.sync_playwright import Axe

from hub_fake import FakeHub, totp

axe = Axe()
DANA, PASSWORD = "dana@atrium.example", "a river of lamps"


def nothing(page):
    pass


def press(selector):
    return lambda page: page.locator(selector).first.click()


def sent(page):
    page.locator("input[type=email]").fill(DANA)
    page.locator("form button[type=submit]").click()
    page.locator(".picture-mail").wait_for()


def refused(page):
    page.locator("input[type=email]").fill(DANA)
    page.locator("input[type=password]").fill("password1234")
    page.locator("form button[type=submit]").click()
    page.locator("[aria-invalid=true]").first.wait_for()


def wrong(page):
    page.locator("input[type=email]").fill(DANA)
    page.locator("input[type=password]").fill("not the words at all")
    page.locator("form button[type=submit]").click()
    page.locator(".banner.bad").wait_for()


def challenged(page):
    page.locator("input[type=email]").fill("mfa@atrium.example")
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("form button[type=submit]").click()
    page.locator("input.code").wait_for()


def recovery(page):
    challenged(page)
    page.locator("button.plain").click()
    page.locator("input.mono").wait_for()


def codes(page):
    page.locator("input.code").fill(totp(FakeHub.secret))
    page.locator(".codes").wait_for()


def verified(page):
    page.locator("main button.main").click()
    page.locator(".tick").wait_for()


# name: (address, who is there, what to do before looking)
SCREENS = {
    "welcome": ("/", None, nothing), "sign-in": ("/sign-in", None, nothing), "sign-in wrong": ("/sign-in", None, wrong),
    "sign-up": ("/sign-up", None, nothing), "sign-up refused": ("/sign-up", None, refused), "forgot": ("/forgot", None, nothing), "forgot sent": ("/forgot", None, sent),
    "reset": ("/reset?token=pwr_usr_1", None, nothing), "reset dead": ("/reset", None, nothing), "invite": ("/invite?token=inv_good", None, nothing),
    "verify": ("/verify?token=emv_usr_3", None, nothing), "verified": ("/verify?token=emv_usr_3", None, verified),
    "two-factor": ("/sign-in", None, challenged), "two-factor recovery": ("/sign-in", None, recovery),
    "check-email": ("/check-email", "new@atrium.example", nothing), "home": ("/", DANA, nothing), "home unverified": ("/", "new@atrium.example", nothing),
    "menu": ("/", DANA, press(".menu-open")), "security": ("/account/security", DANA, nothing), "security with two-factor": ("/account/security", "mfa@atrium.example", nothing),
    "turn off": ("/account/security", "mfa@atrium.example", press(".panel .row .press.quiet")), "change password": ("/account/security", DANA, press(".panel:has(.row > .press.quiet) .press")),
    "enrol": ("/account/security/two-factor", DANA, lambda page: page.locator(".qr").wait_for()), "recovery codes": ("/account/security/two-factor", DANA, codes),
    "recovery codes gone": ("/account/security/recovery-codes", DANA, nothing), "privacy": ("/account/privacy", DANA, nothing), "delete": ("/account/delete", DANA, nothing),
    "settings": ("/account/settings", DANA, lambda page: page.locator("select").first.wait_for()),
    "authorize": ("/authorize?response_type=code&client_id=app_planner&redirect_uri=https://planner.example/back&code_challenge=" + "x" * 43 + "&code_challenge_method=S256", DANA, nothing),
    "authorize bad": ("/authorize?client_id=app_planner", DANA, nothing),
}


@pytest.fixture
def show(server, reader):
    """Opens a screen as it is for somebody, in a language."""

    def open_screen(name, language="en", **settings):
        path, who, act = SCREENS[name]
        hub = FakeHub()
        dana, mfa, new = hub.person(), hub.person("mfa@atrium.example", mfa=True), hub.person("new@atrium.example", verified=False)
        for person in (dana, mfa):
            hub.session_of(person, "Mozilla/5.0 (iPhone; CPU iPhone OS 19) Version/19 Safari/604.1")
            hub.session_of(person, "Mozilla/5.0 (Windows NT 10.0) Firefox/150.0")
        page = reader(expects_errors=True, **settings)
        hub.install(page.context)
        kept = "null"
        if who:
            _, session, _ = hub.issue(hub.people[who], hub.session_of(hub.people[who]))
            kept = '{"refresh_token":"%s","session_id":"%s","user_id":"x"}' % (session["refresh_token"], session["session_id"])
        page.add_init_script("""if (!localStorage.getItem("reader")) { localStorage.setItem("reader", '{"language":"%s"}'); if (%s) localStorage.setItem("atrium.session", JSON.stringify(%s)); }""" % (language, kept, kept))
        page.goto(server.url + path)
        page.locator("h1").wait_for()
        page.wait_for_load_state("networkidle")
        act(page)
        page.locator(".bone").first.wait_for(state="detached")
        return page

    return open_screen


def violations(page):
    found = axe.run(page).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]][:4]) for one in found]


# Half of the eight, in which every two of language, scheme and width still meet.
@pytest.mark.parametrize("language,scheme,width", [("en", "light", 1280), ("en", "dark", 390), ("ar", "light", 390), ("ar", "dark", 1280)])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_the_account_is_whole(show, screen, language, scheme, width):
    page = show(screen, language, scheme=scheme, width=width)
    if folder := os.environ.get("ATRIUM_SCREENSHOTS"):
        page.screenshot(path=pathlib.Path(folder) / f"{screen.replace(' ', '-')}.{language}.{scheme}.{width}.png", full_page=True)
    assert page.locator("html").get_attribute("lang") == language
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
    assert page.locator("h1:visible").count() == 1
    wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{wider} pixels stand out sideways"
    assert violations(page) == []
    said = [line for line in page.said if "status of" not in line]
    assert said == [], "the console is quiet but for the requests that were refused"


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_stands_out_at_360_pixels(show, screen):
    page = show(screen, width=360)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    small = page.evaluate("""() => [...document.querySelectorAll("button, .press, .bar a, .rooms-nav a, .menu-list a, .tile, .field input, .field select")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.9 && !one.matches(".visually-hidden"))
      .map((one) => one.outerHTML.slice(0, 120))""")
    assert small == []


@pytest.mark.parametrize("screen", ["sign-in", "sign-up refused", "two-factor", "home unverified", "menu", "security with two-factor", "enrol", "recovery codes", "delete", "settings"])
def test_every_stop_of_the_keyboard_in_the_account_is_seen(show, screen):
    page = show(screen)
    page.evaluate("document.activeElement.blur?.()")
    seen = 0
    for _ in range(40):
        page.keyboard.press("Tab")
        state = page.evaluate("""() => {
          const one = document.activeElement;
          if (one === document.body) return null;
          const shows = (element) => element && getComputedStyle(element).outlineStyle !== "none";
          return { html: one.outerHTML.slice(0, 160), shown: shows(one) || shows(one.nextElementSibling) };
        }""")
        if state is None:
            break
        seen += 1
        assert state["shown"], state["html"]
    assert seen > 4


def test_a_dialog_holds_the_focus_and_gives_it_back(show):
    page = show("turn off")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Turn off"


def test_the_menu_opens_and_closes_by_keyboard(show):
    page = show("home")
    page.locator(".menu-open").focus()
    page.keyboard.press("Enter")
    assert page.locator(".menu-open").get_attribute("aria-expanded") == "true"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Security"
    page.keyboard.press("Escape")
    assert page.locator(".menu-open").get_attribute("aria-expanded") == "false"
    assert page.evaluate("document.activeElement.className").startswith("menu-open")


def test_going_on_puts_the_focus_on_the_heading(show):
    page = show("home")
    page.locator(".tile", has_text="Security").click()
    page.get_by_role("heading", level=1, name="Security").wait_for()
    page.locator("h1:focus").wait_for()
    assert page.title() == "Security · Atrium"


def test_the_language_is_changed_in_place_and_stays(show):
    page = show("sign-in")
    page.locator("input[type=email]").fill(DANA)
    page.locator(".switches .language").click()
    page.get_by_role("heading", level=1, name="تسجيل الدخول").wait_for()
    assert page.locator("input[type=email]").input_value() == DANA, "what was typed is not lost"
    page.reload()
    page.get_by_role("heading", level=1, name="تسجيل الدخول").wait_for()


def test_without_script_the_page_says_what_it_needs(server, reader):
    page = reader(script=False)
    page.goto(server.url + "/sign-in")
    assert page.get_by_role("heading", name="Atrium needs JavaScript here").is_visible()


@pytest.mark.parametrize("path", ["/", "/sign-in", "/verify", "/account/security"])
def test_the_shell_allows_no_script_but_its_own(server, path):
    with urllib.request.urlopen(server.url + path, timeout=10) as answer:
        headers, text = answer.headers, answer.read().decode()
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy and "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy and "require-trusted-types-for 'script'" in policy
    assert headers["Referrer-Policy"] == "no-referrer" and "Set-Cookie" not in headers
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", text)


def test_what_looks_like_markup_in_a_name_is_shown_as_text(server, reader):
    hub = FakeHub()
    evil = '<img src=x onerror="document.title=1">@atrium.example'
    hub.person(evil)
    page = reader(expects_errors=True)
    hub.install(page.context)
    page.goto(server.url + "/sign-in")
    page.get_by_label("Email").fill(evil)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator(".menu-open").click()
    page.get_by_text(evil).wait_for()
    assert page.locator("#hub img").count() == 0
