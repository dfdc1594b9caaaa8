"""Asks twice on one connection of http.client, each time for an upgrade, and prints the statuses.

    upgrading_client.py PORT

http.client opens another connection if the answer says that the first one ends.
"""

import http.client
import sys

connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=15)
for _ in range(2):
    connection.request("GET", "/healthz", headers={
        "Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__"})
    answer = connection.getresponse()
    print(answer.status, answer.read().decode().strip())
