"""Keeps a server busy while somebody ends it, and counts requests whose answer never came.

usage: serve_load.py HOST PORT PATH CLIENTS SECONDS [fresh] < body of the POST
Half of the clients keep their connection as long as the server says; with `fresh` each request has a connection of its own.
A request counts once all of it has been sent on a connection that was established. Prints one JSON object.
"""
import json
import socket
import sys
import threading
import time

host, port, path, clients, seconds = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), float(sys.argv[5])
fresh_only = len(sys.argv) > 6
body = sys.stdin.buffer.read()
request = (f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
end = time.monotonic() + seconds
totals = {"answered": 0, "lost": 0, "refused": 0}
reasons = {}
lock = threading.Lock()


def read_answer(connection):
    """Returns whether the answer is the last on its connection."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            raise EOFError(f"closed after {len(data)} bytes")
        data += piece
    head, _, rest = data.partition(b"\r\n\r\n")
    lines = head.decode().lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines[1:])
    if not lines[0].startswith("http/1.1 200"):
        raise EOFError(lines[0])
    length = int(fields["content-length"])
    while len(rest) < length:
        piece = connection.recv(65536)
        if not piece:
            raise EOFError("cut off")
        rest += piece
    return fields.get("connection") == "close"


def client(keeps):
    counts = {"answered": 0, "lost": 0, "refused": 0}
    while time.monotonic() < end:
        try:
            connection = socket.create_connection((host, port), timeout=10)
        except OSError:
            counts["refused"] += 1
            break
        with connection:
            is_last = False
            while not is_last and time.monotonic() < end:
                try:
                    connection.sendall(request)
                    is_last = read_answer(connection) or not keeps
                    counts["answered"] += 1
                except (OSError, EOFError) as error:
                    counts["lost"] += 1
                    with lock:
                        reasons[str(error)] = reasons.get(str(error), 0) + 1
                    break
    with lock:
        for key, count in counts.items():
            totals[key] += count


threads = [
    threading.Thread(target=client, args=(not fresh_only and number % 2 == 0,)) for number in range(clients)
]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(json.dumps({**totals, "reasons": reasons}))
