"""Hostile files brought in with the real program: each is told by file, line and column, and nothing of the library changes."""
import resource, struct, zlib

import pytest

from places import Place, tree


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width, height, data=None, *more):
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(more) + chunk(b"IDAT", data if data is not None else zlib.compress(b"\0" * (width * 3 + 1) * height)) + chunk(b"IEND", b"")


def packed(count):
    """So many zero bytes, packed a thousandfold."""
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(count >> 20)) + packer.flush()


GOOD = png(300, 200)
# Name, content, and a word of what is said.
PICTURES = [
    ("bomb.png", lambda: png(16_000, 16_000, packed(64 << 20)), "pixels"),
    ("tall.png", lambda: png(1, 60_000), "pixels"),
    ("cut.png", lambda: GOOD[: len(GOOD) // 2], ""),
    ("empty.png", lambda: b"", ""),
    ("page.png", lambda: b"<html><script>alert(1)</script></html>", "neither"),
    ("drawing.jpg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>', "neither"),
    ("entities.svg", lambda: b'<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><title>&b;</title></svg>', ""),
    ("deep.svg", lambda: b'<svg xmlns="http://www.w3.org/2000/svg">' + b"<g>" * 100_000 + b"</g>" * 100_000 + b"</svg>", ""),
]
# What is hidden in them is not unpacked, or not kept: whether they are taken or refused, it is soon and in little memory.
BOMBS = [
    ("more-than-it-says.png", lambda: png(300, 200, packed(512 << 20))),
    ("profile-bomb.png", lambda: png(300, 200, None, chunk(b"iCCP", b"x\0\0" + packed(512 << 20)))),
    ("text-bomb.png", lambda: png(300, 200, None, chunk(b"zTXt", b"x\0\0" + packed(512 << 20)))),
]
# Name, content, code.
TEXTS = [
    ("no-front-matter.md", b"Words.\n", "front_matter"),
    ("unfinished.md", b"---\nslug: unfinished\n", ""),
    ("nul.md", b"---\nslug: nul\ntitle: a\n---\n\nWords\0.\n", ""),
    ("not-utf8.md", b"---\nslug: not-utf8\ntitle: \xff\xfe\n---\n\nWords.\n", ""),
    ("other-name.md", b"---\nslug: text-0001\ntitle: A\n---\n\nWords.\n", "slug"),
    ("twice.md", b"---\nslug: twice\nslug: twice\ntitle: A\n---\n\nWords.\n", ""),
    ("dangling.md", b"---\nslug: dangling\ntitle: A\nsource: book/none\n---\n\nWords.\n", "ref"),
    ("script.md", b"---\nslug: script\ntitle: A\n---\n\n<script>alert(1)</script>\n", "md_html"),
    ("link.md", b"---\nslug: link\ntitle: A\n---\n\n[a](jav&#x09;ascript:alert(1))\n", "md_link"),
    ("animation.md", b"---\nslug: animation\ntitle: A\nimage: media/a.gif\nimage_alt: A\n---\n\nWords.\n", "media_invalid"),
    ("stars.md", b"---\nslug: stars\ntitle: A\n---\n\n" + b"*a _b " * 30_000 + b"\n", "md_too_large"),
    ("quotes.md", b"---\nslug: quotes\ntitle: A\n---\n\n" + b">" * 100_000 + b"a\n", ""),
    ("long.md", b"---\nslug: long\ntitle: A\n---\n\n" + b"a" * 3_000_000 + b"\n", ""),
]


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    place = Place("sqlite", tmp_path_factory.mktemp("hostile") / "data")
    place.run("migrate")
    place.run("import", tree(tmp_path_factory.mktemp("library"), 3, "snow"), "--apply")
    place.before = place.library(tmp_path_factory.mktemp("before") / "out")
    return place


def refused(library, folder, tmp_path, path):
    done = library.run("import", folder, "--apply", check=False)
    assert done.returncode == 1, (done.returncode, done.stdout, done.stderr[-500:])
    lines = [line for line in done.stderr.splitlines() if line.startswith(path + ":")]
    assert lines and "Nothing was changed" in done.stderr, done.stderr[-800:]
    assert library.library(tmp_path / "after") == library.before
    return lines[0]


def with_picture(folder, name, content):
    (folder / "media").mkdir(parents=True)
    (folder / "media" / name).write_bytes(content)
    kind, front = ("themes", "name: With\ncolour: \"#1B3A5C\"\nportal_icon") if name.endswith(".svg") else ("essays", "title: With\nimage_alt: A\nimage")
    (folder / kind).mkdir()
    (folder / kind / "with.md").write_text(f"---\nslug: with\n{front}: media/{name}\n---\n" + ("\nWords.\n" if kind == "essays" else ""))
    return folder


@pytest.mark.parametrize("name, make, word", PICTURES, ids=[row[0] for row in PICTURES])
def test_a_hostile_picture_is_refused(name, make, word, library, tmp_path):
    assert word in refused(library, with_picture(tmp_path / "tree", name, make()), tmp_path, f"media/{name}")


@pytest.mark.parametrize("name, make", BOMBS, ids=[row[0] for row in BOMBS])
def test_a_picture_that_hides_half_a_gigabyte_takes_no_memory(name, make, tmp_path):
    place = Place("sqlite", tmp_path / "data")
    place.run("migrate")
    process = place.spawn("import", with_picture(tmp_path / "tree", name, make()), "--apply")
    said = process.communicate(timeout=60)[1].decode()
    # The largest of all processes that this one has waited for, in KiB; the renditions' program is one of them.
    assert process.returncode == 0 or "media_invalid" in said, said
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 400 * 1024
    assert place.run("doctor", check=False).stdout.count("✓ media") == 1


@pytest.mark.parametrize("name, body", [("brackets", "[" * 100_000), ("stars", "*a _b " * 25_000)])
def test_a_strange_text_is_taken_for_text_and_comes_out_again(name, body, tmp_path):
    place = Place("sqlite", tmp_path / "data")
    place.run("migrate")
    (tmp_path / "tree/essays").mkdir(parents=True)
    (tmp_path / f"tree/essays/{name}.md").write_text(f"---\nslug: {name}\ntitle: A\nstatus: live\n---\n\n{body}\n")
    place.run("import", tmp_path / "tree", "--apply")
    first = place.library(tmp_path / "out")
    assert "1 unchanged" in place.run("import", tmp_path / "out", "--apply").stdout
    assert place.library(tmp_path / "again") == first


@pytest.mark.parametrize("name, content, code", TEXTS, ids=[row[0] for row in TEXTS])
def test_a_hostile_text_is_refused_where_it_goes_wrong(name, content, code, library, tmp_path):
    folder = tmp_path / "tree"
    (folder / "essays").mkdir(parents=True)
    (folder / "essays" / name).write_bytes(content)
    assert code in refused(library, folder, tmp_path, f"essays/{name}")
