"""F1, F2, F4 and F5 over the real server: nothing between the pages and the API but the network of this machine."""
import json, re

import pytest

from test_hub import DANA, PASSWORD, heading, sign_in

NEW = "nine boats by the pier"


@pytest.fixture
def visit(accounts, reader):
    def open_page(path, page=None, **settings):
        page = page or reader(expects_errors=True, **settings)
        page.goto(accounts.url + path)
        page.locator("h1").wait_for()
        return page

    return open_page


def sign_up(visit, email, **settings):
    page = visit("/sign-up", **settings)
    page.get_by_label("Your name").fill("Dana")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    heading(page, "Check your email")
    return page


def test_f1_signing_up_leads_home_with_the_banner_and_faults_to_their_fields(visit):
    page = sign_up(visit, "f1@atrium.example")
    page.locator("main").get_by_text("f1@atrium.example").wait_for()
    page.get_by_role("button", name="Send it again").click()
    page.get_by_text("Sent. It can take a minute").wait_for()
    page.get_by_role("link", name="Go on to your account").click()
    heading(page, "Home")
    page.locator(".strip").get_by_text("Verify your email").wait_for()
    page.reload()
    heading(page, "Home")
    other = visit("/sign-up")
    other.get_by_label("Email").fill("f1@atrium.example")
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_role("button", name="Create account").click()
    other.get_by_text("There is already an account with this address.").wait_for()
    other.get_by_label("Email").fill("nobody")
    other.get_by_role("button", name="Create account").click()
    other.get_by_text("This does not look right.").wait_for()
    other.get_by_label("Email").fill("f1b@atrium.example")
    other.get_by_label("Password", exact=True).fill("password1234")
    other.get_by_role("button", name="Create account").click()
    other.get_by_text("known from a data breach").wait_for()
    visit("/verify?token=emv_" + "A" * 43, other)
    other.get_by_role("button", name="Confirm").click()
    other.get_by_text("This link has expired").wait_for()


def test_f2_signing_in_wrongly_is_said_then_paused_and_rightly_goes_on(visit):
    page = sign_up(visit, "f2@atrium.example")
    page.get_by_role("link", name="Go on to your account").click()
    page.get_by_role("button", name="Your account").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_text("You are signed out.").wait_for()
    visit("/sign-in?next=/account/privacy", page)
    sign_in(page, "f2@atrium.example", "not the words at all")
    page.get_by_text("That email and password do not match.").wait_for()
    sign_in(page, "f2@atrium.example")
    page.wait_for_url("**/account/privacy")
    heading(page, "Privacy")
    other = visit("/sign-in")
    for _ in range(6):
        sign_in(other, "unknown@atrium.example", "not the words at all")
        other.locator(".banner.bad, .banner.warn").wait_for()
        other.wait_for_timeout(100)
    other.get_by_text("signing in is paused").wait_for()


def test_f2_tabs_that_renew_at_once_all_stay_in(visit, accounts):
    page = sign_up(visit, "tabs@atrium.example")
    tabs = [page] + [page.context.new_page() for _ in range(3)]
    for _ in range(3):
        # A load forgets the access token of a tab: each begins with a renewal.
        for tab in tabs:
            tab.goto(accounts.url + "/account/settings", wait_until="commit")
        for tab in tabs:
            heading(tab, "Settings")
            tab.get_by_label("Time zone").wait_for()


def test_f2_an_answer_lost_on_the_way_signs_nobody_out(visit, accounts):
    page = sign_up(visit, "lost@atrium.example")
    lost = []

    def lose(route):
        if not lost:
            lost.append(route.fetch().status)
            return route.abort("connectionreset")
        return route.continue_()

    page.context.route("**/v1/auth/token/refresh", lose)
    page.goto(accounts.url + "/account/settings")
    page.get_by_text("No connection.").first.wait_for()
    page.reload()
    page.get_by_label("Time zone").wait_for()
    assert lost == [200]


def test_f2_a_link_sets_a_password_and_ends_all_sessions(visit, accounts):
    page = sign_up(visit, "reset@atrium.example")
    link = accounts.password_link("reset@atrium.example")
    other = visit(re.sub(r"^https?://[^/]*", "", link))
    assert "token" not in other.url
    other.get_by_label("New password").fill(NEW)
    other.get_by_role("button", name="Set the password").click()
    heading(other, "Sign in")
    other.get_by_text("you are signed out everywhere").wait_for()
    page.get_by_role("link", name="Go on to your account").click()
    page.get_by_role("link", name="Account", exact=True).click()
    page.get_by_text("The password was reset").wait_for()
    sign_in(page, "reset@atrium.example", NEW)
    page.wait_for_url("**/account/security")
    visit(re.sub(r"^https?://[^/]*", "", link), other)
    other.get_by_label("New password").fill(PASSWORD)
    other.get_by_role("button", name="Set the password").click()
    other.get_by_text("This link has expired").wait_for()


def test_f4_sessions_are_seen_and_ended_and_the_password_changed(visit, accounts):
    page = sign_up(visit, "f4@atrium.example")
    others = [visit("/sign-in?next=/account/security") for _ in range(2)]
    for other in others:
        sign_in(other, "f4@atrium.example")
        other.wait_for_url("**/account/security")
    visit("/account/security", page)
    page.get_by_text("This device").wait_for()
    assert page.locator(".list .row").count() == 3
    page.get_by_role("button", name="Sign out of all other sessions").click()
    page.get_by_text("You are signed in only here.").wait_for()
    others[0].get_by_role("link", name="Settings").first.click()
    heading(others[0], "Sign in")
    assert "next=%2Faccount%2Fsettings" in others[0].url
    page.get_by_role("button", name="Change password").click()
    page.get_by_label("Current password").fill("wrong words here")
    page.get_by_label("New password").fill(NEW)
    page.get_by_role("button", name="Change password").click()
    page.get_by_text("That is not your current password.").wait_for()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    page.get_by_text("Password changed.").wait_for()


def test_settings_and_profile_are_kept(visit):
    page = sign_up(visit, "settings@atrium.example")
    visit("/account/settings", page)
    page.get_by_label("Your name").fill("Dana of the Lamps")
    page.locator("form").first.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_label("Time zone").select_option("Asia/Amman")
    page.get_by_label("Dark", exact=True).check()
    page.locator("form").last.get_by_role("button", name="Save").click()
    page.locator("[data-scheme=dark]").wait_for()
    page.reload()
    page.locator("option[value='Asia/Amman']:checked").wait_for(state="attached")
    assert page.get_by_label("Your name").input_value() == "Dana of the Lamps"
    page.get_by_label("New email").fill("moved@atrium.example")
    page.get_by_role("button", name="Change email").click()
    page.get_by_text("Waiting for moved@atrium.example").wait_for()


def test_f5_the_data_is_saved_and_the_account_deleted(visit):
    page = sign_up(visit, "f5@atrium.example")
    visit("/account/privacy", page)
    with page.expect_download() as kept:
        page.get_by_role("button", name="Download").click()
    bundle = json.load(open(kept.value.path()))
    assert bundle["user"]["email"] == "f5@atrium.example" and bundle["sessions"] and "password" not in json.dumps(bundle["identities"]).replace('"method": "password"', "")
    page.get_by_role("link", name="Delete account").click()
    page.get_by_label("to confirm").fill("DELETE")
    page.get_by_role("button", name="Delete my account").click()
    heading(page, "Sign in")
    page.get_by_text(re.compile(r"Your account will be erased on \d+ \w+ \d{4}\.")).wait_for()
    sign_in(page, "f5@atrium.example")
    page.get_by_text("That email and password do not match.").wait_for()


def link_of(letter):
    """The path, with its token, that a letter leads to."""
    return re.search(r"https?://[^/\s]+(/\S+)", letter["text"]).group(1)


def test_f1_the_letter_of_a_sign_up_verifies_the_address_once(visit, accounts):
    page = sign_up(visit, "letter@atrium.example")
    (letter,) = accounts.letters("letter@atrium.example")
    assert letter["state"] == "kept" and letter["template"] == "verify-address"
    path = link_of(letter)
    visit(path, page)
    # A scanner that follows the link spends nothing: the press of the button does.
    assert "token" not in page.url
    scanner = visit(path)
    page.get_by_role("button", name="Confirm").click()
    page.locator(".tick").wait_for()
    visit("/", page)
    heading(page, "Home")
    assert page.locator(".strip").get_by_text("Verify your email").count() == 0
    scanner.get_by_role("button", name="Confirm").click()
    scanner.get_by_text("This link has expired").wait_for()


def test_f2_the_letter_of_a_forgotten_password_leads_back_in(visit, accounts):
    sign_up(visit, "forgot@atrium.example")
    page = visit("/forgot")
    for email in ("forgot@atrium.example", "nobody@atrium.example"):
        visit("/forgot", page)
        page.get_by_label("Email").fill(email)
        page.locator("main button[type=submit]").click()
        page.get_by_text(f"If there is an account for {email}").wait_for()
    assert accounts.letters("nobody@atrium.example") == []
    letter = next(one for one in accounts.letters("forgot@atrium.example") if one["template"] == "reset-password")
    visit(link_of(letter), page)
    page.get_by_label("New password").fill(NEW)
    page.get_by_role("button", name="Set the password").click()
    heading(page, "Sign in")
    sign_in(page, "forgot@atrium.example", NEW)
    page.wait_for_url(lambda url: "/sign-in" not in url)


def test_what_this_server_does_not_offer_is_said_and_then_hidden(visit, accounts):
    page = sign_up(visit, "hidden@atrium.example")
    visit("/account/security", page)
    page.get_by_text("This device").wait_for()
    assert page.get_by_text("Passkeys").count() == 0
    page.get_by_role("link", name="Turn on").click()
    page.get_by_text("This is not available.").wait_for()
    visit("/account/security", page)
    page.get_by_text("This device").wait_for()
    assert page.get_by_role("link", name="Turn on").count() == 0
