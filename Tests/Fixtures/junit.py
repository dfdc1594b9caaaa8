"""Reads a report in JUnit XML from standard input with two parsers, and prints what it says as JSON.

The names and places of elements and attributes are those of Jenkins' junit-10.xsd. junitparser counts by itself, and says whether all
is well; the counts that the suites announce have to be the same.
"""

import io, json, sys
from xml.etree import ElementTree

import junitparser
from junitparser.cli import verify

ALLOWED = {
    "testsuites": ({"name", "time", "tests", "failures", "disabled", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id", "package"},
        {"properties", "testcase", "system-out", "system-err"}),
    "properties": (set(), {"property"}),
    "property": ({"name", "value"}, set()),
    "testcase": (
        {"name", "assertions", "time", "classname", "status"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": ({"type", "message"}, set()),
    "error": ({"type", "message"}, set()),
    "skipped": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}

document = sys.stdin.buffer.read()
root = ElementTree.fromstring(document)
assert root.tag == "testsuites"
for element in root.iter():
    attributes, children = ALLOWED[element.tag]
    assert set(element.attrib) <= attributes, (element.tag, element.attrib)
    assert {child.tag for child in element} <= children, element.tag
    if element.tag in ("testsuite", "testcase"):
        assert element.get("name")

suites = []
for suite in junitparser.JUnitXml.fromroot(root):
    announced = (suite.tests, suite.failures, suite.errors, suite.skipped)
    suite.update_statistics()
    assert announced == (suite.tests, suite.failures, suite.errors, suite.skipped), (suite.name, announced)
    cases = []
    for case in suite:
        assert len(case.result) <= 1 and case.classname == suite.name
        result = case.result[0] if case.result else None
        cases.append({
            "name": case.name, "result": type(result).__name__.lower() if result else "passed",
            "type": result and result.type, "message": result and result.message, "text": result and result.text,
            "output": case.system_out})
    suites.append({
        "name": suite.name, "cases": cases, "properties": {one.name: one.value for one in suite.properties()},
        "isGreen": all(case.is_passed or case.is_skipped for case in suite)})
json.dump({"suites": suites, "status": verify([io.BytesIO(document)])}, sys.stdout)
