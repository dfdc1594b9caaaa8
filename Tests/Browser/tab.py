"""What the tests of the pages have in common: a real Chromium, the server, and looking at a page."""

import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


def browser(scripts=True):
    options = webdriver.ChromeOptions()
    if not scripts:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    for argument in ["--headless=new", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"]:
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    names = ["chromium", "chromium-browser", "google-chrome"]
    # Without one of them in PATH the driver looks where Chrome is on a Mac.
    options.binary_location = next((path for path in map(shutil.which, names) if path), "")
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_page_load_timeout(30)
    return driver


@contextlib.contextmanager
def server(tool, *options):
    process = subprocess.Popen(
        [tool, "serve", "--listen", "127.0.0.1:0", "--quiet", *options], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0, "the server did not end well"


class Tab:
    """A tab of a browser, on a screen of 1200 pixels."""

    def __init__(self, driver, url):
        self.driver, self.url = driver, url
        self.screen(1200, False)

    def screen(self, width, phone):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": phone})

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def unfold(self):
        """Opens everything that is folded, the form as well."""
        self.driver.execute_script("for (const one of document.querySelectorAll('#entry, #results details, #keep details')) one.open = true;")

    def files(self):
        """The names of the files that are open."""
        return self.driver.execute_script("return [...document.getElementById('file').files].map((one) => one.name)")

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, modifier, key):
        ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def wait(self, condition):
        # The page replaces what it shows while it is looked at.
        ignored = [StaleElementReferenceException]
        return WebDriverWait(self.driver, 60, 0.05, ignored_exceptions=ignored).until(condition)

    def requests(self):
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]


def luminance(color):
    parts = [float(part) / 255 for part in color[color.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrasts(tab, kinds):
    """WCAG's contrast of every kind of text with what is behind it."""
    pairs = tab.driver.execute_script("""
      const behind = (element) => {
        for (; element; element = element.parentElement) {
          const color = getComputedStyle(element).backgroundColor;
          if (color !== 'rgba(0, 0, 0, 0)') return color;
        }
      };
      return arguments[0].flatMap((css) => [...document.querySelectorAll(css)].slice(0, 40).map((element) =>
          [css, getComputedStyle(element).color, behind(element)]));""", kinds)
    for css, color, behind in pairs:
        light, dark = sorted([luminance(color), luminance(behind)], reverse=True)
        yield css, (light + 0.05) / (dark + 0.05)


def axe(driver, *rules):
    """What axe finds wrong with the page as it is, by all of its rules or by some: rule, and where. It looks at what is there, and loads nothing."""
    if not driver.execute_script("return Boolean(window.axe)"):
        package = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
        driver.execute_script(pathlib.Path(package, "axe.min.js").read_text() + "; window.axe = axe;")
    found = driver.execute_async_script("""
      const done = arguments[arguments.length - 1];
      window.axe.run(document, arguments[0].length ? { runOnly: arguments[0] } : {}).then((all) => done([all.passes.length, all.violations.map((one) =>
        [one.id, one.nodes.map((node) => [node.target.join(' '), node.failureSummary])])]), (error) => done([0, String(error)]));""", rules)
    assert found[0] > (0 if rules else 10), f"axe looked at nothing: {found}"
    return found[1]
