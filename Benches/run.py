"""Measures Atrium beside nginx and PocketBase, one after another on one machine, and prints the table.

Rates come from wrk with 64 connections on one thread; CPU is what the server's processes used during the run, from
/proc, divided by its requests. Results are appended to Benches/results/. Run it through bin/bench.
"""
import argparse, contextlib, datetime, hashlib, http.client, json, os, pathlib, re, shutil, signal, socket, subprocess
import sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINARY = ROOT / ".build/release/atrium"
BENCH = ROOT / ".build/release/atrium-bench"
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def descendants(pid):
    pids = [pid]
    for child in subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True).stdout.split():
        pids += descendants(int(child))
    return pids


def cpu_seconds(pid):
    total = 0
    for p in descendants(pid):
        with contextlib.suppress(FileNotFoundError):
            fields = pathlib.Path(f"/proc/{p}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def memory_mb(pid):
    total = 0
    for p in descendants(pid):
        with contextlib.suppress(FileNotFoundError):
            text = pathlib.Path(f"/proc/{p}/smaps_rollup").read_text()
            total += int(re.search(r"^Rss:\s+(\d+)", text, re.M)[1])
    return total / 1024


def get(port, path, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    return answer.status, dict(answer.getheaders()), answer.read()


def wait_for(port, path, headers=None, limit=30):
    """Seconds from now to the first 200."""
    began = time.perf_counter()
    while time.perf_counter() - began < limit:
        with contextlib.suppress(OSError, http.client.HTTPException):
            if get(port, path, headers)[0] == 200:
                return time.perf_counter() - began
        time.sleep(0.001)
    raise SystemExit(f"no 200 from port {port} within {limit} s")


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, who, rate=None, cpu=None, p99=None, value=None, goal=""):
        row = {"what": what, "who": who, "rate": rate, "cpu_us": cpu, "p99_ms": p99, "value": value, "goal": goal}
        self.rows.append(row)
        figures = []
        if rate is not None: figures.append(f"{rate:>9,.0f}/s")
        if cpu is not None: figures.append(f"{cpu:6.1f} µs CPU")
        if p99 is not None: figures.append(f"p99 {p99:7.2f} ms")
        if value is not None: figures.append(value)
        print(f"{what:<34} {who:<12} {'  '.join(figures):<48} {goal}", flush=True)
        return row


def load(port, pid, path, headers, seconds, method=None, body=None):
    """One run of wrk → (requests a second, CPU µs a request, p99 ms)."""
    command = ["wrk", "-t1", "-c64", f"-d{seconds}s", "--latency", "-s", str(ROOT / "Benches/wrk.lua")]
    script = None
    if method:
        script = tempfile.NamedTemporaryFile("w", suffix=".lua", delete=False)
        script.write((ROOT / "Benches/wrk.lua").read_text())
        script.write(f"\nwrk.method = {json.dumps(method)}\nwrk.body = {json.dumps(body)}\n")
        script.close()
        command[-1] = script.name
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    before = cpu_seconds(pid)
    out = subprocess.run(command + [f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True).stdout
    used = cpu_seconds(pid) - before
    if script: os.unlink(script.name)
    line = next(l for l in out.splitlines() if l.startswith("JSON "))
    figures = json.loads(line[5:])
    if figures["refused"] or figures["socket_errors"]:
        print(f"  ! {figures['refused']} refused, {figures['socket_errors']} socket errors on {path}", flush=True)
    return figures["requests"] / figures["microseconds"] * 1e6, used / max(1, figures["requests"]) * 1e6, figures["p99"] / 1e3


@contextlib.contextmanager
def atrium(data, *arguments):
    port = free_port()
    command = [str(BINARY), "serve", "--data", str(data), "--port", str(port), "--log-level", "warning", "--public-rate", "0"]
    began = time.perf_counter()
    with running(command + list(arguments)) as process:
        wait_for(port, "/healthz")
        yield port, process.pid, time.perf_counter() - began


def run_atrium(*words, check=True):
    done = subprocess.run([str(BINARY), *map(str, words)], capture_output=True, text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"atrium {' '.join(map(str, words))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def piece_near(port, key, size):
    """The path of a reading whose body is nearest to `size` bytes, and that body with its tag."""
    best = None
    for kind in ("letter", "essay", "article", "chapter"):
        for number in range(1, 60):
            status, headers, body = get(port, f"/api/content/{kind}/{number}/", {"X-API-Key": key})
            if status == 200 and (best is None or abs(len(body) - size) < abs(len(best[1]) - size)):
                best = (f"/api/content/{kind}/{number}/", body, headers["ETag"])
    return best


def bench_reads(table, work, seconds):
    data = work / "data"
    run_atrium("migrate", "--data", data)
    run_atrium("import", ROOT / "Samples/library", "--apply", "--data", data)
    key = json.loads(run_atrium("admin", "api-key", "create", "--label", "bench", "--json", "--data", data))["key"]
    with atrium(data) as (port, pid, _):
        path, body, tag = piece_near(port, key, 8192)
        headers = {"X-API-Key": key}
        load(port, pid, path, headers, 1)
        full = load(port, pid, path, headers, seconds)
        cached = load(port, pid, path, headers | {"If-None-Match": tag}, seconds)
        after = memory_mb(pid)

    site = work / "static"
    site.mkdir()
    (site / "piece.json").write_bytes(body)
    port = free_port()
    (work / "nginx.conf").write_text(f"""
daemon off; worker_processes 2; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 100000000; sendfile on; open_file_cache max=100;
  server {{ listen 127.0.0.1:{port}; root {site}; types {{ application/json json; }} }} }}
""")
    os.chmod(work, 0o755)
    with running(["nginx", "-p", str(work), "-c", str(work / "nginx.conf")]) as process:
        wait_for(port, "/piece.json")
        nginx_tag = get(port, "/piece.json")[1]["ETag"]
        load(port, process.pid, "/piece.json", {}, 1)
        nginx_full = load(port, process.pid, "/piece.json", {}, seconds)
        nginx_cached = load(port, process.pid, "/piece.json", {"If-None-Match": nginx_tag}, seconds)

    size = f"{len(body):,} B"
    goal = "≥ nginx, ≤ 12 µs"
    table.add(f"cached 200, {size}, key checked", "atrium", *full, goal=goal)
    table.add(f"static file 200, {size}", "nginx", *nginx_full)
    table.add("ratio", "", value=f"{full[0] / nginx_full[0]:.2f} × nginx's rate, {full[1] / nginx_full[1]:.2f} × its CPU")
    table.add("cached 304, key checked", "atrium", *cached, goal=goal)
    table.add("static file 304", "nginx", *nginx_cached)
    table.add("ratio", "", value=f"{cached[0] / nginx_cached[0]:.2f} × nginx's rate, {cached[1] / nginx_cached[1]:.2f} × its CPU")

    with atrium(data, "--response-cache", "off") as (port, pid, _):
        for what, target in (
            ("uncached reading", path), ("uncached journeys grid", "/api/journeys/"), ("uncached config", "/api/config/")
        ):
            table.add(what, "atrium", *load(port, pid, target, headers, seconds), goal="≥ 20,000/s" if what == "uncached reading" else "")
    starts = []
    idle = None
    for _ in range(7):
        with atrium(data) as (port, pid, started):
            starts.append(started)
            if idle is None:
                time.sleep(1)
                idle = memory_mb(pid)
    table.add("start to first 200", "atrium", value=f"median {sorted(starts)[3] * 1e3:.0f} ms, best {min(starts) * 1e3:.0f} ms", goal="≤ 60 ms")
    table.add("memory, idle / after the reads", "atrium", value=f"{idle:.1f} / {after:.1f} MB", goal="≤ 25 / ≤ 120 MB")


def bench_writes(table, work, seconds):
    for engine in ("sqlite", "postgres"):
        out = subprocess.run([str(BENCH), "writes", engine, str(seconds)], capture_output=True, text=True, cwd=work)
        if out.returncode != 0:
            table.add(f"durable write, {engine}", "atrium", value=f"not measured: {out.stderr.strip().splitlines()[-1:]}")
            continue
        server = json.loads(out.stdout)
        table.add(f"durable write, {engine}", "atrium", rate=server["rate"], cpu=server["cpu_us"], p99=server["p99_ms"],
                  value=server["durability"], goal="≥ 6,000/s" if engine == "sqlite" else "")


def bench_durable_http(table, work, seconds):
    port = free_port()
    with running([str(BENCH), "serve", str(work / "writes"), str(port)]) as process:
        wait_for(port, "/healthz")
        figures = load(port, process.pid, "/notes", {"Content-Type": "application/json"}, seconds, "POST", '{"text":"a note of some length, kept for good"}')
    return table.add("durable write over HTTP", "atrium", *figures, value="sqlite, synchronous=FULL", goal="≥ 6,000/s, p99 ≤ 30 ms")


def bench_pocketbase(table, work, seconds, ours):
    program = shutil.which("pocketbase", path=f"{ROOT}/.venv/bin:{os.environ['PATH']}")
    if program is None:
        found = list((ROOT / ".venv").glob("lib/python*/site-packages/**/pocketbase"))
        program = str(next((p for p in found if p.is_file()), "")) or None
    if program is None:
        table.add("PocketBase", "pocketbase", value="not installed")
        return
    home = work / "pocketbase"
    port = free_port()
    base = [program, f"--dir={home}"]
    subprocess.run([program, "superuser", "upsert", "bench@example.org", "bench-password-1", f"--dir={home}"], capture_output=True)
    began = time.perf_counter()
    with running([program, "serve", f"--http=127.0.0.1:{port}", f"--dir={home}"]) as process:
        wait_for(port, "/api/health")
        started = time.perf_counter() - began

        def call(method, path, body, token=None):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            headers = {"Content-Type": "application/json"} | ({"Authorization": token} if token else {})
            connection.request(method, path, json.dumps(body), headers)
            answer = connection.getresponse()
            return json.loads(answer.read() or b"{}")

        token = call("POST", "/api/collections/_superusers/auth-with-password",
                     {"identity": "bench@example.org", "password": "bench-password-1"})["token"]
        call("POST", "/api/collections", {
            "name": "notes", "type": "base", "listRule": "", "viewRule": "", "createRule": "",
            "fields": [{"name": "text", "type": "text", "max": 20000}]}, token)
        note = call("POST", "/api/collections/notes/records", {"text": "x" * 8000}, token)
        read = load(port, process.pid, f"/api/collections/notes/records/{note['id']}", {}, seconds)
        write = load(port, process.pid, "/api/collections/notes/records", {"Content-Type": "application/json"}, seconds,
                     "POST", '{"text":"a note of some length, kept for good"}')
        memory = memory_mb(process.pid)
    table.add("read one 8 KB record", "pocketbase", *read)
    table.add("write one record", "pocketbase", *write, value="its default: synchronous=NORMAL")
    if ours: table.add("ratio", "", value=f"durable writes: {ours['rate'] / write[0]:.1f} × PocketBase's rate")
    table.add("start to first 200", "pocketbase", value=f"{started * 1e3:.0f} ms")
    table.add("memory after the run", "pocketbase", value=f"{memory:.1f} MB")


def bench_import(table, work):
    corpus = work / "corpus"
    began = time.perf_counter()
    subprocess.run([sys.executable, str(ROOT / "Benches/corpus.py"), str(corpus)], check=True)
    count = sum(1 for _ in corpus.rglob("*.md"))
    data = work / "large"
    run_atrium("migrate", "--data", data)
    before = os.times()
    began = time.perf_counter()
    run_atrium("import", corpus, "--apply", "--data", data)
    took = time.perf_counter() - began
    table.add(f"import of {count:,} texts", "atrium", value=f"{took:.1f} s with index and reading times", goal="≤ 60 s for 32,000")
    key = json.loads(run_atrium("admin", "api-key", "create", "--label", "bench", "--json", "--data", data))["key"]
    with atrium(data) as (port, pid, started):
        table.add(f"start to first 200, {count:,} texts", "atrium", value=f"{started * 1e3:.0f} ms", goal="≤ 60 ms")
        headers = {"X-API-Key": key}
        for what, query in (("search, rare word", "leviathan"), ("search, common word", "lord"), ("search, prefix", "righteo")):
            times = []
            for n in range(15):
                target = f"/api/search/?q={query}&limit={20 + n}"   # each a cache miss
                began = time.perf_counter()
                status, _, body = get(port, target, headers)
                times.append(time.perf_counter() - began)
                assert status == 200, (status, body)
            total = json.loads(body)["total"]
            table.add(what, "atrium", value=f"median {sorted(times)[7] * 1e3:.1f} ms, {total:,} hits")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=5, help="length of each load run")
    parser.add_argument("--only", default="reads,writes,pocketbase,import", help="parts, parted by commas")
    options = parser.parse_args()
    parts = options.only.split(",")
    table = Table()
    with tempfile.TemporaryDirectory(prefix="atrium-bench-") as folder:
        work = pathlib.Path(folder)
        if "reads" in parts: bench_reads(table, work, options.seconds)
        ours = bench_durable_http(table, work, options.seconds) if "writes" in parts else None
        if "writes" in parts: bench_writes(table, work, options.seconds)
        if "pocketbase" in parts: bench_pocketbase(table, work, options.seconds, ours)
        if "import" in parts: bench_import(table, work)
    results = ROOT / "Benches/results"
    results.mkdir(exist_ok=True)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=ROOT).stdout.strip()
    with open(results / "results.jsonl", "a") as file:
        file.write(json.dumps({"at": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit,
                               "cores": os.cpu_count(), "rows": table.rows}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
