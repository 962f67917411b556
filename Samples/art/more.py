"""More of the place: rain, the cliff, a window, the road, covers and the odd sizes."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from brush import blend, disc, glow, hills, line, mask, paper, picture, rgb, sample, sea, smooth, texture, wash


def rain(w, h, rng):
    """A shower crossing the roads, one ferry under it."""
    im = wash(w, h, [(0, "#5E707B"), (0.3, "#8C9CA2"), (0.55, "#C3CAC6"), (1, "#C3CAC6")])
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    cloud = sample(texture(rng, slope=1.8), xx * 140 / h, yy * 300 / h)
    blend(im, rgb("#465761"), 0.75 * smooth(0.55 + cloud * 0.35 - yy / h * 1.5))
    sea(im, rng, 0.60, "#2F4650", "#9AA9A9", 0.78, "#E9E7D8", 0.16, 0.7)
    lean = xx + yy * 0.22
    curtain = sample(texture(rng, slope=1.6), lean * 150 / h, yy * 6 / h)
    fall = (
        smooth((curtain - 0.1) / 1.2)
        * smooth((yy / h - 0.10) * 4)
        * smooth((0.66 - yy / h) * 6)
        * smooth((0.72 - lean / w) * 4)
    )
    blend(im, rgb("#54656E"), 0.62 * fall)
    thread = sample(texture(rng, slope=0.8), lean * 620 / h, yy * 10 / h)
    blend(im, rgb("#DCE2E0"), 0.10 * smooth(thread - 0.5) * smooth(1.1 - lean / w))
    hull = [
        [(0.60, 0.655), (0.70, 0.655), (0.688, 0.680), (0.612, 0.680)],
        [(0.632, 0.655), (0.632, 0.628), (0.672, 0.628), (0.672, 0.655)],
        [(0.650, 0.628), (0.650, 0.592), (0.653, 0.592), (0.653, 0.628)],
    ]
    blend(im, rgb("#1D2B33"), mask(w, h, hull))
    blend(
        im,
        rgb("#F5CE86"),
        mask(
            w,
            h,
            [
                [(0.640 + k, 0.636), (0.640 + k, 0.645), (0.646 + k, 0.645), (0.646 + k, 0.636)]
                for k in (0, 0.011, 0.022)
            ],
        ),
    )
    return paper(im, rng)


def cliff(w, h, rng):
    """Portrait: the white stair up to the light, in June."""
    im = wash(w, h, [(0, "#7E97A6"), (0.35, "#BFCDC9"), (0.62, "#F1E4C8"), (1, "#F1E4C8")])
    glow(im, 0.25, 0.55, 0.25, "#FFF8E2", 0.75)
    sea(im, rng, 0.66, "#2B5A68", "#B4CBC4", 0.25, "#FFF8E0", 0.09, 0.8)
    x = np.linspace(0, 1, w)
    rock = 0.30 + 0.72 * smooth((0.80 - x) / 0.42) - 0.012 * line(rng, w, 14, 1.0)
    hills(im, rock, "#59685F", "#2E3B3B", 0.6)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    strata = sample(texture(rng, slope=1.5), xx * 60 / h, (yy + xx * 0.35) * 420 / h)
    inside = np.clip(yy - (rock * h)[None], 0, 1)
    blend(im, rgb("#B9BFA9"), 0.22 * smooth(strata - 0.2) * inside)
    blend(im, rgb("#1F2A2B"), 0.30 * smooth(-strata - 0.3) * inside)
    steps, px, py, way = [], 0.60, 0.97, 1
    for k in range(54):
        steps.append([(px, py), (px + 0.030, py), (px + 0.030, py - 0.0050), (px, py - 0.0050)])
        px, py = px + way * 0.021 * (1 - k / 80), py - 0.0105
        if px > 0.86 or px < 0.60 + 0.004 * k:
            way = -way
    blend(im, rgb("#F4EBD6"), mask(w, h, steps) * 0.85 * inside)
    tower = [[(0.838, 0.318), (0.852, 0.165), (0.898, 0.165), (0.912, 0.318)]]
    blend(im, rgb("#F6EFDF"), mask(w, h, tower))
    blend(im, rgb("#C9C3B4"), mask(w, h, [[(0.882, 0.318), (0.880, 0.165), (0.898, 0.165), (0.912, 0.318)]]))
    blend(
        im,
        rgb("#A8452F"),
        mask(
            w,
            h,
            [
                [(0.8447, 0.245), (0.8483, 0.205), (0.9017, 0.205), (0.9053, 0.245)],
                [(0.850, 0.139), (0.875, 0.118), (0.900, 0.139)],
            ],
        ),
    )
    blend(
        im,
        rgb("#33454C"),
        mask(
            w,
            h,
            [
                [(0.843, 0.165), (0.843, 0.160), (0.907, 0.160), (0.907, 0.165)],
                [(0.856, 0.160), (0.856, 0.139), (0.894, 0.139), (0.894, 0.160)],
            ],
        ),
    )
    disc(im, 0.875, 0.1495, 0.006, "#FFF0C0")
    return paper(im, rng)


def window(w, h, rng):
    """A table under a window, where most of the letters were written."""
    im = wash(w, h, [(0, "#4A4038"), (0.6, "#5A4C40"), (1, "#3B3029")])
    x0, x1, y0, y1 = 0.30, 0.70, 0.10, 0.66
    view = wash(
        int((x1 - x0) * w), int((y1 - y0) * h), [(0, "#8FB0BA"), (0.5, "#E4E2CF"), (0.6, "#F6EBCF"), (1, "#F6EBCF")]
    )
    sea(view, rng, 0.60, "#2D6070", "#A7C3C2", 0.5, "#FFF8E0", 0.16, 0.85)
    hills(
        view,
        0.60 - 0.06 * np.clip(line(rng, view.shape[1], 2) + np.linspace(-1.2, 1.0, view.shape[1]), 0, 2),
        "#6A8C92",
        None,
    )
    sea(view, rng, 0.60, "#2D6070", "#A7C3C2", 0.35, "#FFF8E0", 0.16, 0.85)
    im[int(y0 * h) : int(y0 * h) + view.shape[0], int(x0 * w) : int(x0 * w) + view.shape[1]] = view
    bars = [
        [(x0 - 0.018, y0 - 0.025), (x1 + 0.018, y0 - 0.025), (x1 + 0.018, y0), (x0 - 0.018, y0)],
        [(x0 - 0.018, y0), (x0, y0), (x0, y1), (x0 - 0.018, y1)],
        [(x1, y0), (x1 + 0.018, y0), (x1 + 0.018, y1), (x1, y1)],
        [(0.494, y0), (0.506, y0), (0.506, y1), (0.494, y1)],
        [(x0, 0.372), (x1, 0.372), (x1, 0.388), (x0, 0.388)],
    ]
    blend(im, rgb("#E9E0CC"), mask(w, h, bars))
    blend(
        im,
        rgb("#CFC3AA"),
        mask(w, h, [[(x0 - 0.035, y1), (x1 + 0.035, y1), (x1 + 0.035, y1 + 0.03), (x0 - 0.035, y1 + 0.03)]]),
    )
    for a, b in (((x0 - 0.018), -0.16), ((x1 + 0.018), 0.16)):
        blend(
            im,
            rgb("#F3E2BC"),
            mask(w, h, [[(a, y0 + 0.04), (a + b, y0 + 0.20), (a + b, y1 + 0.02), (a, y1)]], 0.05) * 0.20,
        )
    blend(im, rgb("#2A211B"), mask(w, h, [[(0, 0.80), (1, 0.80), (1, 1), (0, 1)]]))
    blend(im, rgb("#6A5440"), mask(w, h, [[(0, 0.80), (1, 0.80), (1, 0.812), (0, 0.812)]]))
    blend(im, rgb("#E8CF9E"), mask(w, h, [[(0.30, 0.812), (0.70, 0.812), (0.80, 1), (0.20, 1)]], 0.03) * 0.30)
    jug = [
        (0.755, 0.80),
        (0.744, 0.76),
        (0.747, 0.72),
        (0.759, 0.69),
        (0.757, 0.655),
        (0.750, 0.645),
        (0.792, 0.640),
        (0.789, 0.69),
        (0.801, 0.72),
        (0.804, 0.76),
        (0.793, 0.80),
    ]
    blend(im, rgb("#8FA6A8"), mask(w, h, [jug]))
    blend(
        im,
        rgb("#C4D2CE"),
        mask(
            w,
            h,
            [
                [
                    (0.757, 0.79),
                    (0.750, 0.755),
                    (0.753, 0.722),
                    (0.762, 0.695),
                    (0.768, 0.70),
                    (0.762, 0.75),
                    (0.766, 0.79),
                ]
            ],
            0.004,
        ),
    )
    sheets = [
        [(0.43, 0.895), (0.545, 0.885), (0.580, 0.945), (0.452, 0.957)],
        [(0.40, 0.880), (0.50, 0.872), (0.525, 0.925), (0.415, 0.935)],
    ]
    for sheet, colour in zip(sheets, ("#E4D9C0", "#F6EFDD")):
        blend(im, rgb(colour), mask(w, h, [sheet]))
    for k in range(5):
        y = 0.885 + 0.009 * k
        blend(
            im,
            rgb("#4B5560"),
            mask(
                w,
                h,
                [
                    [
                        (0.418 + 0.003 * k, y),
                        (0.49 + 0.004 * k - 0.02 * (k == 4), y - 0.006),
                        (0.49 + 0.004 * k - 0.02 * (k == 4), y - 0.0040),
                        (0.418 + 0.003 * k, y + 0.002),
                    ]
                ],
            )
            * 0.7,
        )
    return paper(im, rng, 0.010)


def road(w, h, rng):
    """The summer road over the pass, seen from the cart."""
    im = wash(w, h, [(0, "#9DB4C4"), (0.4, "#DDE3DF"), (0.6, "#F3EAD6"), (1, "#F3EAD6")])
    glow(im, 0.6, 0.35, 0.3, "#FFF9E8", 0.6)
    for colour, base, amp, waves in [
        ("#B7C4C9", 0.38, 0.15, 3.0),
        ("#8FA3A8", 0.50, 0.13, 2.4),
        ("#6E8785", 0.62, 0.10, 2.0),
    ]:
        hills(im, base - amp * line(rng, w, waves, 1.2), colour, "#E7E6DA", 0.34)
    slope = 0.60 + 0.34 * smooth((0.62 - np.linspace(0, 1, w)) / 0.6) - 0.02 * line(rng, w, 5)
    hills(im, slope, "#5E7351", "#37492F", 0.4)
    strips = []
    t = np.linspace(0, 1, 700)
    y = 1.04 - 0.44 * t**0.62
    sweep = 0.19 * (1 - t) ** 0.8 + 0.012
    x = 0.70 + 0.17 * t + sweep * np.sin(19 * t**0.75 + 0.4)
    half = 0.020 * (1 - t) ** 1.5 + 0.0012
    for k in range(len(t) - 1):
        strips.append(
            [
                (x[k] - half[k], y[k]),
                (x[k] + half[k], y[k]),
                (x[k + 1] + half[k + 1], y[k + 1]),
                (x[k + 1] - half[k + 1], y[k + 1]),
            ]
        )
        strips.append(
            [
                (x[k], y[k] - half[k] * 0.7),
                (x[k], y[k] + half[k] * 0.7),
                (x[k + 1], y[k + 1] + half[k + 1] * 0.7),
                (x[k + 1], y[k + 1] - half[k + 1] * 0.7),
            ]
        )
    yy = np.arange(h)[:, None]
    blend(im, rgb("#E9DFC4"), mask(w, h, strips) * np.clip(yy - (slope * h)[None], 0, 1) * 0.92)
    return paper(im, rng)


def strip(w, h, rng):
    """A year of high waters at the quay as one line, for the top of a page."""
    im = wash(w, h, [(0, "#EFE7D3"), (1, "#E2DCC9")])
    x = np.arange(w)
    tide = 0.52 - 0.24 * np.sin(x / 26) * (0.62 + 0.38 * np.sin(x / 362)) - 0.05 * line(rng, w, 30)
    hills(im, tide, "#2F6170", "#163A4A", 0.5)
    return im


def cover(w, h, rng, title, author, colours, draw):
    """A book cover: a band of landscape, a plain field, the title letter-spaced."""
    paper_colour, ink_colour, accent = colours
    im = wash(w, h, [(0, paper_colour), (1, paper_colour)])
    field = draw(w, int(h * 0.60), rng)
    im[int(h * 0.40) :][: field.shape[0]] = field
    blend(im, rgb(accent), mask(w, h, [[(0, 0.396), (1, 0.396), (1, 0.402), (0, 0.402)]]))
    out = picture(paper(im, rng, 0.006, 0.012, 0.06))
    pen = ImageDraw.Draw(out)
    y = int(h * 0.115)
    for words in title:
        spaced(pen, words.upper(), w // 2, y, ImageFont.load_default(int(w * 0.066)), ink_colour, w * 0.012)
        y += int(w * 0.105)
    spaced(pen, author, w // 2, int(h * 0.335), ImageFont.load_default(int(w * 0.030)), ink_colour, w * 0.006)
    return out


def spaced(pen, text, centre, y, font, colour, gap):
    widths = [pen.textlength(c, font) for c in text]
    x = centre - (sum(widths) + gap * (len(text) - 1)) / 2
    for c, width in zip(text, widths):
        pen.text((x, y), c, font=font, fill=colour)
        x += width + gap


def feather(size, rng):
    """A tern's feather with a transparent ground."""
    s = size * 2
    im = Image.new("RGBA", (s, s), (0, 0, 0, 0))
    pen = ImageDraw.Draw(im)
    t = np.linspace(0, 1, 240)
    sx, sy = s * (0.18 + 0.62 * t), s * (0.84 - 0.66 * t + 0.10 * np.sin(t * 3.1))
    for k in range(20, 239):
        reach = s * 0.15 * np.sin(np.clip((t[k] - 0.06) / 0.94, 0, 1) * np.pi) ** 0.55
        for side in (-1, 1):
            if rng.uniform() < 0.035:
                continue
            length = reach * (0.62 if side < 0 else 1.0) * rng.uniform(0.93, 1.0)
            angle = -0.80 + side * 0.62
            shade = (
                int(60 + 95 * t[k] + rng.uniform(-14, 14)) if side < 0 else int(120 + 70 * t[k] + rng.uniform(-14, 14))
            )
            pen.line(
                [(sx[k], sy[k]), (sx[k] + np.cos(angle) * length, sy[k] + np.sin(angle) * length)],
                fill=(shade, shade + 10, shade + 20, 225),
                width=4,
            )
    pen.line(list(zip(sx, sy)), fill=(58, 60, 66, 255), width=7)
    return im.resize((size, size), Image.LANCZOS)


def flashes(w, h, rng):
    """Six frames of the Farrow: two quick flashes and a dark."""
    base = wash(w, h, [(0, "#0C1828"), (0.6, "#2A4A62"), (1, "#12263A")])
    hills(base, 0.74 - 0.05 * line(rng, w, 2), "#0B1722")
    blend(base, rgb("#0B1722"), mask(w, h, [[(0.47, 0.76), (0.485, 0.44), (0.515, 0.44), (0.53, 0.76)]]))
    frames = []
    for strength in (0.15, 0.95, 0.25, 0.95, 0.25, 0.08):
        frame = base.copy()
        glow(frame, 0.5, 0.42, 0.05 + 0.10 * strength, "#FFEFC4", strength)
        frames.append(picture(frame))
    return frames
