"""Writes the King James text as an import tree of about 32,000 texts: verses as passages, chapters as chapters of books.

The text comes from Debian's bible-kjv at the time of the run and is never committed (public domain outside the United
Kingdom's letters patent). usage: corpus.py DIR
"""
import pathlib, re, subprocess, sys, unicodedata


def slug(text):
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")[:80]


def escape(text):
    return re.sub(r"([\\*_\[\]<>`#])", r"\\\1", text)


def bare(text):
    return text if text and text[0] not in "\"[{|>&*!%@`" else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main(folder):
    root = pathlib.Path(folder)
    out = subprocess.run(["bible", "-l", "100000", "gen1:1-rev22:21"], capture_output=True, text=True, check=True).stdout
    books, verses = {}, None
    for line in out.splitlines():
        if verse := re.match(r"^  +(\d+) (.+)$", line):
            verses.append((int(verse[1]), verse[2].strip()))
        elif head := re.match(r"^(\S.*) (\d+)$", line):
            verses = books.setdefault(head[1], {}).setdefault(int(head[2]), [])
    for kind in ("books", "passages", "chapters"): (root / kind).mkdir(parents=True, exist_ok=True)
    for name, chapters in books.items():
        book_slug = slug(name) + ("-book" if slug(name).isdigit() else "")
        (root / "books" / f"{book_slug}.md").write_text(f"---\nslug: {book_slug}\nstatus: live\ntitle: {bare(name)}\n---\n")
        for number, verses in chapters.items():
            chapter_slug = f"{book_slug}-{number}"
            body = "\n\n".join(escape(text) for _, text in verses)
            (root / "chapters" / f"{chapter_slug}.md").write_text(
                f"---\nslug: {chapter_slug}\nstatus: live\ntitle: {name} {number}\nsource: book/{book_slug}\norder: {number}\n---\n{body}\n")
            for verse_number, text in verses:
                verse_slug = f"{book_slug}-{number}-{verse_number}"
                (root / "passages" / f"{verse_slug}.md").write_text(
                    f"---\nslug: {verse_slug}\nstatus: live\ntitle: {name} {number}:{verse_number}\nsource: book/{book_slug}\n---\n{escape(text)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
