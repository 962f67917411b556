"""Three short pieces for bells and a slow reed, written as sums of partials; `lame` or `ffmpeg` makes the MP3."""

import shutil
import subprocess
import tempfile
import wave
from pathlib import Path

import numpy as np

RATE = 32_000
PARTIALS = [
    (0.5, 0.35, 1.0),
    (1.0, 1.0, 0.8),
    (1.19, 0.22, 0.55),
    (1.56, 0.16, 0.45),
    (2.0, 0.32, 0.40),
    (2.74, 0.10, 0.22),
    (3.0, 0.08, 0.2),
    (4.07, 0.05, 0.12),
]


def bell(out, start, pitch, loud, ring=2.2):
    t = np.arange(len(out) - int(start * RATE)) / RATE
    voice = sum(a * np.sin(2 * np.pi * pitch * r * t + r) * np.exp(-t / (ring * d)) for r, a, d in PARTIALS)
    out[int(start * RATE) :] += loud * voice * np.clip(t / 0.006, 0, 1)


def breath(out, start, length, pitch, loud):
    t = np.arange(int(length * RATE)) / RATE
    shape = np.sin(np.pi * t / length) ** 1.5
    voice = sum(np.sin(2 * np.pi * pitch * k * t + 0.3 * np.sin(2 * np.pi * 0.7 * t)) / k**2 for k in (1, 2, 3))
    begin = int(start * RATE)
    out[begin : begin + len(t)] += loud * shape * voice


def tones():
    """Name → samples. Each ends in silence."""
    lamp, tide, geese = (np.zeros(int(s * RATE)) for s in (7.0, 7.0, 6.5))
    for start, pitch, loud in [(0.0, 293.66, 0.5), (1.1, 440.0, 0.42), (2.2, 369.99, 0.40), (3.7, 587.33, 0.25)]:
        bell(lamp, start, pitch, loud)
    for start, pitch, loud in [
        (0.0, 196.0, 0.5),
        (0.9, 246.94, 0.38),
        (1.8, 293.66, 0.36),
        (2.7, 246.94, 0.32),
        (3.6, 196.0, 0.40),
    ]:
        bell(tide, start, pitch, loud, 2.8)
    breath(tide, 0.3, 5.5, 98.0, 0.18)
    for start, pitch, loud in [
        (0.0, 659.26, 0.30),
        (0.28, 587.33, 0.26),
        (1.5, 523.25, 0.30),
        (1.78, 587.33, 0.24),
        (3.0, 440.0, 0.32),
    ]:
        bell(geese, start, pitch, loud, 1.6)
    return {"lamp": lamp, "tide": tide, "geese": geese}


def write(folder):
    lame, ffmpeg = shutil.which("lame"), shutil.which("ffmpeg")
    if not (lame or ffmpeg):
        print("no lame or ffmpeg: the tones stay as they are")
        return
    for name, samples in tones().items():
        fade = np.clip((len(samples) - np.arange(len(samples))) / (1.2 * RATE), 0, 1)
        samples = samples * fade / np.abs(samples).max() * 0.6
        with tempfile.TemporaryDirectory() as work:
            wav, mp3 = f"{work}/{name}.wav", Path(folder) / f"{name}.mp3"
            with wave.open(wav, "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes((samples * 32767).astype("<i2").tobytes())
            if lame:
                subprocess.run([lame, "--quiet", "-m", "m", "-b", "56", "-t", wav, str(mp3)], check=True)
            else:
                subprocess.run(
                    [ffmpeg, "-v", "error", "-y", "-i", wav, "-b:a", "56k", "-map_metadata", "-1", str(mp3)], check=True
                )
