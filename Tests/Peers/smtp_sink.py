"""A mail server for tests, by aiosmtpd. It prints its port, then a line of JSON for each message: the envelope, and what
Python's email package reads in it.

Some names bring about what they say: nobody@, full@, grey@, blocked@ as recipients, refused@ as sender, "spam" as subject,
hangup@ cuts the connection after the message, silent@ never answers.
"""
import argparse, asyncio, base64, datetime, ipaddress, json, pathlib, socket, ssl, sys, tempfile
from email import message_from_string, policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

arguments = argparse.ArgumentParser()
arguments.add_argument("--tls", choices=["none", "starttls", "implicit"], default="none")
arguments.add_argument("--user")
arguments.add_argument("--password")
arguments.add_argument("--ascii", action="store_true", help="does not speak SMTPUTF8")
arguments = arguments.parse_args()


def tell(**line):
    print(json.dumps(line), flush=True)


def certificate(folder):
    """A certificate for 127.0.0.1 that signs itself: (file with both, context)."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
            .add_extension(x509.BasicConstraints(True, None), True).sign(key, hashes.SHA256()))
    path = pathlib.Path(folder) / "ca.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return path, context


def read(content):
    # Headers may be UTF-8 (RFC 6532), which message_from_bytes does not read.
    message = message_from_string(content.decode(), policy=policy.default)
    parts = list(message.walk())
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    sender = message["From"].addresses[0]
    to = message["To"].addresses[0]
    return dict(
        subject=message["Subject"], from_name=sender.display_name, from_address=sender.addr_spec, to_name=to.display_name,
        to_address=to.addr_spec, date=message["Date"].datetime.isoformat(), id=message["Message-ID"],
        language=message["Content-Language"], auto=message["Auto-Submitted"], type=message.get_content_type(),
        text=text.get_content().replace("\r\n", "\n") if text else None,
        html=html.get_content().replace("\r\n", "\n") if html else None,
        headers=sorted(message.keys()),
        attachments=[dict(name=part.get_filename(), type=part.get_content_type(),
                          bytes=base64.b64encode(part.get_payload(decode=True)).decode()) for part in message.iter_attachments()]
        if message.get_content_type() == "multipart/mixed" else [],
        defects=[str(defect) for part in parts for defect in part.defects]
        + [str(defect) for part in parts for value in part.values() for defect in getattr(value, "defects", [])],
        longest=max(map(len, content.split(b"\r\n"))), bare=content.replace(b"\r\n", b"").count(b"\n"),
        is_ascii=all(byte < 128 for byte in content))


class Handler:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        if address.startswith("refused@"):
            return "550 5.7.0 We do not like you"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name == "silent":
            await asyncio.sleep(3600)
        answers = {"nobody": "550 5.1.1 No such user here", "old": "550 unknown user", "full": "552 5.2.2 Mailbox full",
                   "grey": "451 4.7.1 Come back later", "blocked": "550 5.7.1 Your address is on a list\u00e9"}
        if name in answers:
            return answers[name]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = read(envelope.original_content)
        if message["subject"] == "spam":
            return "554 5.7.1 We do not want this"
        tell(sender=envelope.mail_from, recipients=envelope.rcpt_tos, options=envelope.mail_options, hello=session.host_name,
             secure=server.transport.get_extra_info("ssl_object") is not None,
             login=session.auth_data.decode() if session.auth_data else None,
             peer=session.peer[1], message=message)
        if envelope.rcpt_tos[0].startswith("hangup@"):
            server.transport.abort()
            return "250 never seen"
        return "250 Taken"


def authenticate(server, session, envelope, mechanism, data):
    is_right = isinstance(data, LoginPassword) and (data.login, data.password) == (
        arguments.user.encode(), arguments.password.encode())
    return AuthResult(success=is_right, handled=False, auth_data=data.login if is_right else None)


with tempfile.TemporaryDirectory() as folder:
    options = dict(enable_SMTPUTF8=not arguments.ascii, decode_data=False)
    if arguments.tls != "none":
        path, context = certificate(folder)
    if arguments.tls == "starttls":
        options.update(tls_context=context, require_starttls=True)
    if arguments.user:
        options.update(authenticator=authenticate, auth_required=True, auth_require_tls=arguments.tls != "none")
    # Named, or it would ask the network for its name at every connection.
    controller = Controller(Handler(), hostname="127.0.0.1", port=0, server_hostname="sink.invalid",
                            ssl_context=context if arguments.tls == "implicit" else None, server_kwargs=options, ready_timeout=30)
    # The controller makes sure that it is up by connecting to its port, and does not expect it to be any free one.
    controller._trigger_server = lambda: socket.create_connection(controller.server.sockets[0].getsockname(), 5).close()
    controller.start()
    tell(port=controller.server.sockets[0].getsockname()[1], ca=str(path) if arguments.tls != "none" else None)
    sys.stdin.read()
    controller.stop()
