"""The account's pages: F1, F2, F4, F5 of the seed, and its table of cross-cutting behaviour, in Chromium."""
import json, re

import pytest

from hub_fake import FakeHub, totp

DANA, PASSWORD = "dana@atrium.example", "a river of lamps"


@pytest.fixture
def hub():
    return FakeHub()


@pytest.fixture
def visit(server, reader, hub):
    """Opens a page of the account over the fake Hub; errors of failed requests in the console are expected where a test asks for them."""

    def open_page(path, page=None, wait=True, **settings):
        if page is None:
            page = reader(expects_errors=True, **settings)
            hub.install(page.context)
        page.goto(server.url + path)
        if wait:
            page.locator("h1").wait_for()
        return page

    yield open_page


def sign_in(page, email=DANA, password=PASSWORD):
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def enter(visit, hub, path="/", **settings):
    """A page with Dana signed in."""
    hub.people.get(DANA) or hub.person()
    page = visit("/sign-in?next=" + path, **settings)
    sign_in(page)
    page.wait_for_url("**" + path)
    page.locator("h1").wait_for()
    return page


def heading(page, words):
    page.get_by_role("heading", level=1, name=words).wait_for()


def asked(hub, method, path):
    return [one for one in hub.asked if one[0] == method and one[1] == path]


# F1: sign up → verify → home

def test_f1_an_account_is_made_verified_by_its_letter_and_at_home(visit, hub, server):
    page = visit("/")
    page.get_by_role("link", name="Create account").click()
    heading(page, "Create your account")
    page.get_by_label("Your name").fill("Dana")
    page.get_by_label("Email").fill(DANA)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    heading(page, "Check your email")
    page.locator("main").get_by_text(DANA).wait_for()
    page.get_by_role("link", name="Go on to your account").click()
    heading(page, "Home")
    assert page.locator(".strip").get_by_text("Verify your email").is_visible()
    # The banner stays on every page until the address is verified.
    page.goto(server.url + "/account/security")
    page.locator(".strip").get_by_text("Verify your email").wait_for()
    visit(hub.mail[-1][1], page)
    heading(page, "Confirm your email")
    assert "token" not in page.url
    assert not asked(hub, "POST", "/v1/auth/email/verify"), "a program that only opens the link spends nothing"
    page.get_by_role("button", name="Confirm").click()
    heading(page, "Email verified")
    page.get_by_role("link", name="Continue").click()
    heading(page, "Home")
    assert page.locator(".strip").count() == 0


def test_f1_what_the_server_refuses_stands_under_its_field(visit, hub):
    hub.person()
    page = visit("/sign-up")
    send = page.get_by_role("button", name="Create account")
    send.click()
    page.get_by_text("Please fill this in.").first.wait_for()
    assert page.get_by_label("Email").evaluate("one => one === document.activeElement")
    assert not hub.asked
    page.get_by_label("Email").fill(DANA)
    page.get_by_label("Password", exact=True).fill("password1234")
    send.click()
    page.get_by_text("There is already an account with this address.").wait_for()
    assert page.get_by_role("link", name="Sign in instead").is_visible()
    page.get_by_label("Email").fill("new@atrium.example")
    send.click()
    page.get_by_text("known from a data breach").wait_for()
    field = page.get_by_label("Password", exact=True)
    assert field.get_attribute("aria-invalid") == "true"
    assert "known from a data breach" in page.locator("#" + field.get_attribute("aria-describedby").split()[0]).inner_text()
    assert field.input_value() == "password1234", "what was typed is not lost"


def test_f1_the_meter_says_how_a_password_looks(visit):
    page = visit("/sign-up")
    page.get_by_label("Email").fill(DANA)
    field = page.get_by_label("Password", exact=True)
    for password, words in [("short", "7 more characters"), ("aaaaaaaaaaaaaaaa", "Easy to guess"), (DANA, "This is your email address"), ("a river of lamps", "Good"),
                            ("seven quiet boats at noon", "Strong"), ("x" * 129, "1 character too many")]:
        field.fill(password)
        page.locator(".meter-words").get_by_text(words).wait_for()


def test_f1_an_invitation_is_accepted(visit, hub):
    page = visit("/invite?token=inv_good")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Accept").click()
    heading(page, "Home")
    page = visit("/invite?token=inv_used")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Accept").click()
    page.get_by_text("This invitation has expired").wait_for()


def test_f1_a_link_that_was_used_says_so_and_offers_another(visit, hub):
    page = visit("/verify?token=emv_old")
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("This link has expired or was used already.").wait_for()
    visit("/verify", page)
    page.get_by_text("This link has expired or was used already.").wait_for()


# F2: sign in, second factor, forgotten password, upkeep

def test_f2_wrong_words_are_said_and_right_ones_lead_to_where_one_was_going(visit, hub):
    hub.person()
    page = visit("/account/privacy", wait=False)
    page.wait_for_url("**/sign-in?next=%2Faccount%2Fprivacy")
    sign_in(page, password="not the words at all")
    page.get_by_text("That email and password do not match.").wait_for()
    assert page.get_by_label("Email").input_value() == DANA
    sign_in(page)
    page.wait_for_url("**/account/privacy")
    heading(page, "Privacy")


def test_f2_a_second_factor_is_asked_for_and_met(visit, hub):
    hub.person(mfa=True)
    page = visit("/sign-in?next=/account/settings")
    sign_in(page)
    heading(page, "Two-factor code")
    code = page.get_by_label("6-digit code")
    assert code.evaluate("one => one === document.activeElement")
    assert (code.get_attribute("autocomplete"), code.get_attribute("inputmode")) == ("one-time-code", "numeric")
    code.fill("000000")
    page.get_by_text("That code did not work.").wait_for()
    page.get_by_text("Time left 4:5").wait_for()
    # Pasted with a space, on an Arabic keyboard.
    right = totp(hub.secret)
    code.fill("".join("٠١٢٣٤٥٦٧٨٩"[int(digit)] for digit in right[:3]) + " " + right[3:])
    heading(page, "Settings")


def test_f2_a_recovery_code_meets_it_too(visit, hub):
    hub.person(mfa=True)
    page = visit("/sign-in")
    sign_in(page)
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill("zzzz-zzzz-zzzz")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("That recovery code did not work.").wait_for()
    page.get_by_label("Recovery code").fill("AAAA-BBBB-0003 ")
    page.get_by_role("button", name="Continue").click()
    heading(page, "Home")


def test_f2_a_challenge_that_runs_out_leads_back_with_a_sentence(visit, hub):
    hub.person(mfa=True)
    hub.challenge_life = 3
    page = visit("/sign-in?next=/account/privacy")
    sign_in(page)
    heading(page, "Two-factor code")
    heading(page, "Sign in")
    page.get_by_text("That took longer than five minutes.").wait_for()
    assert "next=%2Faccount%2Fprivacy" in page.url


def test_f2_too_many_tries_are_counted_down(visit, hub):
    hub.person()
    hub.next_answer("POST", "/v1/auth/login", 429, "rate_limited", {"reason": "account_locked"}, {"Retry-After": "3"})
    page = visit("/sign-in")
    sign_in(page)
    page.get_by_text("signing in is paused").wait_for()
    button = page.locator("form button[type=submit]")
    assert button.get_attribute("aria-disabled") == "true" and "0:0" in button.inner_text()
    button.click(force=True)
    page.keyboard.press("Enter")
    assert len(asked(hub, "POST", "/v1/auth/login")) == 1
    page.locator("form button[type=submit]:not([aria-disabled])").click()
    heading(page, "Home")


def test_f2_a_forgotten_password_is_replaced_and_ends_all_sessions(visit, hub, server):
    hub.person()
    page = enter(visit, hub)
    hub.asked.clear()
    other = visit("/forgot")
    other.get_by_label("Email").fill(DANA)
    other.get_by_role("button", name="Send the link").click()
    heading(other, "Check your email")
    visit(hub.mail[-1][1], other)
    assert "token" not in other.url
    other.get_by_label("New password").fill("short")
    other.get_by_role("button", name="Set the password").click()
    other.get_by_text("Use at least 12 characters.").wait_for()
    other.get_by_label("New password").fill("nine boats by the pier")
    other.get_by_role("button", name="Set the password").click()
    heading(other, "Sign in")
    other.get_by_text("you are signed out everywhere").wait_for()
    # The page that was open elsewhere notices with its next request, and comes back to where it was.
    page.get_by_role("link", name="Account", exact=True).click()
    page.get_by_text("The password was reset").wait_for()
    sign_in(page, password="nine boats by the pier")
    page.wait_for_url("**/account/security")


def test_f2_a_token_that_ran_out_is_renewed_once_and_nobody_notices(visit, hub):
    page = enter(visit, hub)
    hub.access.clear()
    page.get_by_role("link", name="Account", exact=True).click()
    page.get_by_text("This device").wait_for()
    assert len(asked(hub, "POST", "/v1/auth/token/refresh")) == 1


def test_f2_three_tabs_of_one_browser_renew_once_each_in_turn_and_stay(visit, hub, server):
    page = enter(visit, hub)
    tabs = [page, page.context.new_page(), page.context.new_page()]
    for tab in tabs[1:]:
        tab.goto(server.url + "/account/security")
        tab.get_by_text("This device").wait_for()
    hub.access.clear()
    before = len(asked(hub, "POST", "/v1/auth/token/refresh"))
    for tab in tabs:
        tab.evaluate("document.querySelector('.rooms-nav a[href=\"/account/settings\"], .tile[href=\"/account/settings\"]').click()")
    for tab in tabs:
        heading(tab, "Settings")
        tab.get_by_label("Time zone").wait_for()
    assert len(asked(hub, "POST", "/v1/auth/token/refresh")) - before <= 3


def test_f2_signing_out_reaches_every_tab(visit, hub, server):
    page = enter(visit, hub)
    other = page.context.new_page()
    other.goto(server.url + "/account/security")
    other.get_by_text("This device").wait_for()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You are signed out.").wait_for()
    heading(other, "Sign in")
    assert page.evaluate("localStorage.getItem('atrium.session')") is None


@pytest.mark.parametrize("next", ["https://evil.example/", "//evil.example/", "/\\evil.example", "/..//evil.example", "javascript:alert(1)"])
def test_f2_signing_in_leads_nowhere_outside(visit, hub, server, next):
    hub.person()
    page = visit("/sign-in?next=" + next)
    sign_in(page)
    heading(page, "Home")
    assert page.url == server.url + "/"


def test_f2_the_forms_tell_password_managers_what_is_what(visit, hub):
    page = visit("/sign-in")
    assert page.locator("form[method=post]").count() == 1
    assert page.locator("input[type=email]").get_attribute("autocomplete").startswith("username")
    assert page.locator("input[type=password]").get_attribute("autocomplete") == "current-password"
    page.get_by_role("button", name="Show password").click()
    assert page.get_by_label("Password", exact=True).get_attribute("type") == "text"
    visit("/sign-up", page)
    assert page.locator("input[type=password]").get_attribute("autocomplete") == "new-password"


# F4: two-factor, sessions

def test_f4_two_factor_is_turned_on_its_codes_kept_and_off_again(visit, hub):
    page = enter(visit, hub, "/account/security")
    page.get_by_role("link", name="Turn on").click()
    heading(page, "Turn on two-factor sign-in")
    picture = page.get_by_alt_text("QR code")
    picture.wait_for()
    assert picture.evaluate("one => one.naturalWidth > 0")
    assert page.locator(".secret").inner_text().replace(" ", "") == hub.secret
    page.get_by_label("6-digit code").fill("123456")
    page.get_by_text("That code did not work.").wait_for()
    page.get_by_label("6-digit code").fill(totp(hub.secret))
    heading(page, "Save your recovery codes")
    assert page.locator(".codes li").count() == 10
    # It cannot be left before the box is ticked: by a link, by the browser's Back, by the button.
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Save the codes first").wait_for()
    page.go_back()
    page.wait_for_timeout(200)
    heading(page, "Save your recovery codes")
    assert page.url.endswith("/recovery-codes")
    page.get_by_role("button", name="Done").click(force=True)
    heading(page, "Save your recovery codes")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Save as file").click()
    text = open(kept.value.path()).read()
    assert "aaaa-bbbb-0009" in text and DANA in text
    page.get_by_label("I’ve saved these").check()
    page.get_by_role("button", name="Done").click()
    heading(page, "Security")
    page.get_by_role("button", name="Turn off").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("6-digit code").fill("000000")
    dialog.get_by_role("button", name="Turn off").click()
    dialog.get_by_text("That code did not work.").wait_for()
    dialog.get_by_role("button", name="Use a recovery code").click()
    dialog.get_by_label("Recovery code").fill("aaaa-bbbb-0001")
    dialog.get_by_role("button", name="Turn off").click()
    page.get_by_text("Two-factor sign-in is off.").wait_for()
    page.get_by_role("link", name="Turn on").wait_for()


def test_f4_recovery_codes_are_not_shown_a_second_time(visit, hub):
    page = enter(visit, hub, "/account/security/recovery-codes")
    page.get_by_text("Recovery codes are shown once").wait_for()
    assert page.locator(".codes").count() == 0


def test_f4_other_sessions_are_ended_one_by_one_or_all(visit, hub):
    person = hub.person()
    for agent in ("Mozilla/5.0 (iPhone; CPU iPhone OS 19) Version/19 Safari/604.1", "Mozilla/5.0 (Windows NT 10.0) Firefox/150.0", "curl/8"):
        hub.session_of(person, agent)
    page = enter(visit, hub, "/account/security")
    first = page.locator(".list .row").first
    assert "This device" in first.inner_text()
    assert page.get_by_text("Firefox on Windows").is_visible() and page.get_by_text("Unknown device").is_visible()
    page.get_by_role("button", name="Sign out of Safari on iPhone").click()
    page.get_by_text("Signed out of that device.").wait_for()
    page.get_by_text("Safari on iPhone").wait_for(state="detached")
    page.get_by_role("button", name="Sign out of all other sessions").click()
    page.get_by_text("Signed out of 2 other sessions.").wait_for()
    page.get_by_text("You are signed in only here.").wait_for()
    assert [one["revoked"] for one in hub.sessions.values()].count("logout") == 3


def test_f4_the_password_is_changed(visit, hub):
    page = enter(visit, hub, "/account/security")
    page.get_by_role("button", name="Change password").click()
    page.get_by_label("Current password").fill("wrong words here")
    page.get_by_label("New password").fill("nine boats by the pier")
    page.get_by_role("button", name="Change password").click()
    page.get_by_text("That is not your current password.").wait_for()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    page.get_by_text("Password changed.").wait_for()
    assert not asked(hub, "POST", "/v1/auth/token/refresh"), "a wrong password is no lost session"


def test_f4_what_an_old_session_must_not_do_is_done_after_signing_in_again(visit, hub):
    page = enter(visit, hub, "/account/security")
    hub.next_answer("POST", "/v1/users/me/password", 403, "step_up_required")
    page.get_by_role("button", name="Change password").click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("nine boats by the pier")
    page.get_by_role("button", name="Change password").click()
    page.get_by_role("link", name="Sign in again").click()
    heading(page, "Sign in")
    assert page.get_by_label("Email").input_value() == DANA
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/account/security")
    page.get_by_text("You are signed in only here.").wait_for()
    assert [one["revoked"] for one in hub.sessions.values()] == ["logout", None], "no session is left behind"


# Passkeys, with the authenticator that Chromium plays

@pytest.fixture
def keyed(server, reader, hub):
    """A page at a host name, since passkeys belong to one, with an authenticator that says yes; signed in as Dana."""
    hub.passkey_host = "localhost"
    hub.person()
    page = reader(expects_errors=True)
    hub.install(page.context)
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
                                                                "automaticPresenceSimulation": True}})
    page.goto(server.url.replace("127.0.0.1", "localhost") + "/sign-in?next=/account/security")
    sign_in(page)
    page.wait_for_url("**/account/security")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("Passkey added.").wait_for()
    return page


def test_a_passkey_is_made_renamed_used_and_removed(keyed, hub):
    page = keyed
    page.get_by_role("button", name="Rename Chrome on Linux").click()
    page.get_by_role("dialog").get_by_label("Name").fill("<b>My desk</b>")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    page.get_by_text("<b>My desk</b>").wait_for()
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("This device already has a passkey").wait_for()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    heading(page, "Home")
    page.get_by_role("link", name="Account", exact=True).click()
    page.get_by_role("button", name="Remove <b>My desk</b>").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.get_by_text("Passkey removed.").wait_for()
    assert not hub.passkeys


def test_a_passkey_meets_the_second_factor(keyed, hub):
    page = keyed
    hub.people[DANA]["mfa"] = True
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_in(page)
    heading(page, "Two-factor code")
    page.get_by_role("button", name="Use a passkey").click()
    heading(page, "Home")


def test_a_passkey_that_nobody_knows_is_refused_with_a_sentence(keyed, hub):
    page = keyed
    hub.passkeys.clear()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_text("This passkey is not known here.").wait_for()


# F5: export, erasure

def test_f5_the_data_is_saved_as_a_file(visit, hub):
    page = enter(visit, hub, "/account/privacy")
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download").click()
    assert re.fullmatch(r"atrium-\d{4}-\d\d-\d\d\.json", kept.value.suggested_filename)
    assert json.load(open(kept.value.path()))["user"]["email"] == DANA


def test_f5_the_account_is_deleted_with_a_date(visit, hub):
    page = enter(visit, hub, "/account/privacy")
    page.get_by_role("link", name="Delete account").click()
    heading(page, "Delete account")
    page.get_by_label("to confirm").fill("delete")
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_text("Type DELETE in capital letters.").wait_for()
    assert not asked(hub, "POST", "/v1/users/me/erasure-requests")
    page.get_by_label("to confirm").fill("DELETE")
    page.get_by_role("button", name="Delete my account").click()
    heading(page, "Sign in")
    page.get_by_text("Your account will be erased on 8 December 2026.").wait_for()
    assert page.evaluate("localStorage.getItem('atrium.session')") is None


# SET-01

def test_settings_are_saved_and_shown_at_once(visit, hub):
    page = enter(visit, hub, "/account/settings")
    page.get_by_label("Time zone").select_option("Asia/Amman")
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label("Language").select_option("ar")
    page.locator("form").last.get_by_role("button", name="Save").click()
    page.get_by_role("heading", level=1, name="الإعدادات").wait_for()
    assert page.evaluate("[document.documentElement.dir, document.documentElement.dataset.scheme]") == ["rtl", "dark"]
    assert asked(hub, "PATCH", "/v1/users/me/settings")[0][2] == {"locale": "ar", "timezone": "Asia/Amman", "theme": "dark"}
    page.reload()
    page.get_by_role("heading", level=1, name="الإعدادات").wait_for()


def test_a_new_address_waits_for_its_letter(visit, hub):
    hub.person("taken@atrium.example")
    page = enter(visit, hub, "/account/settings")
    page.get_by_label("New email").fill("taken@atrium.example")
    page.get_by_role("button", name="Change email").click()
    page.get_by_text("There is already an account with this address.").wait_for()
    page.get_by_label("New email").fill("dana@elsewhere.example")
    page.get_by_role("button", name="Change email").click()
    page.get_by_text("Waiting for dana@elsewhere.example").wait_for()
    assert page.get_by_label("New email").input_value() == ""


@pytest.mark.parametrize("way", ["Reload", "Re-apply"])
def test_settings_that_changed_meanwhile_are_reloaded_or_laid_on_top(visit, hub, way):
    page = enter(visit, hub, "/account/settings")
    page.get_by_label("Time zone").select_option("Asia/Amman")
    person = hub.people[DANA]
    person["settings"]["theme"], person["version"] = "light", 7
    save = page.locator("form").last.get_by_role("button", name="Save")
    save.click()
    page.get_by_text("This changed since you opened it.").wait_for()
    page.get_by_role("button", name=way).click()
    page.get_by_text("This changed since you opened it.").wait_for(state="detached")
    page.locator("input[value=light]:checked").wait_for(state="attached")
    assert person["settings"]["timezone"] == ("UTC" if way == "Reload" else "Asia/Amman")
    assert person["settings"]["theme"] == "light"


# The seed's table of cross-cutting behaviour, where no flow has walked it

def test_503_is_a_banner_nothing_is_queued_and_a_retry_has_the_same_key(visit, hub):
    page = enter(visit, hub, "/account/delete")
    hub.next_answer("POST", "/v1/users/me/erasure-requests", 503, "service_unavailable", headers={"Retry-After": "1"})
    page.get_by_label("to confirm").fill("DELETE")
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_text("The server is busy or being looked after.").wait_for()
    page.wait_for_timeout(1500)
    assert len(asked(hub, "POST", "/v1/users/me/erasure-requests")) == 1
    page.get_by_role("button", name="Delete my account").click()
    heading(page, "Sign in")
    first, second = (one[3]["idempotency-key"] for one in asked(hub, "POST", "/v1/users/me/erasure-requests"))
    assert first == second


def test_offline_is_said_and_gone_when_the_network_is_back(visit, hub):
    page = enter(visit, hub, "/account/privacy")
    hub.next_answer("GET", "/v1/users/me/export", 0)
    page.get_by_role("button", name="Download").click()
    page.get_by_text("You seem to be offline.").wait_for()
    with page.expect_download():
        page.get_by_role("button", name="Download").click()
    page.get_by_text("You seem to be offline.").wait_for(state="detached")


def test_403_is_said_in_its_place(visit, hub):
    hub.next_answer("GET", "/v1/users/me/sessions", 403, "forbidden", {"required_permission": "users.manage"})
    page = enter(visit, hub, "/account/security")
    page.get_by_text("You don’t have permission to view this.").wait_for()
    assert page.get_by_role("button", name="Change password").is_visible()


def test_501_hides_the_way_in_for_the_session(visit, hub):
    page = visit("/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for(state="detached")
    page.reload()
    heading(page, "Sign in")
    assert page.get_by_role("button", name="Sign in with a passkey").count() == 0


def test_500_gives_a_number_to_quote(visit, hub):
    hub.person()
    hub.next_answer("POST", "/v1/auth/login", 500, "internal_error")
    page = visit("/sign-in")
    sign_in(page)
    page.get_by_text("quote req_test").wait_for()


def test_a_list_that_failed_is_asked_for_again(visit, hub):
    hub.next_answer("GET", "/v1/users/me/sessions", 500, "internal_error")
    page = enter(visit, hub, "/account/security")
    page.get_by_role("button", name="Try again").click()
    page.get_by_text("This device").wait_for()


# Hosted sign-in

ASK = "/authorize?response_type=code&client_id={}&redirect_uri={}&code_challenge=" + "x" * 43 + "&code_challenge_method=S256&state=s1"


def test_an_app_gets_its_code_once_the_person_says_yes(visit, hub):
    hub.person()
    page = visit(ASK.format("app_planner", "https://planner.example/back"), wait=False)
    page.context.route("https://planner.example/**", lambda route: route.fulfill(body="<h1>Planner</h1>", content_type="text/html"))
    page.wait_for_url("**/sign-in?next=**")
    sign_in(page)
    heading(page, "Continue to planner")
    page.get_by_role("button", name="Continue to planner").click()
    page.wait_for_url("https://planner.example/back?code=ac_1&state=s1")


@pytest.mark.parametrize("app,back,words", [("app_nobody", "https://planner.example/back", "This app is not known here."), ("app_planner", "https://evil.example/", "is not registered for it")])
def test_a_bad_app_or_address_is_told_here_and_leads_nowhere(visit, hub, server, app, back, words):
    hub.person()
    page = visit(ASK.format(app, back), wait=False)
    page.wait_for_url("**/sign-in?next=**")
    sign_in(page)
    page.get_by_role("button", name="Continue to").click()
    page.get_by_text(words).wait_for()
    assert page.url.startswith(server.url)
