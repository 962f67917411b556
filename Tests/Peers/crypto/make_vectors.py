"""Makes the values in Tests/Kit/Crypto/PeerVectors.swift with PyCA's cryptography: a second opinion on what Kit/Crypto reads.

usage: python make_vectors.py > ../../Kit/Crypto/PeerVectors.swift
"""
import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

START = datetime.datetime(2026, 1, 1)
MESSAGE = b"The tide clock runs slow."
MARKER = x509.ObjectIdentifier("1.2.840.113635.100.6.11.1")


def pem(key):
    return key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode()


def certificate(name, key, issuer, issuer_key, days, is_authority, marked=False):
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    by = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)])
    builder = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(by).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(START)
        .not_valid_after(START + datetime.timedelta(days=days))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True))
    if marked:
        builder = builder.add_extension(x509.UnrecognizedExtension(MARKER, b"\x05\x00"), critical=False)
    return builder.sign(issuer_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()


def text(name, value):
    lines = "\n".join("    " + line for line in value.strip().splitlines())
    print(f'  static let {name} = """\n{lines}\n    """')


def data(name, value):
    print(f'  static let {name} = "{value.hex()}"')


def main():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    weak = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    point = ec.generate_private_key(ec.SECP256R1())
    other = ec.generate_private_key(ec.SECP384R1())
    edwards = ed25519.Ed25519PrivateKey.generate()
    root, middle, leaf, stranger = (ec.generate_private_key(ec.SECP256R1()) for _ in range(4))
    print("/// Made by Tests/Peers/crypto/make_vectors.py with PyCA's cryptography.")
    print("enum PeerVectors {")
    print(f'  static let message = "{MESSAGE.decode()}"')
    text("rsaKey", pem(key))
    data("rsaSignature", key.sign(MESSAGE, padding.PKCS1v15(), hashes.SHA256()))
    data("rsaPSSSignature", key.sign(
        MESSAGE, padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.MAX_LENGTH), hashes.SHA256()))
    text("shortRSAKey", pem(weak))
    text("pointKey", pem(point))
    text("otherCurveKey", pem(other))
    text("edwardsKey", pem(edwards))
    data("edwardsSignature", edwards.sign(MESSAGE))
    sealed = AESGCM(bytes(range(1, 33))).encrypt(bytes(range(12)), MESSAGE, b"\x01\x07users:totp:7")
    data("sealed", sealed)
    text("root", certificate("Root", root, "Root", root, 3650, True))
    text("intermediate", certificate("Intermediate", middle, "Root", root, 365, True))
    text("leaf", certificate("Leaf", leaf, "Intermediate", middle, 90, False, marked=True))
    text("leafOfLeaf", certificate("Below", stranger, "Leaf", leaf, 90, False))
    text("otherRoot", certificate("Root", stranger, "Root", stranger, 3650, True))
    print("}")


main()
