"""Times `receipt-tool ledger` on minted receipts: see Benchmarks/ledger."""
import http.client, os, random, resource, sqlite3, statistics, subprocess, sys, time

tool, work, purchases, per_receipt = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
lines = os.path.join(work, "lines.ndjson")
anchor = os.path.join(work, "root.pem")
trust = ["--trust-anchor", anchor, "--allow-test-signed", "--environment", "sandbox", "--bundle-id", "com.example.app"]


def one_core(command):
    """The same command on one core, where the system can do that."""
    return ["taskset", "-c", "0"] + command if os.path.exists("/usr/bin/taskset") else command


def stream(database, source, more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    with open(source) as lines_in, open(os.path.join(work, "answers"), "wb") as answers:
        status = subprocess.run(one_core([tool, "ledger", "add", "--stream", "--database", database] + trust + more),
                                stdin=lines_in, stdout=answers, env={}).returncode
    elapsed = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status != 0: sys.exit(f"ledger add ended with {status}")
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(what, count, elapsed, processor):
    print(f"{what}: {count} purchases in {elapsed:.1f} s, {count / elapsed:,.0f} a second "
          f"({processor:.1f} s of processor time)", flush=True)


# Group commit against single commits, on so much of the same input as takes seconds.
part = os.path.join(work, "part.ndjson")
part_lines = min(2_000, purchases // per_receipt)
with open(lines) as source, open(part, "w") as target:
    for _, line in zip(range(part_lines), source): target.write(line)
for name, more in [("single commits", ["--batch", "1"]), ("group commit", [])]:
    elapsed, processor = stream(os.path.join(work, f"{name}.sqlite"), part, more)
    report(f"{name}, {part_lines} receipts", part_lines * per_receipt, elapsed, processor)

database = os.path.join(work, "ledger.sqlite")
report("group commit, all", purchases, *stream(database, lines, []))
size = os.path.getsize(database)
print(f"size: {size:,} bytes, {size / purchases:.0f} a purchase")

# What the octets are: SQLite's own virtual table, where it was compiled in.
with sqlite3.connect(database) as connection:
    try:
        parts = connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 5").fetchall()
        print("largest parts, bytes a purchase: " + ", ".join(f"{name} {octets / purchases:.0f}" for name, octets in parts))
    except sqlite3.OperationalError:
        pass

# `show`, process start to process end, of transactions, orders and accounts anywhere in the ledger.
random.seed(1)
with sqlite3.connect(database) as connection:
    transactions = [row[0] for row in connection.execute("SELECT transaction_id FROM purchase ORDER BY transaction_id")]
if len(transactions) != purchases: sys.exit(f"{len(transactions)} purchases in the ledger")
receipts = purchases // per_receipt
for what, name in [("transaction", lambda: random.choice(transactions)), ("order", lambda: f"O{random.randrange(receipts)}"),
                   ("account", lambda: f"A{random.randrange(receipts)}")]:
    times = []
    for _ in range(200):
        command = [tool, "ledger", "show", name(), "--json", "--database", database]
        began = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, env={}, check=True)
        times.append((time.monotonic() - began) * 1_000)
    times.sort()
    print(f"show {what}: median {statistics.median(times):.2f} ms, 95 % within {times[189]:.2f} ms")

# The same document without a process: over one connection to the service, so with HTTP.
token = "benchmark-token-0123456789"
token_file = os.path.join(work, "token")
with open(os.open(token_file, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file: file.write(token)
service = subprocess.Popen(
    one_core([tool, "serve", "--listen", "127.0.0.1:0", "--quiet", "--ledger", database, "--token-file", token_file] + trust), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
try:
    connection = http.client.HTTPConnection(service.stdout.readline().strip().removeprefix("http://"))
    times = []
    for _ in range(2_000):
        began = time.monotonic()
        connection.request("GET", f"/v1/transactions/{random.choice(transactions)}", headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200: sys.exit(f"the service answered {answer.status}")
        times.append((time.monotonic() - began) * 1_000)
    times.sort()
    print(f"the same over HTTP: median {statistics.median(times):.2f} ms, 95 % within {times[1_899]:.2f} ms")
    # What the service itself took, from the head of a request to the end of its answer.
    connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})
    figures = connection.getresponse().read().decode()
    seconds, count = (
        float(next(line for line in figures.splitlines() if line.startswith(f"receipt_tool_request_duration_seconds_{what}{{") and "/v1/transactions" in line)
              .split()[-1]) for what in ("sum", "count"))
    print(f"of which in the service: mean {seconds / count * 1_000:.2f} ms")
finally:
    service.terminate()
    service.wait()

began = time.monotonic()
subprocess.run([tool, "ledger", "check", "--database", database], stdout=subprocess.DEVNULL, env={}, check=True)
print(f"check: {time.monotonic() - began:.1f} s")
