"""Request smuggling: nginx and h11 judge where each of our requests ends.

A row is raw bytes and what we make of them: the requests that we take, by their X-Request-Id, and the status of the refusal
after which nothing more is read. After each row comes one more request, `end`, which shows where the row ended for whom. Two
laws hold for every row: what nginx or h11 refuses, we refuse; and what we take, they take as the same requests, so that
nobody in front of us sees one request where we see two. RFC 9112 §11.2.
"""
import pathlib, re, socket, subprocess, time

import h11
import pytest

from conftest import Server, atrium, free_port

CHUNKED = "Transfer-Encoding: chunked\r\n"
HIDDEN = "GET /hidden HTTP/1.1\r\nHost: a\r\nX-Request-Id: hidden\r\n\r\n"
END = b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: end\r\nConnection: close\r\n\r\n"


def get(target="/healthz", fields="Host: a\r\n", version="HTTP/1.1", method="GET"):
    return f"{method} {target} {version}\r\nX-Request-Id: a\r\n{fields}\r\n"


def post(fields, body=""):
    return f"POST /healthz HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\n{fields}\r\n{body}"


def chunks(body, fields=CHUNKED):
    return post(fields, body)


# Name, bytes, what we take and how it ends, and, where a law is broken, why that harms nobody.
ROWS = [
    # Length and coding together
    ("a length and a coding", post("Content-Length: 4\r\n" + CHUNKED, "0\r\n\r\n"), "400"),
    ("a coding and a length", post(CHUNKED + "Content-Length: 4\r\n", "0\r\n\r\n"), "400"),
    ("CL.TE with a request behind", post("Content-Length: 6\r\n" + CHUNKED, "0\r\n\r\nG"), "400"),
    ("TE.CL with a request inside", post(CHUNKED + "Content-Length: 4\r\n", "5c\r\n" + HIDDEN + "\r\n0\r\n\r\n"), "400"),
    ("CL.0, a request as a body", post(f"Content-Length: {len(HIDDEN)}\r\n", HIDDEN), "a end"),
    ("a request as a body of GET", get(fields=f"Host: a\r\nContent-Length: {len(HIDDEN)}\r\n") + HIDDEN, "a end"),
    ("a request as a body of HEAD", get(method="HEAD", fields=f"Host: a\r\nContent-Length: {len(HIDDEN)}\r\n") + HIDDEN, "a end"),
    ("a request after a length of 0", post("Content-Length: 0\r\n", HIDDEN), "a hidden end"),
    ("a request after no length", get() + HIDDEN, "a hidden end"),
    ("a request after a POST without length", post("", HIDDEN), "a hidden end"),
    # Codings
    ("an unknown coding", post("Transfer-Encoding: cow\r\n", "0\r\n\r\n"), "400"),
    ("xchunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), "400"),
    ("chunked, then another", post("Transfer-Encoding: chunked, gzip\r\n", "0\r\n\r\n"), "400"),
    ("another, then chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"), "400"),
    ("identity with a length", post("Transfer-Encoding: identity\r\nContent-Length: 3\r\n", "abc"), "400"),
    ("chunked twice in one field", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"), "400"),
    ("chunked twice in two fields", post(CHUNKED + CHUNKED, "0\r\n\r\n"), "400"),
    ("chunked and identity in two fields", post(CHUNKED + "Transfer-Encoding: identity\r\n", "0\r\n\r\n"), "400"),
    ("chunked in capitals", chunks("0\r\n\r\n", "TRANSFER-ENCODING: CHUNKED\r\n"), "a end"),
    ("chunked in quotes", post('Transfer-Encoding: "chunked"\r\n', "0\r\n\r\n"), "400"),
    ("chunked after a vertical tab", post("Transfer-Encoding: \x0bchunked\r\n", "0\r\n\r\n"), "400"),
    ("chunked before a vertical tab", post("Transfer-Encoding: chunked\x0b\r\n", "0\r\n\r\n"), "400"),
    ("chunked after a form feed", post("Transfer-Encoding: \x0cchunked\r\n", "0\r\n\r\n"), "400"),
    ("chunked with a parameter", post("Transfer-Encoding: chunked;a=b\r\n", "0\r\n\r\n"), "400"),
    ("chunked with a NUL", post("Transfer-Encoding: chunked\0\r\n", "0\r\n\r\n"), "400"),
    ("an empty coding", post("Transfer-Encoding:\r\nContent-Length: 3\r\n", "abc"), "400"),
    ("a coding after a blank name", post(" Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400"),
    ("a blank before the coding's colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"), "400"),
    ("a tab before the coding's colon", post("Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n"), "400"),
    ("a folded coding", post("Transfer-Encoding:\r\n chunked\r\n", "0\r\n\r\n"), "400"),
    ("a coding hidden by a bare LF", post("X: y\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400"),
    ("a coding hidden by a bare CR", post("X: y\rTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), "400"),
    ("a coding with an underscore is no coding", post("Transfer_Encoding: chunked\r\nContent-Length: 3\r\n", "abc"), "a end"),
    ("a coding in HTTP/1.0", get(method="POST", version="HTTP/1.0", fields="Host: a\r\n" + CHUNKED) + "0\r\n\r\n", "400"),
    # Lengths
    ("two lengths that differ", post("Content-Length: 3\r\nContent-Length: 4\r\n", "abcd"), "400"),
    ("two lengths that agree", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"), "400"),
    ("a list of lengths that agree", post("Content-Length: 3, 3\r\n", "abc"), "400"),
    ("a list of lengths that differ", post("Content-Length: 3, 4\r\n", "abcd"), "400"),
    ("a length with plus", post("Content-Length: +3\r\n", "abc"), "400"),
    ("a length with minus", post("Content-Length: -3\r\n", "abc"), "400"),
    ("a length of minus nought", post("Content-Length: -0\r\n"), "400"),
    ("a hexadecimal length", post("Content-Length: 0x3\r\n", "abc"), "400"),
    ("a length in words", post("Content-Length: three\r\n", "abc"), "400"),
    ("a length with a fraction", post("Content-Length: 3.0\r\n", "abc"), "400"),
    ("a length with an exponent", post("Content-Length: 3e0\r\n", "abc"), "400"),
    ("a length with an underscore", post("Content-Length: 1_0\r\n", "abcdefghij"), "400"),
    ("a length in quotes", post('Content-Length: "3"\r\n', "abc"), "400"),
    ("a length in other digits", post("Content-Length: \u0663\r\n", "abc"), "400"),
    ("an empty length", post("Content-Length:\r\n", "abc"), "400"),
    ("a blank within a length", post("Content-Length: 1 0\r\n", "abcdefghij"), "400"),
    ("a length with noughts in front", post("Content-Length: 0003\r\n", "abc"), "a end"),
    ("blanks around a length", post("Content-Length:   3  \r\n", "abc"), "a end"),
    ("tabs around a length", post("Content-Length: \t3\t\r\n", "abc"), "a end", "nginx wants blanks; RFC 9110 §5.6.3 takes tabs for the same, and so does h11"),
    ("a length beyond 64 bits", post("Content-Length: 18446744073709551619\r\n", "abc"), "400"),
    ("a length beyond 63 bits", post("Content-Length: 9223372036854775811\r\n", "abc"), "400"),
    ("a blank before the length's colon", post("Content-Length : 3\r\n", "abc"), "400"),
    ("a folded length", post("Content-Length:\r\n 3\r\n", "abc"), "400"),
    ("a length after a NUL", post("X: y\0\r\nContent-Length: 3\r\n", "abc"), "400"),
    # Chunks
    ("one chunk", chunks("3\r\nabc\r\n0\r\n\r\n"), "a end"),
    ("a request in a chunk", chunks(f"{len(HIDDEN):x}\r\n{HIDDEN}\r\n0\r\n\r\n"), "a end"),
    ("a request after the last chunk", chunks("3\r\nabc\r\n0\r\n\r\n" + HIDDEN), "a hidden end"),
    ("a chunk size in capitals", chunks("A\r\nabcdefghij\r\n0\r\n\r\n"), "a end"),
    ("a chunk size with noughts in front", chunks("0003\r\nabc\r\n000\r\n\r\n"), "a end"),
    ("a chunk size with 0x", chunks("0x3\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk size with plus", chunks("+3\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk size with minus", chunks("-3\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk size with an underscore", chunks("0_3\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk size that is no number", chunks("x\r\nabc\r\n0\r\n\r\n"), "400"),
    ("an empty chunk size", chunks("\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a blank before a chunk size", chunks(" 3\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a blank after a chunk size", chunks("3 \r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk size beyond 64 bits", chunks("10000000000000003\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk shorter than its size", chunks("4\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk longer than its size", chunks("2\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a bare LF after a chunk size", chunks("3\nabc\r\n0\r\n\r\n"), "400"),
    ("a bare LF after a chunk", chunks("3\r\nabc\n0\r\n\r\n"), "400"),
    ("a bare CR after a chunk", chunks("3\r\nabc\r0\r\n\r\n"), "400"),
    ("a bare LF after the last chunk", chunks("3\r\nabc\r\n0\n\n"), "400"),
    ("a chunk extension", chunks("3;a=b\r\nabc\r\n0\r\n\r\n"), "a end"),
    ("a chunk extension in quotes", chunks('3;a="b c"\r\nabc\r\n0\r\n\r\n'), "a end"),
    ("a bare LF in a chunk extension", chunks("3;a\n5c\r\n" + HIDDEN), "400"),
    ("a bare CR in a chunk extension", chunks("3;a\rb\r\nabc\r\n0\r\n\r\n"), "400"),
    ("a chunk extension without end", chunks("3;" + "a" * 20_000 + "\r\nabc\r\n0\r\n\r\n"), "431"),
    ("a trailer", chunks("3\r\nabc\r\n0\r\nX: y\r\n\r\n"), "a end"),
    ("a length among the trailers", chunks("0\r\nContent-Length: 50\r\n\r\n"), "400"),
    ("a coding among the trailers", chunks("0\r\nTransfer-Encoding: chunked\r\n\r\n"), "400"),
    ("a request among the trailers", chunks("0\r\nX: y\r\nGET /hidden HTTP/1.1\r\nX-Request-Id: hidden\r\n\r\n"), "400"),
    ("a bare LF among the trailers", chunks("0\r\nX: y\nZ: z\r\n\r\n"), "400"),
    # Fields
    ("a blank before a colon", get(fields="Host: a\r\nX : y\r\n"), "400"),
    ("a folded field", get(fields="Host: a\r\nX: y\r\n z\r\n"), "400"),
    ("a field folded with a tab", get(fields="Host: a\r\nX: y\r\n\tz\r\n"), "400"),
    ("a field without a colon", get(fields="Host: a\r\nX\r\n"), "400"),
    ("a field without a name", get(fields="Host: a\r\n: y\r\n"), "400"),
    ("a field without a value", get(fields="Host: a\r\nX:\r\n"), "a end"),
    ("a NUL in a value", get(fields="Host: a\r\nX: y\0z\r\n"), "400"),
    ("a NUL in a name", get(fields="Host: a\r\nX\0Y: z\r\n"), "400"),
    ("a bell in a value", get(fields="Host: a\r\nX: y\x07z\r\n"), "400"),
    ("DEL in a value", get(fields="Host: a\r\nX: y\x7fz\r\n"), "400"),
    ("a letter beyond ASCII in a value", get(fields="Host: a\r\nX: é\r\n"), "a end"),
    ("a letter beyond ASCII in a name", get(fields="Host: a\r\né: y\r\n"), "400"),
    ("a bracket in a name", get(fields="Host: a\r\nX(y): z\r\n"), "400"),
    ("bare LF as line ends", get().replace("\r\n", "\n"), "400"),
    ("one bare LF", get(fields="Host: a\nX: y\r\n"), "400"),
    ("CR CR LF as a line end", get(fields="Host: a\r\r\nX: y\r\n"), "400"),
    ("a bare LF for the empty line", get()[:-2] + "\n", "400"),
    ("101 fields and more", get(fields="Host: a\r\n" + "X: y\r\n" * 110), "431"),
    ("a head of over 16 KiB", get(fields="Host: a\r\n" + f"X: {'y' * 17_000}\r\n"), "431"),
    # Host
    ("no Host", get(fields=""), "400"),
    ("two Hosts", get(fields="Host: a\r\nHost: b\r\n"), "400"),
    ("the same Host twice", get(fields="Host: a\r\nHost: a\r\n"), "400"),
    ("an empty Host", get(fields="Host:\r\n"), "400"),
    ("a Host with a blank", get(fields="Host: a b\r\n"), "400"),
    ("a Host with a path", get(fields="Host: a/b\r\n"), "400"),
    ("a Host with a user", get(fields="Host: u@a\r\n"), "400"),
    ("a Host with two ports", get(fields="Host: a:1:2\r\n"), "400"),
    ("a Host with a port", get(fields="Host: a:8080\r\n"), "a end"),
    ("an IPv6 Host", get(fields="Host: [::1]:8080\r\n"), "a end"),
    ("an unfinished IPv6 Host", get(fields="Host: [::1\r\n"), "400"),
    ("a Host folded in", get(fields="X: y\r\n Host: b\r\nHost: a\r\n"), "400"),
    # The request line
    ("an absolute target", get("http://a/healthz"), "a end"),
    ("an absolute target of another host", get("http://b/healthz"), "400"),
    ("an absolute target with a user", get("http://u@a/healthz"), "400"),
    ("an absolute target without a path", get("http://a"), "400"),
    ("an absolute target of another scheme", get("ftp://a/healthz"), "400"),
    ("an authority as a target", get("a:80"), "400"),
    ("a tunnel", get("a:80", method="CONNECT", fields="Host: a:80\r\n"), "400"),
    ("a tunnel to a path", get(method="CONNECT"), "400"),
    ("an asterisk for GET", get("*"), "400"),
    ("an asterisk for OPTIONS", get("*", method="OPTIONS"), "a end", "nginx serves no asterisk; RFC 9112 §3.2.4 has it, and its end is that of any head"),
    ("a target without a slash", get("healthz"), "400"),
    ("no target", "GET HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\n\r\n", "400"),
    ("a blank in the target", get("/healthz b"), "400"),
    ("a request line in the target", get("/healthz HTTP/1.1\r\nX: y\r\n\r\nGET /hidden"), "400"),
    ("a NUL in the target", get("/healthz\0"), "400"),
    ("a letter beyond ASCII in the target", get("/é"), "400"),
    ("a fragment", get("/healthz#a"), "400"),
    ("two blanks after the method", get(" /healthz"), "a end", "h11 wants single blanks; RFC 9112 §3 lets a server take words, and the line's end is the same"),
    ("a tab after the method", get().replace("GET ", "GET\t"), "400"),
    ("a blank before the method", " " + get(), "400"),
    ("a colon in the method", get(method="GET:"), "400"),
    ("an unknown method", get(method="BREW"), "400"),
    ("a method in small letters", get(method="get"), "400"),
    ("an empty line before the request", "\r\n" + get(), "a end", "h11 wants none; RFC 9112 §2.2 has a server pass over it, nginx does, and it is part of no request"),
    ("a target of over 4 KiB", get("/" + "a" * 5_000), "414"),
    # Versions
    ("HTTP/0.9", "GET /healthz\r\n", "400"),
    ("HTTP/0.9 with fields", "GET /healthz\r\nHost: a\r\nX-Request-Id: a\r\n\r\n", "400"),
    ("HTTP/1.0", get(version="HTTP/1.0"), "a"),
    ("HTTP/1.0 without Host", get(version="HTTP/1.0", fields=""), "a"),
    ("HTTP/1.2", get(version="HTTP/1.2"), "400"),
    ("HTTP/1.01", get(version="HTTP/1.01"), "400"),
    ("HTTP/2.0", get(version="HTTP/2.0"), "400"),
    ("HTTP/1,1", get(version="HTTP/1,1"), "400"),
    ("http/1.1", get(version="http/1.1"), "400"),
    ("ICE/1.1", get(version="ICE/1.1"), "400"),
    ("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400"),
    ("the start of TLS", "\x16\x03\x01\x00\x05\x01", "400"),
    # Connections
    ("close, and then a request", get(fields="Host: a\r\nConnection: close\r\n") + HIDDEN, "a"),
    ("an upgrade, and then a request", get(fields="Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n") + HIDDEN, "a hidden end"),
    ("an upgrade to HTTP/2", get(fields="Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n") + HIDDEN, "a hidden end"),
    ("the length as a connection's option", post("Connection: Content-Length\r\nContent-Length: 3\r\n", "abc"), "a end"),
    ("an expectation that is met", post("Expect: 100-continue\r\nContent-Length: 3\r\n", "abc"), "a end"),
]
# Bytes that end early: nothing follows them.
EARLY = [
    ("half a request line", "GET /heal", ""),
    ("half a head", get()[:-2], ""),
    ("half a body", post("Content-Length: 10\r\n", "abc"), "a"),
    ("half a chunk", chunks("a\r\nabc"), "a"),
    ("chunks without the last", chunks("3\r\nabc\r\n"), "a"),
    ("a last chunk without its end", chunks("0\r\n"), "a"),
]
CASES = [(*row, "")[:4] + (True,) for row in ROWS] + [(*row, "")[:4] + (False,) for row in EARLY]


def test_the_table_is_one():
    names = [case[0] for case in CASES]
    assert len(set(names)) == len(names) and len(names) >= 60


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    folder = tmp_path_factory.mktemp("smuggling")
    atrium("migrate", "--data", folder)
    server = Server(folder, "")
    yield server.port
    server.stop()


@pytest.fixture(scope="module")
def nginx(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nginx")
    port = free_port()
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi; lingering_timeout 1s; server_tokens off;
  server {{ listen 127.0.0.1:{port}; add_header X-Request-Id $http_x_request_id always; location / {{ return 200 "taken"; }} }}
}}
""")
    log = open(folder / "out.log", "wb")
    process = subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], stdout=log, stderr=log)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            assert process.poll() is None, pathlib.Path(log.name).read_text()
            time.sleep(0.02)
    yield port
    process.terminate()
    process.wait(10)


def bytes_of(text):
    return text.encode("latin-1" if all(ord(letter) < 256 for letter in text) else "utf-8")


def answers(port, data):
    """Sends everything, ends, and reads to the end."""
    with socket.create_connection(("127.0.0.1", port), 10) as client:
        client.settimeout(10)
        received = b""
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
        except OSError:  # the rest is not wanted; the answer is there
            pass
        try:
            while piece := client.recv(65536):
                received += piece
        except ConnectionResetError:
            pass
    return received


HEAD = re.compile(rb"HTTP/1\.1 (\d\d\d) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n")


def taken(received):
    """The ids that were answered in order, and the status of the refusal at the end if there is one."""
    ids, refusal = [], None
    for status, fields in HEAD.findall(received):
        if status == b"100":
            continue
        found = re.search(rb"(?i)^x-request-id: (a|hidden|end)\r$", fields, re.M)
        if found:
            ids.append(found[1].decode())
        else:
            refusal = status.decode()
    return ids, refusal


def nginx_takes(port, data):
    ids, refusal = [], None
    for status, fields in HEAD.findall(answers(port, data)):
        found = re.search(rb"(?i)^x-request-id: (a|hidden|end)\r$", fields, re.M)
        if status == b"100":
            continue
        if status == b"200" and found:
            ids.append(found[1].decode())
        else:
            refusal = status.decode()
    return ids, refusal


def h11_takes(data):
    ids = []
    connection = h11.Connection(h11.SERVER)
    try:
        connection.receive_data(data)
        connection.receive_data(b"")
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                ids.append(dict(event.headers).get(b"x-request-id", b"?").decode())
                if event.method == b"CONNECT":  # a tunnel begins, and what follows is none of HTTP's
                    return ids, None
            elif isinstance(event, h11.EndOfMessage):
                connection.send(h11.Response(status_code=200, headers=[(b"Content-Length", b"0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE:
                    return ids, None
                connection.start_next_cycle()
            elif isinstance(event, h11.ConnectionClosed) or event is h11.PAUSED:
                return ids, None
    except h11.RemoteProtocolError as refusal:
        return ids, str(refusal)


@pytest.mark.parametrize("name, text, expected, reason, whole", CASES, ids=[case[0] for case in CASES])
def test_a_request_ends_where_the_others_say(name, text, expected, reason, whole, ours, nginx):
    data = bytes_of(text) + (END if whole else b"")
    ids, refusal = taken(answers(ours, data))
    assert " ".join(ids + ([refusal] if refusal else [])) == expected
    broken = []
    for peer, (theirs, word) in [("nginx", nginx_takes(nginx, data)), ("h11", h11_takes(data))]:
        if refusal is None and theirs != ids or theirs[: len(ids)] != ids:
            broken.append(f"{peer}: {theirs} {word or ''}")
    assert bool(broken) == bool(reason), broken or f"the exception is no longer needed: {reason}"
