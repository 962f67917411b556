#!/usr/bin/env python3
"""Paints the pictures of the sample library into ../library/media.

Needs numpy and Pillow (and `lame` or `ffmpeg` for the tones), but only to paint again: the results are kept
beside the texts. Every picture has its own seed, so one can be changed without disturbing the others.
`make.py` paints all; `make.py night ink` paints those two.
"""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

import more
import scenes
import shapes
import tones
from brush import picture

MEDIA = Path(__file__).resolve().parent.parent / "library" / "media"

PICTURES = {
    # name: (scene, width, height, seed, quality)
    "ossel-dawn": (scenes.dawn, 3000, 2000, 11, 76),
    "daylight": (scenes.daylight, 1600, 1067, 12, 78),
    "night-harbour": (scenes.night, 1600, 1067, 13, 80),
    "leys-low-water": (scenes.marsh, 1600, 1067, 14, 76),
    "goose-night": (scenes.starry, 1440, 960, 15, 78),
    "pass-in-ink": (scenes.ink, 1600, 1067, 16, 76),
    "lamp-at-dusk": (scenes.dusk, 1600, 1067, 17, 80),
    "first-snow": (scenes.snow, 1440, 960, 18, 76),
    "october-orchard": (scenes.orchard, 1440, 960, 19, 78),
    "shower": (more.rain, 1440, 960, 20, 78),
    "white-stair": (more.cliff, 1080, 1620, 21, 78),
    "writing-table": (more.window, 1440, 960, 22, 80),
    "summer-road": (more.road, 1440, 960, 23, 78),
}

COVERS = {
    "keepers-ledger": (["The Keeper’s", "Ledger"], "Edda Morrow", ("#EADBC0", "#4A241A", "#B4552C"), scenes.dusk, 31),
    "marsh-hours": (["Marsh", "Hours"], "Maud Ferrant", ("#E4E2CC", "#35452E", "#7C8A4C"), scenes.marsh, 32),
    "salt-and-snow": (
        ["Salt and", "Snow"],
        "Ines Calloway · Tobias Rehn",
        ("#E9E7E1", "#2B3A47", "#9A4A33"),
        scenes.ink,
        36,
    ),
    "sayings-of-the-ferry": (
        ["Sayings of", "the Ferry"],
        "Gathered at Vennet",
        ("#DCE4E2", "#1D4150", "#2F6A78"),
        more.rain,
        34,
    ),
    "a-room-facing-east": (
        ["A Room", "Facing East"],
        "Lisbet Aurel",
        ("#F3DFD2", "#47284F", "#B8637A"),
        scenes.dawn,
        35,
    ),
}


def jpeg(image, name, quality, **more_settings):
    path = MEDIA / name
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=quality, optimize=True, progressive=True, subsampling="4:2:0", **more_settings)


def odd_sizes():
    """The sizes at which picture code usually goes wrong."""
    small = picture(scenes.marsh(1341, 894, np.random.default_rng(41)))
    jpeg(small.transpose(Image.Transpose.FLIP_LEFT_RIGHT).resize((447, 298), Image.LANCZOS), "scenes/creek.jpg", 82)
    jpeg(
        picture(scenes.daylight(1200, 798, np.random.default_rng(42))).resize((200, 133), Image.LANCZOS),
        "scenes/sail.jpg",
        84,
    )
    picture(more.strip(5000, 37, np.random.default_rng(43))).save(MEDIA / "scenes/tide-line.png", optimize=True)
    turned = picture(more.rain(1200, 800, np.random.default_rng(44)))
    exif = Image.Exif()
    exif[0x0112] = 6  # stored lying on its left side; the orientation tag stands it up again
    jpeg(turned.transpose(Image.Transpose.ROTATE_90), "scenes/rain-turned.jpg", 78, exif=exif)
    more.feather(720, np.random.default_rng(45)).save(MEDIA / "scenes/feather.png", optimize=True)
    frames = more.flashes(480, 320, np.random.default_rng(46))
    frames[0].save(
        MEDIA / "scenes/two-flashes.webp",
        save_all=True,
        append_images=frames[1:],
        duration=[900, 180, 220, 180, 500, 2200],
        loop=0,
        quality=72,
        method=6,
    )
    picture(scenes.snow(1200, 800, np.random.default_rng(47))).save(
        MEDIA / "scenes/snow-field.webp", quality=76, method=6
    )


def drawings():
    made = {
        "emblems/lamp.svg": shapes.lamp("#F1DDBB", "#F2B866"),
        "emblems/heron.svg": shapes.heron("#E7EAD4", "#C9CF8F"),
        "emblems/boat.svg": shapes.boat("#F6E3DA", "#F0A48F"),
        "emblems/letters.svg": shapes.letters("#E6ECEF", "#E0A58C"),
        "emblems/bench.svg": shapes.bench("#DCE9EA", "#F0D9A2"),
        "emblems/knot.svg": shapes.knot("#8A6A3C", "#F3E2B6"),
    }
    rng = np.random.default_rng(51)
    looks = {
        "harbour": (
            ["#12283A", "#2D566B", "#9FBDB9"],
            [
                (0.52, 0.05, 2.2, "#6C97A0"),
                (0.62, 0.05, 2.0, "#3F6F80"),
                (0.74, 0.04, 1.8, "#234C60"),
                (0.86, 0.03, 1.5, "#132F40"),
            ],
            (0.72, 0.30, 0.05, "#F5E7C6"),
            "#D6E6E2",
        ),
        "ember": (
            ["#2B1620", "#7A3327", "#E09A55"],
            [
                (0.54, 0.05, 2.4, "#B4653A"),
                (0.64, 0.06, 2.0, "#7E3A2C"),
                (0.76, 0.06, 1.7, "#4C2221"),
                (0.88, 0.04, 1.5, "#261116"),
            ],
            (0.30, 0.42, 0.06, "#FFE2A6"),
            "#F3BE78",
        ),
        "saltmarsh": (
            ["#7F9486", "#B9C3A6", "#F1E6C6"],
            [
                (0.50, 0.02, 3.0, "#9AA985"),
                (0.60, 0.025, 2.4, "#7A8A62"),
                (0.72, 0.03, 2.0, "#566848"),
                (0.86, 0.03, 1.6, "#374631"),
            ],
            (0.58, 0.28, 0.045, "#FFF6DA"),
            "#E6E3C0",
        ),
        "elan": (
            ["#3A2750", "#A4678A", "#F6C8AE"],
            [
                (0.50, 0.06, 2.6, "#C98D9C"),
                (0.61, 0.06, 2.2, "#96618A"),
                (0.73, 0.07, 1.9, "#653E6F"),
                (0.86, 0.05, 1.6, "#3A224B"),
            ],
            (0.64, 0.40, 0.055, "#FFF0D8"),
            "#F8D9C6",
        ),
    }
    for name, (sky, ridges, sun, light) in looks.items():
        extra = {
            "harbour": shapes.waves(light, 6, 1600, 1000, 0.70),
            "ember": [],
            "saltmarsh": shapes.stalks(rng, light, 70, 1600, 1000, 0.95),
            "elan": [],
        }[name]
        made[f"themes/{name}-background.svg"] = shapes.layers(rng, 1600, 1000, sky, ridges, sun, extra)
        made[f"themes/{name}-home.svg"] = shapes.layers(
            rng, 1200, 480, sky, [(b + 0.08, a, w, c) for b, a, w, c in ridges], (0.82, 0.34, 0.075, sun[3]), []
        )
        inner = {
            "harbour": [
                shapes.path("M118 150 L118 108 L146 146 Z", fill=light),
                shapes.path("M98 152 L152 152 L142 164 L108 164 Z", fill="#132F40"),
            ],
            "ember": [
                shapes.path("M142 168 L147 112 L161 112 L166 168 Z", fill="#261116"),
                shapes.circle(154, 104, 7, fill="#FFE2A6"),
                shapes.path("M144 104 L60 88 M144 104 L60 118", light, 2, opacity=0.7),
            ],
            "saltmarsh": [
                shapes.path(f"M{x} 216 Q{x} {170} {x + b} {y}", light, 3)
                for x, b, y in ((66, -8, 132), (78, 6, 146), (170, -6, 128), (182, 5, 150))
            ],
            "elan": [shapes.circle(x, y, 2.1, fill=light, opacity=0.85) for x, y in shapes.spiral(26, 46)],
        }[name]
        made[f"themes/{name}-portal.svg"] = shapes.portal(
            sky[1], [(150, 10, ridges[0][3]), (172, 9, ridges[1][3]), (196, 8, ridges[3][3])], (150, 92, sun[3]), inner
        )
        made[f"themes/{name}-breathing.json"] = shapes.breathing(light)
    for name, text in made.items():
        (MEDIA / name).parent.mkdir(parents=True, exist_ok=True)
        (MEDIA / name).write_text(text, encoding="utf-8")


def main(wanted):
    def asked(name):
        return not wanted or name in wanted

    for name, (scene, width, height, seed, quality) in PICTURES.items():
        if asked(name):
            jpeg(picture(scene(width, height, np.random.default_rng(seed))), f"scenes/{name}.jpg", quality)
    for name, (title, author, colours, scene, seed) in COVERS.items():
        if asked(name):
            jpeg(
                more.cover(1200, 1800, np.random.default_rng(seed), title, author, colours, scene),
                f"covers/{name}.jpg",
                80,
            )
    if asked("odd-sizes"):
        odd_sizes()
    if asked("drawings"):
        drawings()
    if asked("tones"):
        (MEDIA / "audio").mkdir(parents=True, exist_ok=True)
        tones.write(MEDIA / "audio")
    size = sum(f.stat().st_size for f in MEDIA.rglob("*") if f.is_file())
    print(f"{sum(1 for f in MEDIA.rglob('*') if f.is_file())} files, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
