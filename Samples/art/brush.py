"""The brushes: small functions over float arrays (height, width, 3) in 0…1, all driven by a seeded generator."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter


def rgb(text):
    """`#RRGGBB` as three floats in 0…1."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float32) / 255


def smooth(x):
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def blend(image, colour, alpha):
    """Lays a colour (or a picture) over `image` in place, through a mask in 0…1."""
    image += (colour - image) * np.asarray(alpha, dtype=np.float32)[..., None]


def wash(width, height, stops):
    """A vertical gradient through `(position, colour)` stops."""
    y = np.linspace(0, 1, height)
    at = [s[0] for s in stops]
    columns = [np.interp(y, at, [rgb(s[1])[c] for s in stops]) for c in range(3)]
    return np.repeat(np.stack(columns, -1)[:, None, :], width, 1).astype(np.float32)


def texture(rng, size=512, slope=1.6):
    """A periodic cloud texture with mean 0 and deviation 1; `slope` is the fall of its spectrum."""
    f = np.hypot(*np.meshgrid(np.fft.fftfreq(size), np.fft.fftfreq(size)))
    f[0, 0] = 1
    spectrum = np.fft.fft2(rng.standard_normal((size, size))) / f**slope
    spectrum[0, 0] = 0
    t = np.fft.ifft2(spectrum).real
    return ((t - t.mean()) / t.std()).astype(np.float32)


def sample(tex, u, v):
    """Bilinear look-up with wrap-round; one unit of u or v is one texel."""
    n = tex.shape[0]
    u0, v0 = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    fu, fv = (u - u0).astype(np.float32), (v - v0).astype(np.float32)
    a, b = tex[v0 % n, u0 % n], tex[v0 % n, (u0 + 1) % n]
    c, d = tex[(v0 + 1) % n, u0 % n], tex[(v0 + 1) % n, (u0 + 1) % n]
    return (a * (1 - fu) + b * fu) * (1 - fv) + (c * (1 - fu) + d * fu) * fv


def line(rng, width, waves, slope=1.4):
    """A ridge line: `width` values near −1…1 with about `waves` hills; small hills get lower by `slope`."""
    x = np.linspace(0, 1, width)
    out, amp, f = np.zeros(width), 1.0, waves
    for _ in range(8):
        knots = rng.uniform(-1, 1, int(f) + 5)
        t = x * f + rng.uniform(0, 1)
        i = t.astype(int)
        p = smooth(t - i)
        out += amp * (knots[i] * (1 - p) + knots[i + 1] * p)
        amp /= 2**slope
        f *= 2
    return out / np.abs(out).max()


def hills(image, top, colour, mist=None, depth=0.2):
    """Fills below the line `top` (0…1 of the height); the fill fades into `mist` over `depth`."""
    h, w, _ = image.shape
    y = np.arange(h, dtype=np.float32)[:, None]
    edge = (top * h)[None, :].astype(np.float32)
    paint = np.broadcast_to(rgb(colour), image.shape)
    if mist is not None:
        fade = smooth((y - edge) / (depth * h))[..., None]
        paint = rgb(colour) * (1 - fade) + rgb(mist) * fade
    blend(image, paint, np.clip(y - edge + 0.5, 0, 1))


def glow(image, x, y, radius, colour, strength, power=2.0):
    """Soft light round a point; `x`, `y` in 0…1, `radius` in parts of the height."""
    h, w, _ = image.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    d = np.hypot(xx - x * w, yy - y * h) / (radius * h)
    blend(image, rgb(colour), strength / (1 + d**power * 4))


def disc(image, x, y, radius, colour, alpha=1.0, soft=1.5):
    h, w, _ = image.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    d = np.hypot(xx - x * w, yy - y * h)
    blend(image, rgb(colour), alpha * smooth((radius * h - d) / soft + 0.5))


def mask(width, height, polygons, blur=0.0, scale=3):
    """Anti-aliased polygons (points in 0…1) as a mask in 0…1."""
    m = Image.new("L", (width * scale, height * scale), 0)
    draw = ImageDraw.Draw(m)
    for points in polygons:
        draw.polygon([(px * width * scale, py * height * scale) for px, py in points], fill=255)
    m = m.resize((width, height), Image.LANCZOS)
    if blur:
        m = m.filter(ImageFilter.GaussianBlur(blur * height))
    return np.asarray(m, dtype=np.float32) / 255


def sea(image, rng, horizon, near, far, path=None, light="#FFF4DC", wide=0.12, strength=0.9):
    """Water from the horizon down, in perspective, with a path of light below `path` (x in 0…1)."""
    h, w, _ = image.shape
    y0 = int(horizon * h)
    yy, xx = np.mgrid[y0:h, 0:w].astype(np.float32)
    v = (yy - y0 + 1) / (h - y0)
    u = (xx / w - 0.5) * w / h
    tex = texture(rng, slope=1.1)
    reach = 1 / (0.05 + v)
    n = sample(tex, u * reach * 46, reach * 120) * 0.65 + sample(tex, u * reach * 19 + 90, reach * 61 + 40) * 0.5
    water = rgb(far) * (1 - smooth(v * 1.25))[..., None] + rgb(near) * smooth(v * 1.25)[..., None]
    water = water * (1 + 0.055 * n * (0.35 + v))[..., None]
    if path is not None:
        dx = (u - (path - 0.5) * w / h) / (wide * (0.5 + 1.6 * v))
        band = np.exp(-(dx**2))
        spark = smooth((n + band * 1.9 - 1.25) / 0.6) * band
        water += (rgb(light) - water) * (strength * np.clip(spark + 0.28 * band * (1 - v), 0, 1))[..., None]
    image[y0:h] = water


def paper(image, rng, grain=0.012, fibre=0.010, shade=0.10):
    """Finishes a picture: broad paper tone, fine grain, slightly darker corners."""
    h, w, _ = image.shape
    yy, xx = np.mgrid[0:h, 0:w].astype(np.float32)
    broad = sample(texture(rng, 256, 1.2), xx * 190 / h, yy * 190 / h)
    fine = rng.standard_normal((h, w)).astype(np.float32)
    fine = (fine + np.roll(fine, 1, 0) + np.roll(fine, 1, 1) + np.roll(fine, (1, 1), (0, 1))) / 6
    corner = 1 - shade * ((xx / w - 0.5) ** 2 + (yy / h - 0.5) ** 2) * 2
    return np.clip((image + (broad * fibre + fine * grain)[..., None]) * corner[..., None], 0, 1)


def picture(image):
    return Image.fromarray((np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8), "RGB")
