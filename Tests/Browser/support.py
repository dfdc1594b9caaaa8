"""The page for support of `receipt-tool serve --ledger` in a real Chromium: sign in, search, read, go back, sign out.

usage: support.py RECEIPT-TOOL LEDGER TRUST-ANCHOR [FOLDER-FOR-SCREENSHOTS]

LEDGER has the account `many` with 1001 purchases, and accounts with hostile names (HOSTILE). Starts and stops the server. Prints a line
for each thing that was tried and ends with 1 at the first that is wrong.
"""

import base64
import contextlib
import datetime
import json
import os
import pathlib
import re
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tab import Tab, browser, contrasts, luminance, server

# As SupportPageTests.swift names them.
HOSTILE = [
    "<img src=x onerror=document.title='owned'>", "\u05d3\u05d5\u05d3 \u202eresu", "a/b?c=d#e%2F%25 &amp;", "\"'`${1}\\u0041",
    "x" * 1024, "javascript:alert(1)",
]
TEXTS = ["h1", "h2", "h3", "#where", ".hint", ".word", ".soft", ".local", "dt", "dd", "th", "td", "p", "a", "time", "label", "button", "li"]
ZONE = datetime.timezone(datetime.timedelta(hours=5, minutes=30))


class Shop:
    """What was minted, presented and sent, as the files say it."""

    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder
        self.run("mint", "init", "ca")
        self.scenarios = {}

    def run(self, *arguments):
        return subprocess.run([self.tool, *arguments], cwd=self.folder, capture_output=True, text=True, check=True).stdout

    def scenario(self, name):
        if name not in self.scenarios:
            self.run("mint", "--scenario", name, "--ca", "ca", "--output", name, "--bundle-id", "com.example.test")
            self.scenarios[name] = [path.read_text().strip() for path in sorted((self.folder / name).glob("*.transaction.jws"))]
        return self.scenarios[name]

    def transaction(self, number, product, begins, ends, revoked=None, **more):
        """A period of a subscription of its own, from one day to another, counted from today; what is None is left out."""
        moment = lambda days: int((time.time() + days * 86_400) * 1_000)
        one = payload(self.run("mint", "--jws", "transaction", "--ca", "ca", "--bundle-id", "com.example.test").strip())
        one |= {
            "transactionId": number, "originalTransactionId": number, "webOrderLineItemId": number, "productId": product,
            "purchaseDate": moment(begins), "originalPurchaseDate": moment(begins), "expiresDate": moment(ends),
            "signedDate": moment(begins) + 60_000, "transactionReason": "PURCHASE"}
        if revoked is not None:
            one |= {"revocationDate": moment(revoked), "revocationReason": 0, "signedDate": moment(revoked) + 60_000}
        one = {name: value for name, value in (one | more).items() if value is not None}
        (self.folder / "transaction.json").write_text(json.dumps(one))
        return self.run("mint", "--jws", "transaction", "--ca", "ca", "transaction.json").strip()

    def notifications(self, name):
        return [path.read_text().strip() for path in sorted((self.folder / name).glob("*.notification.jws"))]


def payload(jws):
    """Of signed data, without any program of ours."""
    part = jws.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def ask(url, token, path, body=None):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(url + path, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def utc(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M")


def day(milliseconds):
    """As a person says it; with the time of the day where it is near."""
    moment = datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    is_near = abs(moment - datetime.datetime.now(datetime.timezone.utc)) < datetime.timedelta(days=2)
    return f"{moment.day} {moment:%B %Y}" + (f", {moment:%H:%M} UTC" if is_near else "")


def local(milliseconds):
    return datetime.datetime.fromtimestamp(milliseconds / 1000, ZONE).strftime("%-I:%M")


class Page(Tab):
    def __init__(self, driver, url, fragment=""):
        super().__init__(driver, url)
        driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Kolkata"})
        # Not only another fragment of the page that is open.
        driver.get("about:blank")
        driver.get(url + "/support" + fragment)

    def sign_in(self, token):
        field = self.find("#token")
        field.clear()
        field.send_keys(token)
        self.find("#entry button").click()
        self.wait(lambda _: self.find("#said").text != "Signing in…" and (self.find("#token-wrong").text or self.find("#name").is_displayed()))

    def focused(self):
        return self.driver.switch_to.active_element

    def done(self, heading):
        # What was found before may have the same heading.
        self.wait(lambda _: any(heading in one.text for one in self.all("#results h2")) and self.find("#results").get_attribute("aria-busy") == "false")

    def heading(self):
        found = self.all("#results h2")
        return found[0].text if found else ""

    def search(self, name, heading):
        field = self.find("#name")
        field.clear()
        # As it is pasted: selenium would type line by line.
        self.driver.execute_script("arguments[0].value = arguments[1]", field, name)
        self.find("#search button").click()
        self.done(heading)

    def section(self, title):
        return next(part for part in self.all("#results section") if part.find_element(By.TAG_NAME, "h2").text.startswith(title))

    def rows(self):
        return self.section("Purchases").find_elements(By.CSS_SELECTOR, "tbody tr")

    def fragment(self):
        return self.driver.execute_script("return location.hash")


def signs_in(page, tokens):
    assert page.find("#token").get_attribute("type") == "password" and page.find("#token").get_attribute("autocomplete") == "off"
    assert page.focused().get_attribute("id") == "token" and not page.find("#search").is_displayed()
    for token, words in [
        ("", "Paste the token first"), ("two words", "no token"), ("wrong-" + secrets.token_hex(16), "does not know this token"),
        (tokens["shop"], "scope “read”"),
    ]:
        page.sign_in(token)
        assert words in page.find("#token-wrong").text, (words, page.find("#token-wrong").text)
        field = page.find("#token")
        assert field == page.focused() and field.get_attribute("aria-invalid") == "true" and not field.get_attribute("value")
        assert "token-wrong" in field.get_attribute("aria-describedby") and not page.find("#search").is_displayed()
    page.sign_in(f"  {tokens['support']} ")
    assert page.find("#search").is_displayed() and not page.find("#entry").is_displayed()
    assert page.focused().get_attribute("id") == "name" and not page.find("#token").get_attribute("value")
    print("ok: a wrong token and one for something else are refused with the reason, and the right one opens the search")


def finds_each_kind(page, shop):
    trial = [payload(one) for one in shop.scenario("trial-renew-refund")]
    periods = {one["transactionId"]: one for one in trial}
    refunded = [one for one in trial if "revocationDate" in one][-1]
    lasting = payload(shop.scenario("one-time-charge")[0])
    page.search("  jane \t", "Account jane")
    assert page.fragment() == "#account/jane" and page.focused().tag_name == "h2"
    answer = page.section("Account").text
    assert "By what this ledger knows, as of " in answer and f"account jane may use {lasting['productId']}, without an end." in answer, answer
    cells = [row.text for row in page.rows()]
    assert len(cells) == len(periods) + 1, cells
    newest = sorted([*periods.values(), lasting], key=lambda one: one["purchaseDate"], reverse=True)
    for text, one in zip(cells, newest, strict=True):
        assert one["transactionId"] in text and utc(one["purchaseDate"]) in text and local(one["purchaseDate"]) in text, (one, text)
        assert ("refunded" in text) == (one["transactionId"] == refunded["transactionId"]), text
    bars = [bar.get_attribute("class") for bar in page.all("svg.timeline rect")]
    assert sorted(bars) == ["paid"] * (len(periods) - 1) + ["refunded"], bars
    assert len(page.all("svg.timeline line.now")) == 1 and len(page.all("svg.timeline line.taken")) == 1
    titles = [title.get_attribute("textContent") for title in page.all("svg.timeline title")]
    assert any(title == "refunded " + utc(refunded["revocationDate"]) for title in titles), titles
    story = page.section("What happened").text
    for words in ["Presented for order 7 by jane: accepted", "Renewed until", "Apple refunded it on " + utc(refunded["revocationDate"]),
                  "The customer asked Apple for a refund", "Apple’s notification DID_RENEW", "Presented for order 99 by mallory: replay",
                  "Order 7 of jane was presented again, once"]:
        assert words in story, (words, story)
    # The newest first.
    assert story.index("order 99 by mallory") < story.index("order 9 by jane") < story.index("Apple refunded it") < story.index("order 7 by jane: accepted")
    page.search("9", "Order 9")
    assert "presented by jane" in page.section("Order").text and "account jane may use" in page.section("Order").text
    page.search(lasting["transactionId"], f"Transaction {lasting['transactionId']}")
    assert page.fragment() == "#transaction/" + lasting["transactionId"]
    # A subscription by its original transaction, in its grace period.
    grace = payload(shop.scenario("grace-period-recovered")[0])
    page.search(grace["originalTransactionId"], f"Transaction {grace['originalTransactionId']}")
    assert "grace period" in page.section("Transaction").text, page.section("Transaction").text
    assert [bar.get_attribute("class") for bar in page.all("svg.timeline rect")][-1] == "grace"
    page.search("gwen", "Account gwen")
    assert "expired" in page.section("Subscription").text and "Expired" in page.section("What happened").text
    assert "may use nothing" in page.section("Account").text
    page.search("E-11", "Order E-11")
    assert "presented by new-name" in page.section("Order").text
    page.search("new-name", "Account new-name")
    assert "Account old-name was merged into new-name" in page.section("What happened").text
    page.search("mallory", "Account mallory")
    assert "account mallory may use nothing." in page.section("Account").text
    assert page.section("Account").find_elements(By.TAG_NAME, "p")[0].text.startswith("✗ "), page.section("Account").text
    assert "replay" in page.section("What happened").text
    print("ok: accounts, orders and transactions are found, with purchases, drawings, refunds and what happened")


def says_who_paid(page, shop, changed):
    """The first sentence on an account, before what it may use."""
    def said(name, lines):
        page.search(name, f"Account {name}")
        first = [one.text for one in page.section("Account").find_elements(By.TAG_NAME, "p")]
        assert first[:len(lines)] == lines and "may use" in first[len(lines)], (lines, first)

    renewed = payload(shop.scenario("billing-retry-recovered")[-1])
    said("rita", [f"! Test: Subscribed until {day(renewed['expiresDate'])}, auto-renew on.", "Test purchase: nothing was paid.",
                  f"Product: {renewed['productId']}"])
    refunded, lasting = payload(shop.scenario("trial-renew-refund")[-1]), payload(shop.scenario("one-time-charge")[0])
    assert refunded["revocationReason"] == 0
    said("jane", ["! Test purchases: nothing was paid.", f"! Bought on {day(lasting['purchaseDate'])} — {lasting['productId']}",
                  f"✗ Refunded on {day(refunded['revocationDate'])} (another reason) — {refunded['productId']}"])
    before, after = changed
    said("rose", ["! Test purchases: nothing was paid.", f"! Subscribed until {day(after['expiresDate'])} — {after['productId']}",
                  f"! Replaced by {after['productId']} — {before['productId']}"])
    # Of an order, the same is said of its account.
    page.search("R-1", "Order R-1")
    assert f"Replaced by {after['productId']}" in page.section("Order").text
    page.search("mallory", "Account mallory")
    assert page.section("Account").find_elements(By.TAG_NAME, "p")[1].text.endswith("account mallory may use nothing.")
    print("ok: of a subscription that renews, a refund and a subscription that was replaced, the first sentence says so")


def says_whose_it_is(page, shop):
    """A replay, an order that was presented twice, and a period that is over."""
    lasting = payload(shop.scenario("one-time-charge")[0])
    page.search("99", "Order 99")
    for name, heading in [("99", "Order"), ("mallory", "Account")]:
        page.search(name, f"{heading} {name}")
        first = page.section(heading).find_elements(By.TAG_NAME, "p")[0]
        assert first.text.startswith("✗ The purchase that was presented for order 99 belongs to order 9 of jane since "), first.text
        assert "bad" in first.get_attribute("class")
    # Nothing of it stands on the page of the one who has it, where the answer is.
    page.search("jane", "Account jane")
    assert "mallory" not in page.section("Account").text, page.section("Account").text
    page.search("ruth", "Account ruth")
    assert "1 presented order" in page.find("#said").text, page.find("#said").text
    story = page.section("What happened").text
    assert "Presented for order 20 by ruth: rejected by checks" in story and "Presented for order 20 by ruth: accepted" in story, story
    # Its period ended weeks ago: accepted, and nothing that somebody has now.
    row = page.rows()[0]
    assert "accepted" in row.text and not row.find_elements(By.CSS_SELECTOR, ".good"), row.text
    page.search("jane", "Account jane")
    row = next(row for row in page.rows() if lasting["transactionId"] in row.text)
    assert row.find_element(By.CSS_SELECTOR, ".good").text == "accepted"
    print("ok: whose a replayed purchase is comes first, an order that is presented twice counts once, and what is over is not green")


def reads_a_receipt(page, shop, stranger):
    """What a customer sent is answered as on the other page, beside what the ledger knows of each purchase in it; nothing is written."""
    known = shop.scenario("trial-renew-refund")[0]
    both = known + "\n\n" + stranger
    page.find("#of-customer > summary").click()
    for text, count, owner in [(known, "1 of 1 purchases", "jane"), (both, "1 of 2 purchases", "jane"), (stranger, "0 of 1 purchases", None)]:
        page.driver.execute_script("const one = document.getElementById('of-customer'); one.open = true; arguments[0].value = arguments[1];", page.find("#receipt"), text)
        page.find("#read").click()
        page.wait(lambda _: page.find("#results").get_attribute("aria-busy") == "false" and count in page.find("#results").text)
        place = page.section("What the ledger knows")
        rows = [row.text for row in place.find_elements(By.CSS_SELECTOR, "tbody tr")]
        assert len(rows) == int(count.split()[2]), rows
        assert owner is None or any(payload(known)["transactionId"] in row and "7" in row and owner in row for row in rows), rows
        assert (count[0] != count[5]) == any("not in the ledger" in row for row in rows), rows
        parts = [one.get_attribute("data-part") for one in page.all("#results > section")]
        assert parts[0] == "answer" and parts[1] == "recorded" and parts[2] == "reply", parts
        assert page.find("#results .answer").is_displayed() and not page.all("#of-customer[open]")
    assert page.fragment() == "" and "restore purchases" in page.find("#results").text
    # In another language the same is asked again.
    Select(page.find("#language")).select_by_value("de")
    page.wait(lambda _: page.all("#results .answer[lang=de]"))
    Select(page.find("#language")).select_by_value("en")
    page.wait(lambda _: page.all("#results .answer[lang=en]"))
    # Pasted into the search, a receipt is no name.
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"origin": page.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.driver.execute_async_script("navigator.clipboard.writeText(arguments[0]).then(arguments[1])", known)
    page.find("#name").click()
    page.chord(Keys.CONTROL, "v")
    page.wait(lambda _: "1 of 1 purchases" in page.find("#results").text)
    # A name that is pasted, into the search or anywhere, is looked up at once: no answer about somebody else stays above it.
    for place, name in [("#name", "jane"), ("h1", "7")]:
        page.driver.execute_async_script("navigator.clipboard.writeText(arguments[0]).then(arguments[1])", f" {name} ")
        page.find("#name").clear()
        page.find(place).click()
        page.chord(Keys.CONTROL, "v")
        page.wait(lambda _: page.fragment().endswith("/" + name) and page.find("#results").get_attribute("aria-busy") == "false")
        assert "1 of 1 purchases" not in page.find("#results").text and page.find("#name").get_attribute("value") == name
    # Files are dropped anywhere; here they are opened.
    file = shop.folder / "sent.jws"
    file.write_text(known)
    page.find("#file").send_keys(str(file))
    page.wait(lambda _: page.find("#results").get_attribute("aria-busy") == "false" and "1 of 1 purchases" in page.find("#results").text)
    assert page.files() == ["sent.jws"] and not page.find("#receipt").get_attribute("value")
    # What cannot be read has a reply, and no purchases.
    page.driver.execute_script("const one = document.getElementById('of-customer'); one.open = true; "
        "arguments[0].value = 'hello'; arguments[0].dispatchEvent(new Event('input'));", page.find("#receipt"))
    page.find("#read").click()
    page.wait(lambda _: "cannot be read" in page.heading())
    letter = page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value")
    assert "no receipt from the app" in letter and "Ledger" not in page.find("#results").text, letter
    # The answer about an account has a reply as well, without what identifies anybody.
    page.search("jane", "Account jane")
    page.find("[data-part=reply] summary").click()
    letter = page.find("[data-part=reply] textarea:not([hidden])").get_attribute("value")
    assert "test purchase" in letter and "jane" not in letter and "sent us" not in letter, letter
    page.search("99", "Order 99")
    assert not page.all("[data-part=reply]"), "a reply to who presented what another one bought"
    print("ok: a receipt is read beside what the ledger knows of it, and each answer has its reply")


def asks_apple(driver, tool, shop):
    """With a key a number of Apple's is asked for live, whether the ledger knows it or not; the stand-in is Apple."""
    shop.scenario("trial-renew-refund")
    number = payload(shop.scenario("trial-renew-refund")[0])["transactionId"]
    facts = json.loads((shop.folder / "ca/app-store-server.json").read_text())
    settings = shop.folder / "settings/receipt-tool"
    settings.mkdir(parents=True, mode=0o700)
    token = secrets.token_hex(16)
    for file, text in [(settings / "apps.json", ""), (settings / "token", f"support read {token}\n")]:
        file.touch(0o600)
        file.write_text(text)
    with contextlib.ExitStack() as standing_in:
        apple = standing_in.enter_context(server(
            tool, "--ca", str(shop.folder / "ca"), "--scenario", str(shop.folder / "trial-renew-refund")))
        key = shop.folder / f"ca/SubscriptionKey_{facts['key_id']}.p8"
        (settings / "apps.json").write_text(json.dumps({"apps": {"test": {
            "key": str(key), "issuer_id": facts["issuer_id"], "bundle_id": "com.example.test", "endpoint": apple}}}))
        os.environ["XDG_CONFIG_HOME"] = str(settings.parent)
        with server(
            tool, "--ledger", str(shop.folder / "live.sqlite"), "--token-file", str(settings / "token"), "--allow-test-signed",
            "--trust-anchor", str(shop.folder / "ca/root.pem"), "--bundle-id", "com.example.test", "--environment", "sandbox", "--app", "test",
        ) as url:
            del os.environ["XDG_CONFIG_HOME"]
            page = Page(driver, url)
            page.sign_in(token)
            for name in [number, f"M{number}"]:
                page.search(name, "Nothing found")
                page.wait(lambda _: len(page.all("#results .answer h2")) == 2)
                # It stands above what the ledger does not know.
                card = page.all("#results .answer")[0].text
                assert card.startswith("What Apple says now") and "Test: " in card, card
                rows = [row.text for row in page.section("What the ledger knows").find_elements(By.CSS_SELECTOR, "tbody tr")]
                assert len(rows) == 1 and number in rows[0] and "not in the ledger" in rows[0], rows
                assert page.all("[data-part=reply]")
            page.search("2000000000009999", "Nothing found")
            page.wait(lambda _: "Apple knows no such number" in page.find("#results").text)
            page.search("jane", "Nothing found")
            assert "Apple says" not in page.find("#results").text, "a name was sent to Apple"
            standing_in.close()
            page.search(number, "Nothing found")
            page.wait(lambda _: "Apple gave no answer" in page.find("#results").text)
    print("ok: with a key a transaction and an order number are asked for at Apple, live, beside what the ledger knows")


def says_what_was_taken_back(page):
    """A receipt does not tell a refund from family sharing that ended; signed data does, and how much was refunded."""
    cases = [
        ("fay", "no longer shared", "Family sharing ended", "nicht mehr geteilt", "不再共享"),
        ("finn", "refunded or no longer shared", "Apple refunded it, or the family no longer shares it", "erstattet oder nicht mehr geteilt", "已退款或不再共享"),
        ("pat", "refunded in part (40 %)", "Apple refunded it", "teilweise erstattet (40 %)", "已部分退款（40 %）"),
    ]
    for name, words, happened, *others in cases:
        page.search(name, f"Account {name}")
        assert words in page.rows()[0].text and f"; 1 {words}." in page.section("Purchases").text, (name, page.section("Purchases").text)
        assert happened in page.section("What happened").text, page.section("What happened").text
        if name != "pat":
            drawn = [title.get_attribute("textContent") for title in page.all("svg.timeline title")]
            assert sum(words in title for title in drawn) == 2, drawn
            assert words in page.section("Subscription").text, page.section("Subscription").text
        page.search(f"T-{name}", f"Order T-{name}")
        assert f"it is now: {words}." in page.section("Order").text, page.section("Order").text
        for language, other in zip(["de", "zh-Hans"], others, strict=True):
            Select(page.find("#language")).select_by_value(language)
            page.done(f"T-{name}")
            assert other in page.find("#results").text, (language, page.find("#results").text)
        Select(page.find("#language")).select_by_value("en")
        page.done(f"Order T-{name}")
    print("ok: what Apple took back is said as far as Apple said it, in tables, drawings, events and orders")


def draws_what_is_known(page):
    """A subscription that ended since Apple last said something is drawn to its end, and marked as unknown from there."""
    page.search("lara", "Account lara")
    assert "lapsed" in page.section("Subscription").text, page.section("Subscription").text
    kinds = [bar.get_attribute("class") for bar in page.all("svg.timeline rect")]
    assert kinds == ["paid", "doubtful"], kinds
    assert "not known" in page.find("#results ul.legend").text, page.find("#results ul.legend").text
    page.search("gwen", "Account gwen")
    assert not page.all("svg.timeline rect.doubtful"), "what Apple said is over is known"
    print("ok: what is not known after the end of a subscription is marked as that")


def speaks(page, shop):
    """Everything on the page, in the other languages too."""
    english = re.compile(r"\b(the|of|is|and|not|for|by|it|with|this|that|from|has|are|to|on|as|presented|accepted|refunded|purchase|order|account|since)\b")
    for language, words in [("de", "Nach Stand dieses Ledgers vom"), ("zh-Hans", "据此账本，截至")]:
        Select(page.find("#language")).select_by_value(language)
        for name, heading in [("jane", "jane"), ("99", "99"), ("gwen", "gwen"), ("new-name", "new-name"), ("nothing-like-it", "nothing-like-it"), ("twin", "twin"), ("ruth", "ruth"), ("finn", "finn"), ("lara", "lara")]:
            page.search(name, heading)
            text = page.driver.execute_script("""
              const copy = document.body.cloneNode(true);
              for (const one of copy.querySelectorAll('bdi, script, style, option, [lang=en], noscript')) one.remove();
              return [...copy.querySelectorAll('*')].flatMap((one) => [...one.childNodes]).filter((one) => one.nodeType === 3)
                .map((one) => one.data).join('\\n');""")
            quoted = re.sub("“[^”]*”|„[^“]*“", "", text)
            found = [line for line in quoted.splitlines() if english.search(line)]
            assert not found, (language, name, found)
            if name == "jane":
                assert words in page.find("#results").text, page.find("#results").text
    Select(page.find("#language")).select_by_value("en")
    page.search("jane", "Account jane")
    print("ok: the page speaks German and Chinese, and no English in them")


def says_what_else_to_try(page):
    page.search("nothing-like-it", "Nothing found for nothing-like-it")
    assert "What else to try" in page.find("#results").text and page.focused().tag_name == "h2"
    for name in [".", ".."]:
        page.search(name, f"Nothing found for {name}")
    page.search("y" * 1025, "The server answered HTTP 400")
    assert "1025 bytes" in page.find("#results").text
    print("ok: what is unknown is said to be so, with what else to try")


def offers_each(page):
    page.search("twin", "twin is the name of several")
    links = page.all("#results section a")
    assert [link.text for link in links] == ["Account twin", "Order twin"], links
    links[1].click()
    page.done("Order twin")
    assert page.fragment() == "#order/twin"
    print("ok: a name of several kinds offers each")


def stays_text(page):
    shown = {"\u202e": "\\u{202e}"}
    for name in HOSTILE:
        text = "".join(shown.get(one, one) for one in name)
        page.search(name, f"Account {text}")
        assert not page.all("#results img, #results script, #results b"), "a name became markup"
        assert page.driver.title == f"Account {text}", page.driver.title
        named = page.driver.execute_script(
            "return [...document.querySelectorAll('#results bdi')].filter((one) => one.textContent === arguments[0]).length", text)
        assert named, "a name has no direction of its own"
        # Each link leads to its own search, whatever its name has in it.
        page.driver.execute_script(
            "[...document.querySelectorAll('[data-part=ledger] a')].find((one) => one.textContent.startsWith('order-')).click()")
        page.done("Order order-")
        page.driver.execute_script(
            "[...document.querySelectorAll('[data-part=ledger] a')].find((one) => one.textContent === arguments[0]).click()", text)
        page.done(f"Account {text}")
        for width in [360, 1440]:
            page.screen(width, width < 500)
            wide = page.driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, (name, width, wide)
        page.screen(1200, False)
    print(f"ok: {len(HOSTILE)} hostile names are text in places of their own, and links to themselves")


def copes_with_a_thousand(page):
    page.search("many", "Account many")
    assert "1,000 purchases" in page.find("#said").text, page.find("#said").text
    assert "This is not all" in page.section("Account").text
    assert "Purchases: 1,000" in page.section("Purchases").text
    # The newest are shown and the oldest is left out. They are a minute apart.
    assert "order-1000" in page.rows()[0].text, page.rows()[0].text
    shown = [row for row in page.rows() if row.is_displayed()]
    more = page.section("Purchases").find_element(By.CSS_SELECTOR, "summary")
    assert len(shown) == 500 and more.text == "Show 500 more", (len(shown), more.text)
    more.click()
    assert all(row.is_displayed() for row in page.rows()) and len(page.rows()) == 1000
    page.section("What happened").find_element(By.CSS_SELECTOR, "summary").click()
    seen = set()
    for row in page.driver.execute_script("return [...document.querySelectorAll('tbody tr')].map((row) => row.innerText)"):
        seen.update(word for word in row.split() if word.startswith("order-"))
    assert seen == {f"order-{number}" for number in range(1, 1001)}, len(seen)
    print("ok: of an account of a thousand purchases five hundred are shown at once, the others when asked for, and that there are more")


def goes_back(page):
    page.search("jane", "Account jane")
    page.section("Purchases").find_element(By.LINK_TEXT, "9").click()
    page.done("Order 9")
    page.search("nothing-like-it", "Nothing found")
    for go, heading in [("back", "Order 9"), ("back", "Account jane"), ("forward", "Order 9")]:
        getattr(page.driver, go)()
        page.done(heading)
        assert page.find("#name").get_attribute("value") == heading.split()[-1]
    print("ok: back and forward show what was searched")


def needs_no_mouse(driver, url, token):
    page = Page(driver, url, "#account/jane")
    page.keys(token, Keys.ENTER)
    page.done("Account jane")
    assert page.focused().tag_name == "h2"
    # The reply is folded, and then come the purchases.
    page.keys(Keys.TAB)
    assert page.focused().tag_name == "summary", page.focused().tag_name
    # A table can be wider than the screen, so it can be scrolled by keys.
    page.keys(Keys.TAB, Keys.TAB)
    assert page.focused().tag_name == "a", page.focused().tag_name
    outline = driver.execute_script("return getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid", outline
    page.keys(Keys.ENTER)
    page.done("Order")
    # From the result back to the field: the button and the place for a receipt are between them.
    seen = []
    for _ in range(3):
        page.chord(Keys.SHIFT, Keys.TAB)
        seen.append(page.focused().get_attribute("id") or page.focused().text)
    assert seen == ["of-customer-title", "Search", "name"], seen
    page.chord(Keys.CONTROL, "a")
    page.keys("omar", Keys.ENTER)
    page.done("Account omar")
    for _ in range(5):
        page.chord(Keys.SHIFT, Keys.TAB)
        seen.append(page.focused().get_attribute("id") or page.focused().text)
    assert seen[3:] == ["of-customer-title", "Search", "name", "theme", "sign-out"], seen
    # Every control has a name, every column a header, and headings follow one another.
    unnamed = driver.execute_script("""
      return [...document.querySelectorAll('input, button, a')].filter((one) => one.checkVisibility() && !one.innerText.trim()
        && ![...(one.labels ?? [])].some((label) => label.innerText.trim())).map((one) => one.outerHTML);""")
    assert not unnamed, unnamed
    assert driver.execute_script("return [...document.querySelectorAll('th')].every((one) => one.scope === 'col')")
    levels = driver.execute_script("return [...document.querySelectorAll('h1, h2, h3')].map((one) => Number(one.tagName[1]))")
    assert levels[0] == 1 and all(next_ <= last + 1 for last, next_ in zip(levels, levels[1:])), levels
    assert page.find("#said").get_attribute("role") == "status"
    print("ok: everything can be reached and used with the keyboard, and has its name")
    return page


def has_two_faces(page, shots):
    for scheme in ["light", "dark"]:
        page.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for name, heading in [("jane", "Account jane"), ("omar", "Account omar"), ("nothing-like-it", "Nothing found")]:
            page.search(name, heading)
            paper = luminance(page.driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
            assert (paper > 0.5) == (scheme == "light"), (scheme, paper)
            for css, ratio in contrasts(page, TEXTS):
                assert ratio >= 4.5, (scheme, css, round(ratio, 2))
            # At 200 % a screen of 720 pixels has 360.
            for width in [360, 768, 1440]:
                page.screen(width, width < 500)
                wide = page.driver.execute_script("return document.documentElement.scrollWidth")
                assert wide <= width, (name, width, wide)
                cut = page.driver.execute_script(
                    "return [...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length")
                assert not cut, (name, width, "a table is cut")
                if shots:
                    height = page.driver.execute_script("return document.documentElement.scrollHeight")
                    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
                    page.driver.save_screenshot(str(shots / f"support-{name}-{scheme}-{width}.png"))
            page.screen(1200, False)
    print("ok: light and dark, with contrasts of 4.5 and more; nothing wider than the screen, from 360 to 1440 pixels")


def says_to_wait(driver, url, tokens):
    page = Page(driver, url)
    page.sign_in(tokens["slow"])
    # Once a second: the search has to wait for the question of signing in.
    page.search("jane", "Account jane")
    page.driver.execute_script("""
      const ask = window.fetch;
      window.fetch = async (...request) => {
        const [status, wait] = window.outage ?? [];
        if (!status) return ask(...request);
        return new Response('{"type": "urn:receipt-tool:problem:x", "detail": "it is so"}', { status, headers: { 'Retry-After': wait } });
      };""")
    # What was found before goes when the next question begins.
    left = driver.execute_async_script("""
      addEventListener('hashchange', () => arguments[0](document.getElementById('results').innerText), { once: true });
      document.getElementById('search').requestSubmit();""")
    assert not left, left
    page.done("Account jane")
    for status, wait, words in [
        (503, "7", "Wait 7 seconds"), (429, "30", "Wait 30 seconds"), (500, "1", "tell the person who runs the server"),
        (200, "1", "could not be shown"),
    ]:
        driver.execute_script("window.outage = [arguments[0], arguments[1]]", status, wait)
        driver.execute_script("document.querySelector('#results').replaceChildren()")
        page.find("#search button").click()
        page.wait(lambda _: page.all("#results .verdict.bad"))
        assert words in page.find("#results").text, (words, page.find("#results").text)
        driver.execute_script("window.outage = null")
        page.find("#results button").click()
        page.done("Account jane")
    driver.execute_script("window.outage = [401, '1']")
    page.find("#search button").click()
    page.wait(lambda _: page.find("#entry").is_displayed())
    assert "does not know this token" in page.find("#token-wrong").text and not page.all("#results section")
    driver.execute_script("window.outage = null")
    # The search that was refused is done once there is another token.
    page.sign_in(tokens["support"])
    page.done("Account jane")
    print("ok: who asks too often waits, outages say what to do, and a token that was taken back is asked for again")


def forgets(page, tokens):
    driver = page.driver
    kept = """
      return [document.cookie, localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length,
        (await navigator.serviceWorker.getRegistrations()).length];"""
    script = "const done = arguments[0]; (async () => {" + kept + "})().then(done)"
    page.search("jane", "Account jane")
    assert driver.execute_async_script(script) == ["", 0, 0, 0, 0, 0], driver.execute_async_script(script)
    assert not driver.get_cookies()
    found = driver.execute_script("return document.documentElement.outerHTML + location.href + JSON.stringify(Object.keys(window))")
    assert not any(token in found for token in tokens.values())
    page.find("#sign-out").click()
    assert page.find("#token").is_displayed() and not page.all("#results section") and page.fragment() == ""
    left = driver.execute_script("return document.title + document.querySelector('main').outerHTML")
    assert "jane" not in left and page.focused().get_attribute("id") == "token", left
    page.driver.back()
    assert page.find("#token").is_displayed() and not page.all("#results section")
    for leave in [lambda: driver.refresh(), lambda: (driver.get("about:blank"), driver.back())]:
        page.sign_in(tokens["support"])
        page.search("jane", "Account jane")
        leave()
        page.wait(lambda _: page.find("#token").is_displayed())
        assert not page.all("#results section") and not page.find("#token").get_attribute("value")
    print("ok: nothing is stored; signing out, loading again and leaving forget the token and what was found")


def main():
    tool, ledger, anchor = sys.argv[1:4]
    shots = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        shop = Shop(tool, folder)
        tokens = {name: secrets.token_hex(16) for name in ["support", "shop", "slow", "all"]}
        file = folder / "tokens"
        file.touch(0o600)
        scopes = {"support": "read", "shop": "present", "slow": "read", "all": "present,read,administer"}
        file.write_text("".join(f"{name} {scopes[name]} {token}{' 1' if name == 'slow' else ''}\n" for name, token in tokens.items()))
        with server(
            tool, "--ledger", ledger, "--token-file", str(file), "--trust-anchor", anchor, "--trust-anchor", str(folder / "ca/root.pem"),
            "--allow-test-signed",
        ) as url, browser() as driver:
            def present(order, account, what, status=200):
                answer = ask(url, tokens["all"], "/v1/purchases", {"receipt": what, "order": order, "account": account})
                assert answer[0] == status, answer

            def notify(name, count=None):
                for one in shop.notifications(name)[:count]:
                    answer = ask(url, tokens["all"], "/v1/notifications", {"signedPayload": one})
                    assert answer[0] == 200, answer

            trial, over, lasting, grace = (
                shop.scenario(name)[0]
                for name in ["trial-renew-refund", "grace-period-then-expired", "one-time-charge", "grace-period-recovered"])
            present("7", "jane", trial)
            present("7", "jane", trial)
            notify("trial-renew-refund")
            present("9", "jane", lasting)
            present("99", "mallory", lasting, 409)
            present("8", "omar", grace)
            # Not the last one, which tells that it recovered.
            notify("grace-period-recovered", 2)
            present("10", "gwen", over)
            notify("grace-period-then-expired")
            present("E-11", "old-name", shop.run("mint", "--jws", "transaction", "--ca", "ca", "--bundle-id", "com.example.test").strip())
            assert ask(url, tokens["all"], "/v1/accounts/old-name/merge", {"into": "new-name"})[0] == 200
            present("12", "rita", shop.scenario("billing-retry-recovered")[0])
            notify("billing-retry-recovered")
            # Two subscriptions of one group: the later one replaces the other, as after an upgrade.
            changed = [
                shop.transaction(number, f"com.example.test.{product}", begins, begins + 30, appTransactionId="704000000000000001")
                for number, product, begins in [("3000000000000001", "basic", -10), ("3000000000000002", "premium", -3)]]
            for number, one in enumerate(changed):
                present(f"R-{number}", "rose", one)
            over = shop.transaction("3000000000000009", "com.example.test.over", -60, -30)
            present("20", "ruth", over[:-20] + "A" * 20, 422)
            present("20", "ruth", over)
            for number, (name, always, ended) in enumerate([
                ("fay", {"inAppOwnershipType": "FAMILY_SHARED"}, {"revocationType": "FAMILY_REVOKE"}),
                ("finn", {"inAppOwnershipType": None, "revocationType": None}, {}),
                ("pat", {"type": "Consumable", "expiresDate": None, "subscriptionGroupIdentifier": None},
                 {"revocationType": "REFUND_PRORATED", "revocationPercentage": 40_000}),
            ]):
                period = (f"400000000000000{number}", f"com.example.test.{name}", -10, 20)
                present(f"T-{name}", name, shop.transaction(*period, **always))
                # What is presented again tells of its end.
                taken = shop.transaction(*period, revoked=-2, **always, **ended)
                assert ask(url, tokens["all"], "/v1/purchases", {"receipt": taken, "order": f"T-{name}", "account": name})[0] in [200, 409, 422]
            present("21", "lara", shop.transaction("3000000000000021", "com.example.test.lapsed", -31, -1))
            page = Page(driver, url)
            signs_in(page, tokens)
            finds_each_kind(page, shop)
            says_who_paid(page, shop, [payload(one) for one in changed])
            says_whose_it_is(page, shop)
            reads_a_receipt(page, shop, shop.transaction("5000000000000001", "com.example.test.unknown", -3, 27))
            says_what_was_taken_back(page)
            draws_what_is_known(page)
            speaks(page, shop)
            says_what_else_to_try(page)
            offers_each(page)
            stays_text(page)
            copes_with_a_thousand(page)
            goes_back(page)
            page = needs_no_mouse(driver, url, tokens["support"])
            has_two_faces(page, shots)
            says_to_wait(driver, url, tokens)
            forgets(page, tokens)
            requests = page.requests()
            foreign = [request for request in requests if not request.startswith((url + "/", "data:", "about:"))]
            assert len(requests) > 100 and not foreign, foreign
            assert not [request for request in requests if any(token in request for token in tokens.values())], "a token is in an address"
            # What is unknown is HTTP 404, which Chromium writes there by itself.
            complaints = [e["message"] for e in driver.get_log("browser") if "Failed to load resource: the server responded" not in e["message"]]
            assert not complaints, complaints
            asks_apple(driver, tool, shop)
            print(f"ok: {len(requests)} requests, all to the server of the page and none with a token in its address; the console has no complaint")


main()
