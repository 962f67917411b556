"""The landscapes of Vennet: each takes a size and a generator and gives a float picture."""

import numpy as np

from brush import blend, disc, glow, hills, line, mask, paper, rgb, sample, sea, smooth, texture, wash


def dawn(w, h, rng):
    """Layered hills up the Ossel valley, just before the sun."""
    im = wash(w, h, [(0, "#6E5A86"), (0.25, "#B98A9E"), (0.45, "#F0B8A0"), (0.6, "#FBE3C4"), (1, "#F7D3B4")])
    glow(im, 0.63, 0.47, 0.34, "#FFF3D6", 0.85)
    disc(im, 0.63, 0.452, 0.034, "#FFF8E6", 0.95, 3)
    layers = [
        ("#D9A39A", 0.50, 0.035, 2.2),
        ("#B98495", 0.56, 0.05, 2.6),
        ("#93688A", 0.635, 0.06, 2.2),
        ("#6B4C78", 0.72, 0.065, 2.0),
        ("#47345E", 0.815, 0.07, 1.7),
        ("#2C2244", 0.92, 0.06, 1.5),
    ]
    for colour, base, amp, waves in layers:
        hills(im, base - amp * line(rng, w, waves), colour, "#F3C9AE", 0.55)
    return paper(im, rng)


def daylight(w, h, rng):
    """Open sea off the Farrow with a path of light."""
    im = wash(w, h, [(0, "#7FA3AE"), (0.3, "#B5CAC6"), (0.5, "#EFE6CC"), (1, "#EFE6CC")])
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    cloud = sample(texture(rng, slope=1.9), xx * 130 / h, yy * 520 / h)
    blend(im, rgb("#FBF6E6"), 0.45 * smooth(cloud * 0.5) * (yy < h * 0.52))
    glow(im, 0.42, 0.46, 0.30, "#FFF9E4", 0.8)
    sea(im, rng, 0.52, "#1F4E60", "#9DBDBC", 0.42, "#FFF6DA", 0.15, 0.85)
    far = 0.52 - 0.022 * np.clip(line(rng, w, 3) * 0.5 + 1.2 * np.linspace(1.3, -1.4, w), 0, 2)
    y = np.arange(h)[:, None]
    blend(im, rgb("#5F8792"), np.clip(y - (far * h)[None] + 0.5, 0, 1) * (y < 0.521 * h))
    sail = mask(
        w, h, [[(0.701, 0.548), (0.7, 0.470), (0.722, 0.543)], [(0.698, 0.543), (0.6975, 0.486), (0.685, 0.543)]]
    )
    blend(im, rgb("#F8EFDC"), sail)
    blend(im, rgb("#20343C"), mask(w, h, [[(0.682, 0.549), (0.725, 0.549), (0.716, 0.561), (0.690, 0.561)]]))
    return paper(im, rng)


def night(w, h, rng):
    """The harbour after ten, window by window."""
    im = wash(w, h, [(0, "#0B1A2B"), (0.35, "#173451"), (0.52, "#3A5E78"), (0.56, "#3A5E78"), (1, "#0A1826")])
    for _ in range(150):
        disc_star(im, rng.uniform(0, 1), rng.uniform(0, 0.42), rng.uniform(0.2, 0.9), rng)
    hills(im, 0.50 - 0.035 * line(rng, w, 2.4), "#1A3047", "#22405A", 0.1)
    quay = 0.56
    houses, windows = [], []
    x = 0.06
    while x < 0.80:
        width, tall = rng.uniform(0.022, 0.045), rng.uniform(0.045, 0.10)
        top = quay - tall
        houses.append(
            [(x, quay), (x, top), (x + width / 2, top - rng.uniform(0.012, 0.03)), (x + width, top), (x + width, quay)]
        )
        for row in np.arange(top + 0.014, quay - 0.014, 0.024):
            for column in np.arange(x + 0.006, x + width - 0.006, 0.0105):
                if rng.uniform() < 0.36:
                    windows.append((column, row))
        x += width + rng.uniform(0, 0.004)
    blend(im, rgb("#0C1B2A"), mask(w, h, houses))
    water = im[int(quay * h) :]
    flip = im[: int(quay * h)][::-1][: water.shape[0]]
    rows = water.shape[0]
    water[: flip.shape[0]] = (
        water[: flip.shape[0]] * 0.55 + flip * 0.45 * np.linspace(1, 0.55, flip.shape[0])[:, None, None]
    )
    yy, xx = np.mgrid[0:rows, 0:w].astype(np.float32)
    ripple = sample(texture(rng, slope=1.0), xx * 60 / h, 70 / (0.06 + yy / rows))
    for column, row in windows:
        blend(im, rgb("#FFD48A"), mask_rect(im, column, row, 0.0042, 0.0095))
        cx, reach = (column + 0.002) * w, rng.uniform(0.10, 0.42) * rows
        streak = np.exp(-((((xx - cx) + ripple * 2.4 * (0.3 + yy / rows)) / (0.0021 * w * (1 + 1.2 * yy / rows))) ** 2))
        blend(water, rgb("#F3BE72"), 0.55 * streak * np.exp(-yy / reach) * smooth(ripple * 0.6 + 0.7))
    lamp = (0.885, 0.385)
    blend(
        im,
        rgb("#0C1B2A"),
        mask(
            w,
            h,
            [
                [(0.84, 0.56), (0.865, 0.525), (0.91, 0.53), (0.95, 0.56)],
                [(0.878, 0.54), (0.8815, 0.40), (0.8885, 0.40), (0.892, 0.54)],
            ],
        ),
    )
    beam = mask(w, h, [[(lamp[0], lamp[1] - 0.004), (0.0, 0.13), (0.0, 0.30), (lamp[0], lamp[1] + 0.004)]], 0.012)
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    blend(im, rgb("#FFE6B0"), beam * 0.30 * (xx / (lamp[0] * w)).clip(0, 1) ** 1.6)
    glow(im, *lamp, 0.035, "#FFEFC4", 0.95)
    return paper(im, rng, 0.009, 0.006)


def mask_rect(im, x, y, width, height):
    h, w, _ = im.shape
    m = np.zeros((h, w), dtype=np.float32)
    m[int(y * h) : int((y + height) * h) + 1, int(x * w) : int((x + width) * w) + 1] = 0.9
    return m


def disc_star(im, x, y, bright, rng):
    h, w, _ = im.shape
    px, py, r = int(x * (w - 3)) + 1, int(y * (h - 3)) + 1, 1 if bright < 0.75 else 2
    im[py : py + r, px : px + r] += (rgb("#F3EBD8") - im[py : py + r, px : px + r]) * bright


def marsh(w, h, rng, sky=None, night_sky=False):
    """The Leys at low water: creeks that hold the sky."""
    stops = sky or [(0, "#93A79B"), (0.22, "#C9CDB4"), (0.40, "#F2E6C4"), (1, "#F2E6C4")]
    im = wash(w, h, stops)
    if not night_sky:
        glow(im, 0.3, 0.36, 0.3, "#FFF8DC", 0.7)
    horizon = 0.41
    far = "#1B2B38" if night_sky else "#8C9D86"
    hills(im, horizon - 0.015 - 0.018 * line(rng, w, 3), far, None)
    y0 = int(horizon * h)
    yy, xx = np.mgrid[y0:h, 0:w].astype(np.float32)
    v = (yy - y0 + 1) / (h - y0)
    u = (xx / w - 0.5) * w / h
    reach = 1 / (0.055 + v)
    tex = texture(rng, slope=1.25)
    grass = sample(tex, u * reach * 15, reach * 55) + 0.5 * sample(tex, u * reach * 60, reach * 170)
    a, b, c = ("#2E4048", "#16242B", "#0F1A20") if night_sky else ("#A9AE83", "#6D7B52", "#39482F")
    tone = smooth(v * 1.1 + grass * 0.13)[..., None]
    land = rgb(a) * (1 - tone) + rgb(b) * tone
    land = land * (1 - smooth((v - 0.45) * 1.3)[..., None] * 0.75) + rgb(c) * (
        smooth((v - 0.45) * 1.3)[..., None] * 0.75
    )
    land *= (1 + 0.10 * grass)[..., None]
    im[y0:h] = land
    mirror = im[:y0][::-1]
    depth = np.clip(((0.11 + 0.85 * v) * y0).astype(int), 0, y0 - 1)
    reflected = mirror[depth, xx.astype(int)] * (0.97 - 0.25 * v[..., None])
    for shift, bend, phase, size in [(0.10, 0.34, 0.2, 0.16), (-0.52, 0.22, 2.1, 0.075), (0.62, 0.25, 4.0, 0.055)]:
        s = np.log(reach)
        centre = (
            shift * (0.25 + v * 1.1)
            + bend * np.sin(s * 3.1 + phase) * (0.03 + v) ** 1.15
            + 0.10 * np.sin(s * 7.7 + phase * 2) * v
        )
        edge = (np.abs(u - centre) + sample(tex, u * 90, v * 160) * 0.010 * v**1.2) / (size * (0.08 + v))
        blend(im[y0:h], rgb(c) * 0.9, smooth((1.28 - edge) / 0.2) * 0.55)
        water = smooth((1.0 - edge) / (0.10 + 0.5 * (1 - v) ** 6))
        im[y0:h] += (reflected - im[y0:h]) * water[..., None]
    return paper(im, rng)


def starry(w, h, rng):
    """The same marsh in November, at the hour of the geese."""
    im = marsh(w, h, rng, [(0, "#0C1626"), (0.25, "#1F3550"), (0.40, "#6D8597"), (1, "#6D8597")], True)[:, ::-1].copy()
    for _ in range(320):
        disc_star(im, rng.uniform(0, 1), rng.uniform(0, 1) ** 1.6 * 0.36, rng.uniform(0.15, 0.95), rng)
    disc(im, 0.74, 0.17, 0.028, "#F5EBCF", 0.95)
    disc(im, 0.748, 0.163, 0.026, "#15263B", 0.93)
    return im


def ink(w, h, rng):
    """The pass at Kessel, ink and wash."""
    im = wash(w, h, [(0, "#EFEAE0"), (1, "#E6E0D4")])
    disc(im, 0.73, 0.22, 0.045, "#B5482F", 0.85, 4)
    y = np.arange(h, dtype=np.float32)[:, None]
    xx = np.arange(w, dtype=np.float32)[None, :]
    tex = texture(rng, slope=1.5)
    for k, (base, amp, waves, dark) in enumerate(
        [(0.34, 0.13, 3.2, 0.30), (0.46, 0.14, 2.6, 0.46), (0.60, 0.13, 2.2, 0.64), (0.78, 0.12, 1.8, 0.86)]
    ):
        top = base - amp * line(rng, w, waves, 1.15)
        d = (y - (top * h)[None]) / h
        wet = (
            sample(tex, xx * 260 / h + 70 * k, y * 260 / h) * 0.5
            + sample(tex, xx * 90 / h, y * 900 / h + 50 * k) * 0.25
        )
        fall = np.exp(-np.clip(d, 0, 1) / (0.055 + 0.025 * k)) * (1 + 0.35 * wet) + 0.10 * (1 - d)
        rim = np.exp(-((d / 0.0022) ** 2)) * 0.25
        blend(im, rgb("#1E262E"), np.clip(dark * fall + rim * dark, 0, 0.95) * np.clip(d * h + 0.5, 0, 1))
        blend(im, rgb("#EBE6DA"), 0.55 * smooth((d - 0.11) / 0.18))
    for bx, by, s in [(0.26, 0.17, 0.016), (0.30, 0.145, 0.012), (0.335, 0.185, 0.010)]:
        for side in (-1, 1):
            tip = bx + side * s * 0.9
            blend(
                im,
                rgb("#2A3138"),
                mask(
                    w,
                    h,
                    [
                        [
                            (bx, by),
                            ((bx + tip) / 2, by - s * 0.62),
                            (tip, by - s * 0.30),
                            ((bx + tip) / 2, by - s * 0.45),
                        ]
                    ],
                )
                * 0.9,
            )
    return paper(im, rng, 0.014, 0.014)


def dusk(w, h, rng):
    """The lamp of the Farrow lit, seen from the cliff path."""
    im = wash(w, h, [(0, "#2E1A2A"), (0.28, "#6B2F2C"), (0.50, "#C8703A"), (0.63, "#F3BE78"), (1, "#F3BE78")])
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    cloud = sample(texture(rng, slope=1.9), xx * 90 / h, yy * 560 / h)
    blend(im, rgb("#4A2230"), 0.5 * smooth(cloud * 0.5 - 0.1) * (1 - yy / h))
    sea(im, rng, 0.64, "#3A1C20", "#D99A60", 0.35, "#FFE2A6", 0.22, 0.75)
    hills(
        im,
        0.70 + 0.42 * smooth((0.66 - np.linspace(0, 1, w)) / 0.28) - 0.02 * line(rng, w, 9),
        "#23131A",
        "#1A0E14",
        0.3,
    )
    hills(im, 0.90 + 0.25 * smooth((np.linspace(0, 1, w) - 0.10) / 0.4) - 0.015 * line(rng, w, 7), "#170C12")
    tower = [
        [(0.812, 0.72), (0.8225, 0.43), (0.8475, 0.43), (0.858, 0.72)],
        [(0.817, 0.43), (0.853, 0.43), (0.853, 0.421), (0.817, 0.421)],
    ]
    blend(
        im,
        rgb("#1B0F15"),
        mask(
            w,
            h,
            tower
            + [
                [(0.823, 0.385), (0.835, 0.36), (0.847, 0.385)],
                [(0.86, 0.72), (0.86, 0.665), (0.885, 0.645), (0.91, 0.665), (0.91, 0.72)],
            ],
        ),
    )
    for side, spread in ((0.0, 0.16), (1.0, 0.05)):
        beam = mask(
            w, h, [[(0.835, 0.398), (side, 0.30 - spread / 2), (side, 0.30 + spread / 2 + 0.03), (0.835, 0.408)]], 0.010
        )
        blend(im, rgb("#FFE9B4"), beam * 0.36 * (1 - np.abs(xx / w - 0.835) / 0.95).clip(0, 1) ** 1.5)
    blend(im, rgb("#FFF1CC"), mask(w, h, [[(0.825, 0.421), (0.825, 0.386), (0.845, 0.386), (0.845, 0.421)]]))
    glow(im, 0.835, 0.403, 0.055, "#FFF1CC", 0.85)
    return paper(im, rng)


def snow(w, h, rng):
    """First snow on the fields of Upper Ossel."""
    im = wash(w, h, [(0, "#AEB9C4"), (0.45, "#D5DBDF"), (1, "#EEF0EF")])
    for colour, mist, base, amp, waves in [
        ("#B9C3CC", "#DCE1E4", 0.47, 0.05, 2.5),
        ("#CBD3D9", "#E6E9EA", 0.57, 0.05, 2.0),
        ("#E1E5E8", "#F3F3F1", 0.70, 0.05, 1.6),
    ]:
        top = base - amp * line(rng, w, waves)
        trees = []
        for _ in range(40 if base < 0.68 else 7):
            x = rng.uniform(0, 1)
            t = top[int(x * (w - 1))] + 0.004
            s = rng.uniform(0.014, 0.032) * (1 + 3.2 * (base - 0.47) / 0.23)
            for k in range(3):
                trees.append(
                    [
                        (x - s * (0.16 + 0.07 * k), t - s * (0.62 - 0.30 * k)),
                        (x, t - s * (1.25 - 0.24 * k)),
                        (x + s * (0.16 + 0.07 * k), t - s * (0.62 - 0.30 * k)),
                    ]
                )
        blend(im, rgb("#4C5A66"), mask(w, h, trees) * (0.40 + 1.9 * (base - 0.47)))
        hills(im, top, colour, mist, 0.16)
    fence = []
    for k in range(15):
        x, s = 0.04 + k * 0.054, 1 + k * 0.10
        y = 0.865 - 0.004 * k + 0.012 * np.sin(k * 0.7)
        fence.append([(x, y), (x, y - 0.030 * s), (x + 0.0032 * s, y - 0.030 * s), (x + 0.0032 * s, y)])
    blend(im, rgb("#5B6670"), mask(w, h, fence) * 0.9)
    flakes = np.zeros((h, w), dtype=np.float32)
    yy, xx = np.mgrid[-12:13, -12:13]
    for _ in range(420):
        r, px, py = rng.uniform(0.8, 3.4) * h / 1067, int(rng.uniform(13, w - 13)), int(rng.uniform(13, h - 13))
        spot = smooth((r - np.hypot(xx, yy)) / 1.6 + 0.5) * rng.uniform(0.35, 0.9)
        flakes[py - 12 : py + 13, px - 12 : px + 13] = np.maximum(flakes[py - 12 : py + 13, px - 12 : px + 13], spot)
    blend(im, rgb("#FFFFFF"), flakes)
    return paper(im, rng)


def orchard(w, h, rng):
    """The orchards behind the town in October."""
    im = wash(w, h, [(0, "#D9B98A"), (0.35, "#F3DDAE"), (1, "#EFD29A")])
    glow(im, 0.22, 0.25, 0.3, "#FFF3CF", 0.8)
    hills(im, 0.40 - 0.05 * line(rng, w, 2), "#A9925E", "#D8BE82", 0.3)
    for row, (base, size, tone) in enumerate(
        [(0.47, 0.017, 0.55), (0.53, 0.024, 0.65), (0.61, 0.034, 0.78), (0.72, 0.049, 0.9), (0.87, 0.070, 1.0)]
    ):
        top = base - 0.03 * line(rng, w, 1.6)
        hills(im, top, ["#B7A05C", "#A8924C", "#97813D", "#846B30", "#6D5524"][row], "#C7A95F", 0.45)
        for x in np.arange(rng.uniform(0, 0.04), 1.03, size * 1.5):
            t = top[min(int(max(x, 0) * (w - 1)), w - 1)]
            colour = rng.choice(["#A8552F", "#C77B33", "#D5A54A", "#8C4426", "#7D7A36"])
            size_here = size * rng.uniform(0.8, 1.1)
            blend(im, rgb("#4A3320"), mask_rect(im, x - 0.0016, t - size_here * 0.5, 0.0032, size_here * 0.75) * tone)
            spot(im, x, t - size_here * 0.85, size_here * 0.72, colour, tone)
            spot(im, x - size_here * 0.14, t - size_here * 1.0, size_here * 0.40, "#F0C878", 0.30 * tone)
    return paper(im, rng)


def spot(im, x, y, r, colour, alpha):
    """A disc painted in its own small window, for pictures with hundreds of them."""
    h, w, _ = im.shape
    pad = int(r * h) + 3
    cx, cy = int(x * w), int(y * h)
    x0, x1, y0, y1 = max(cx - pad, 0), min(cx + pad, w), max(cy - pad, 0), min(cy + pad, h)
    if x0 < x1 and y0 < y1:
        yy, xx = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        blend(im[y0:y1, x0:x1], rgb(colour), alpha * smooth((r * h - np.hypot(xx - cx, yy - cy)) / 2 + 0.5))
