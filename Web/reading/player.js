/** Puts a quiet player in place of the browser's own: a button, where it is, how long. */
export function offerSound() {
  for (const frame of document.querySelectorAll("[data-player]")) new Player(frame);
}

class Player {
  constructor(frame) {
    this.words = frame.dataset;
    this.audio = frame.querySelector("audio");
    this.button = Object.assign(document.createElement("button"), { type: "button", ariaLabel: this.words.play });
    this.button.append(document.createElement("span"));
    this.slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 1000, value: 0, ariaLabel: this.words.position });
    this.time = Object.assign(document.createElement("output"), { ariaLive: "off" });

    const voice = Object.assign(document.createElement("div"), { className: "voice" });
    voice.append(this.button, this.slider, this.time);
    this.audio.controls = false;
    frame.append(voice);

    this.button.addEventListener("click", () => this.toggle());
    this.slider.addEventListener("input", () => this.seek());
    for (const event of ["play", "pause", "ended"]) this.audio.addEventListener(event, () => this.show());
    for (const event of ["timeupdate", "durationchange"]) this.audio.addEventListener(event, () => this.showTime());
    this.audio.addEventListener("error", () => { this.button.disabled = this.slider.disabled = true; });
    // Sound is not kept on the device.
    const reach = () => { this.button.disabled = this.slider.disabled = !navigator.onLine && this.audio.readyState < 3; };
    addEventListener("online", reach);
    addEventListener("offline", reach);
    reach();
  }

  toggle() {
    if (!this.audio.paused) return this.audio.pause();
    for (const other of document.querySelectorAll("audio")) if (other !== this.audio) other.pause();
    this.audio.play().catch(() => {});
  }

  seek() {
    if (this.audio.duration) this.audio.currentTime = (this.slider.value / 1000) * this.audio.duration;
  }

  show() {
    const playing = !this.audio.paused;
    this.button.ariaLabel = playing ? this.words.pause : this.words.play;
    this.button.toggleAttribute("data-playing", playing);
  }

  showTime() {
    const { currentTime, duration } = this.audio;
    const played = duration ? currentTime / duration : 0;
    this.slider.value = Math.round(played * 1000);
    this.slider.style.setProperty("--played", `${played * 100}%`);
    this.slider.ariaValueText = clock(currentTime);
    this.time.textContent = clock(currentTime > 0 || !duration ? currentTime : duration);
  }
}

function clock(seconds) {
  const whole = Math.floor(seconds || 0);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
