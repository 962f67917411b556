"""SVG line work, paper-cut backgrounds and the small Lottie: plain shapes and fills, nothing referenced."""

import json
import math

import numpy as np

from brush import line


def svg(width, height, body):
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n' + "\n".join("  " + b for b in body) + "\n</svg>\n"
    )


def path(d, stroke="none", width=2, fill="none", opacity=1):
    look = f'fill="{fill}"'
    if stroke != "none":
        look += f' stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    if opacity != 1:
        look += f' opacity="{opacity}"'
    return f'<path d="{d}" {look}/>'


def circle(x, y, r, stroke="none", width=2, fill="none", opacity=1):
    look = f'fill="{fill}"'
    if stroke != "none":
        look += f' stroke="{stroke}" stroke-width="{width}"'
    if opacity != 1:
        look += f' opacity="{opacity}"'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {look}/>'


def points(pairs, closed=True):
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in pairs) + (" Z" if closed else "")


def mix(a, b, t):
    pa, pb = ([int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in (a, b))
    return "#" + "".join(f"{round(x + (y - x) * t):02X}" for x, y in zip(pa, pb))


def lamp(ink, light):
    body = [
        circle(120, 120, 112, ink, 2.5),
        path("M108 196 L113 96 L127 96 L132 196 Z", ink, 2.5),
        path("M106 96 L134 96 M110 96 L110 78 L130 78 L130 96 M107 78 L120 64 L133 78 Z", ink, 2.5),
        circle(120, 87, 4.5, fill=light),
    ]
    body += [path(f"M{120 + s * 20} {87} L{120 + s * 88} {87 + k} ", light, 2.2) for s in (-1, 1) for k in (-26, 0, 26)]
    body += [path(f"M{52 + k * 6} {196 + k * 9} q17 -7 34 0 t34 0 t34 0 t{34 - k * 12} 0", ink, 2.2) for k in range(3)]
    return svg(240, 240, body)


def heron(ink, light):
    reeds = [
        path(f"M{x} 200 Q{x + b} {160} {x + b * 2.2} {top}", ink, 2.2)
        for x, b, top in ((58, -4, 118), (66, 3, 104), (76, 2, 128), (168, -3, 112), (178, 4, 98), (188, 2, 124))
    ]
    bird = [
        path("M112 200 L114 158 M126 200 L124 158", ink, 2.4),
        path("M92 150 Q104 126 128 130 Q150 136 152 150 Q136 164 112 160 Q98 158 92 150 Z", ink, 2.5),
        path("M142 136 Q160 122 150 104 Q140 88 150 76 Q156 70 164 73 L192 80 L163 82", ink, 2.5),
        circle(158, 76.5, 1.8, fill=ink),
    ]
    water = [path(f"M{60 + 8 * k} {202 + 8 * k} L{182 - 8 * k} {202 + 8 * k}", light, 2.2) for k in range(3)]
    return svg(240, 240, [circle(120, 120, 112, ink, 2.5), circle(84, 76, 15, fill=light)] + reeds + bird + water)


def boat(ink, light):
    ribs = [
        path(f"M{x} 138 Q{x + (120 - x) * 0.15} 166 {x + (120 - x) * 0.42} 176", ink, 1.8)
        for x in (72, 92, 112, 132, 152, 170)
    ]
    return svg(
        240,
        240,
        [
            circle(120, 120, 112, ink, 2.5),
            path("M48 132 Q120 150 196 126 Q184 170 150 178 L92 178 Q58 170 48 132 Z", ink, 2.6),
        ]
        + ribs
        + [
            path("M120 140 L120 58 M120 62 Q160 84 164 124 L120 130 Z", ink, 2.4),
            path("M114 72 Q92 96 88 126 L114 130 Z", light, 2.4),
            path("M40 192 L78 192 M96 192 L170 192 M186 192 L202 192", light, 2.2),
        ],
    )


def letters(ink, light):
    return svg(
        240,
        240,
        [
            circle(120, 120, 112, ink, 2.5),
            path("M34 152 L84 84 L106 112 L132 74 L206 152", ink, 2.5),
            path("M74 98 L84 84 L94 97 M119 93 L132 74 L149 92", light, 2.4),
            path("M74 138 L166 138 L166 194 L74 194 Z", ink, 2.5),
            path("M74 138 L120 172 L166 138", ink, 2.5),
            circle(120, 172, 6, fill=light),
            path("M86 206 q9 -5 17 0 t17 0 t17 0 t17 0", light, 2.2),
        ],
    )


def bench(ink, light):
    return svg(
        240,
        240,
        [
            circle(120, 120, 112, ink, 2.5),
            path(
                "M56 132 L184 132 M60 118 L180 118 M60 104 L180 104 M68 104 L68 178 "
                "M172 104 L172 178 M56 144 L184 144 M56 132 L56 144 M184 132 L184 144",
                ink,
                2.5,
            ),
            circle(120, 66, 20, light, 2.4),
            path("M120 53 L120 66 L129 71", light, 2.4),
            path("M30 190 q15 -7 30 0 t30 0 t30 0 t30 0 t30 0 t30 0", ink, 2.2),
        ],
    )


KNOT = (
    "M28 136 C70 136 84 76 124 76 C160 76 168 120 136 136 C104 152 78 128 96 102 "
    "C112 80 142 96 146 128 C150 160 128 176 104 168 C80 160 86 126 120 118 C156 110 176 128 212 116"
)


def knot(ink, light):
    return svg(
        240,
        240,
        [
            circle(120, 120, 112, ink, 2.5),
            path(
                KNOT,
                ink,
                9,
            ),
            path(
                KNOT,
                light,
                4,
            ),
        ],
    )


def layers(rng, width, height, sky, ridges, sun=None, extra=()):
    """A paper-cut landscape: bands of sky, a sun, then ridges from far to near."""
    bands = 60
    top = sum(1 for _ in ridges) and min(r[0] for r in ridges) + 0.10
    body = []
    for k in range(bands):
        t = k / (bands - 1) * (len(sky) - 1)
        i = min(int(t), len(sky) - 2)
        y = height * top * k / bands
        body.append(
            f'<rect x="0" y="{y:.1f}" width="{width}" height="{height * top / bands + 1.5:.1f}" '
            f'fill="{mix(sky[i], sky[i + 1], t - i)}"/>'
        )
    if sun:
        x, y, r, colour = sun
        body += [
            circle(x * width, y * height, r * height * s, fill=colour, opacity=o)
            for s, o in ((2.6, 0.10), (1.8, 0.16), (1.0, 0.95))
        ]
    for base, amp, waves, colour in ridges:
        n = 60
        edge = base - amp * line(rng, n, waves, 1.6)
        x = np.linspace(0, width, n)
        d = f"M0 {height} L0 {edge[0] * height:.1f}"
        for k in range(1, n - 1):
            middle = ((x[k] + x[k + 1]) / 2, (edge[k] + edge[k + 1]) / 2 * height)
            d += f" Q{x[k]:.0f} {edge[k] * height:.1f} {middle[0]:.0f} {middle[1]:.1f}"
        body.append(path(d + f" L{width} {edge[-1] * height:.1f} L{width} {height} Z", fill=colour))
    return svg(width, height, body + list(extra))


def portal(ground, ridges, light, detail):
    """A theme's door: an arch with its landscape inside."""
    arch = "M40 220 L40 104 A80 80 0 0 1 200 104 L200 220 Z"
    body = [path(arch, fill=ground), circle(*light[:2], 20, fill=light[2])]
    for level, lift, colour in ridges:
        body.append(
            path(
                f"M40 220 L40 {level} C80 {level - lift} 100 {level + lift} 130 {level} "
                f"S180 {level - lift} 200 {level - lift * 0.3:g} L200 220 Z",
                fill=colour,
            )
        )
    return svg(240, 240, body + detail + [path(arch, ridges[-1][2], 5), path("M28 222 L212 222", ridges[-1][2], 5)])


def waves(colour, count, width, height, top):
    return [
        path(
            f"M{-40 + 23 * (k % 3)} {height * (top + 0.05 * k):.0f} "
            + "q30 -9 60 0 t60 0 "
            + "t60 0 " * int(width / 60),
            colour,
            1.6 + 0.25 * k,
            opacity=round(0.25 + 0.06 * k, 2),
        )
        for k in range(count)
    ]


def stalks(rng, colour, count, width, height, top):
    out = []
    for _ in range(count):
        x, tall, bend = rng.uniform(0, width), rng.uniform(0.06, 0.16) * height, rng.uniform(-16, 16)
        out.append(
            path(
                f"M{x:.0f} {height} Q{x:.0f} {height * top:.0f} {x + bend:.0f} {height * top - tall:.0f}",
                colour,
                2,
                opacity=round(rng.uniform(0.35, 0.8), 2),
            )
        )
    return out


def breathing(colour, seconds=6):
    """A ring that opens and closes once in `seconds`: one shape layer, no expressions, no assets."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    rate = 30
    last = seconds * rate
    ease = {"i": {"x": [0.4], "y": [1]}, "o": {"x": [0.6], "y": [0]}}

    def keys(a, b):
        return {"a": 1, "k": [{"t": 0, "s": a, **ease}, {"t": last // 2, "s": b, **ease}, {"t": last, "s": a}]}

    def fixed(v):
        return {"a": 0, "k": v}

    def ring(index, a, b, opacity):
        return {
            "ddd": 0,
            "ind": index,
            "ty": 4,
            "nm": f"ring {index}",
            "sr": 1,
            "ip": 0,
            "op": last,
            "st": 0,
            "bm": 0,
            "ks": {
                "o": keys([opacity], [opacity / 2]),
                "r": fixed(0),
                "p": fixed([120, 120, 0]),
                "a": fixed([0, 0, 0]),
                "s": keys([a, a, 100], [b, b, 100]),
            },
            "shapes": [
                {
                    "ty": "gr",
                    "nm": "g",
                    "it": [
                        {"ty": "el", "nm": "e", "p": fixed([0, 0]), "s": fixed([120, 120])},
                        {
                            "ty": "st",
                            "nm": "s",
                            "c": fixed([round(red, 3), round(green, 3), round(blue, 3), 1]),
                            "o": fixed(100),
                            "w": fixed(3),
                            "lc": 2,
                            "lj": 2,
                        },
                        {
                            "ty": "tr",
                            "p": fixed([0, 0]),
                            "a": fixed([0, 0]),
                            "s": fixed([100, 100]),
                            "r": fixed(0),
                            "o": fixed(100),
                        },
                    ],
                }
            ],
        }

    whole = {
        "v": "5.7.0",
        "fr": rate,
        "ip": 0,
        "op": last,
        "w": 240,
        "h": 240,
        "nm": "breathing",
        "ddd": 0,
        "assets": [],
        "layers": [ring(1, 100, 128, 80), ring(2, 72, 100, 50), ring(3, 44, 72, 30)],
    }
    return json.dumps(whole, separators=(",", ":")) + "\n"


def spiral(n, r):
    return [
        (120 + r * math.sqrt(k / n) * math.cos(k * 2.39996), 96 + r * math.sqrt(k / n) * math.sin(k * 2.39996))
        for k in range(n)
    ]
