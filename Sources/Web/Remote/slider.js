// Sliders, and the timeline with its thumbnails.
import { act, command, paced, picture } from "./api.js";
import { part, setText } from "./elements.js";
import { clock, percent, t } from "./words.js";

/**
 * A slider: a line to drag, and an `input` for keys and screen readers. Dragging does not use the
 * input, because Safari on phones ignores taps on its track.
 */
export class Slider {
  constructor(line, { begin = () => {}, move, end = () => {}, step }) {
    this.line = line;
    this.input = line.querySelector("input");
    this.isDragged = false;
    const at = (event) => {
      const { left, width } = line.getBoundingClientRect();
      const along = Math.min(Math.max((event.clientX - left) / width, 0), 1);
      return getComputedStyle(line).direction === "rtl" ? 1 - along : along;
    };
    line.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.input.matches(":disabled")) return;
      event.preventDefault();
      line.setPointerCapture(event.pointerId);
      this.input.focus({ preventScroll: true, focusVisible: false });
      this.isDragged = true;
      begin();
      move(at(event));
    });
    line.addEventListener("pointermove", (event) => { if (this.isDragged) move(at(event)); });
    const release = () => {
      if (!this.isDragged) return;
      this.isDragged = false;
      end();
    };
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
      line.addEventListener(name, release);
    }
    this.input.addEventListener("input", () => step(Number(this.input.value)));
    this.at = at;
  }

  /** Draws the slider; screen readers announce `value` and `words`. */
  draw(along, value, words) {
    this.line.style.setProperty("--along", along.toFixed(4));
    if (document.activeElement !== this.input || Math.abs(this.input.value - value) >= this.input.step) {
      this.input.value = value;
    }
    if (this.input.getAttribute("aria-valuetext") !== words) this.input.setAttribute("aria-valuetext", words);
  }
}

/** A slider from 0 to 1, which shows the value set by the user until the player confirms it. */
export class Level {
  constructor(name, send, end = () => {}) {
    Object.assign(this, { line: part(name), told: 1, wanted: null, until: 0 });
    const sends = paced(send);
    const set = (along) => {
      [this.wanted, this.until] = [Math.round(along * 100) / 100, performance.now() + 1_500];
      sends.push(this.wanted);
      this.redraw();
      setTimeout(() => this.redraw(), 1_600);
    };
    this.slider = new Slider(this.line, {
      move: set, end: () => end(this.wanted), step: (value) => set(value / 100),
    });
  }

  /** Draws the player's value; `words` replace it if it is not a level. */
  draw(told, words) {
    Object.assign(this, { told, words });
    this.redraw();
  }

  redraw() {
    const isHeld = this.slider.isDragged || performance.now() < this.until;
    const value = isHeld ? this.wanted : this.told;
    this.line.classList.toggle("dim", Boolean(this.words));
    this.slider.draw(value, Math.round(value * 100), percent(value));
    setText(this.line.nextElementSibling, this.words ?? percent(value));
  }
}

const bubble = part("bubble");
let status = null, arrived = 0;
let held = null; // the position set by the user, until the player has reached it
let scrub = Promise.resolve(true);
let moves = null, renewal = null;
// The player ends a scrub after 90 s without a move, in case the client has disconnected.
const restless = 25_000;

/** The time range of the line; null if the item is not seekable. */
function bounds() {
  if (status?.live) return status.live.window && [status.live.window.from, status.live.window.to];
  return status?.duration > 0 && status.position !== null ? [0, status.duration] : null;
}

const isRunning = () => status?.phase === "playing" && !status.paused && !status.waiting;

function position() {
  if (held) return held.position;
  const since = isRunning() ? (performance.now() - arrived) / 1000 : 0;
  // Extrapolate no further than the next status should take.
  return (status?.position ?? 0) + Math.min(since, 2) * (status?.rate ?? 1);
}

const timeAt = (along) => {
  const [from, to] = bounds() ?? [0, 0];
  return Math.round((from + along * (to - from)) * 100) / 100;
};

const line = new Slider(part("timeline"), {
  begin() {
    // A new drag waits until the end of the previous one was sent.
    scrub = scrub.then(() => act("scrub-begin"));
    moves = paced((time) => command("scrub-move", time).catch(() => {}));
    const mine = moves;
    renewal = setInterval(() => scrub.then((begun) => { if (begun && held) mine.push(held.position); }), restless);
  },
  move(along) {
    const time = timeAt(along), mine = moves;
    held = { position: time, until: Infinity };
    scrub.then((begun) => { if (begun) mine.push(time); });
    point(along);
    draw();
  },
  end() {
    const mine = moves;
    clearInterval(renewal);
    bubble.hidden = true;
    scrub = scrub.then(async (begun) => {
      await mine.settled();
      if (begun) await act("scrub-end");
      if (!line.isDragged) letGo();
    });
  },
  step(time) {
    held = { position: time, until: Infinity };
    seeks.push(time);
    seeks.settled().then(letGo);
    draw();
  },
});
const seeks = paced((time) => act("seek", time));

/** Called when the player has the position; an older status may still arrive. */
function letGo() { if (held) held.until = performance.now() + 600; }

part("timeline").addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse" && bounds() && !line.isDragged) point(line.at(event));
});
part("timeline").addEventListener("pointerleave", () => { if (!line.isDragged) bubble.hidden = true; });

/** Shows the time, and the thumbnail if there is one, above a position on the line. */
function point(along) {
  const range = bounds();
  if (!range) return;
  bubble.hidden = false;
  bubble.style.setProperty("--at", along.toFixed(4));
  const time = timeAt(along);
  setText(bubble.querySelector("span"), status.live ? `−${clock(range[1] - time)}` : clock(time));
  const image = bubble.querySelector("img");
  const url = thumbnail(along, () => { if (!bubble.hidden) point(along); });
  image.hidden = !url;
  if (url && image.src !== url) image.src = url;
}

let film = null;
const thumbnails = new Map();
let isFetching = false;

/** Returns the thumbnail near this fraction of the item, or null and calls `ready` when it is there. */
export function thumbnail(along, ready) {
  const at = Math.round(along * 20) / 20;
  const known = thumbnails.get(at);
  if (known?.url) return known.url;
  const isEarly = known && performance.now() - known.asked < 2_000;
  if (!status?.duration || isFetching || isEarly) return null;
  const mine = film;
  isFetching = true;
  picture("thumbnail", { at })
    .catch(() => null)
    .then((url) => {
      isFetching = false;
      if (film !== mine) return URL.revokeObjectURL(url);
      thumbnails.set(at, { url, asked: performance.now() });
      if (url) ready();
    });
  return null;
}

function changeFilm(name) {
  film = name;
  for (const { url } of thumbnails.values()) if (url) URL.revokeObjectURL(url);
  thumbnails.clear();
  bubble.hidden = true;
  if (!line.isDragged) held = null;
}

export function drawTimeline(news) {
  status = news;
  arrived = performance.now();
  const name = `${status.entry} ${status.location}`;
  if (name !== film) changeFilm(name);
  draw();
}

/** The labels of a live stream: the length of its window, and the delay behind the live edge. */
function edges(from, to, now) {
  const isBehind = status.live.shifted || line.isDragged;
  return [to > from ? `−${clock(to - from)}` : "", isBehind ? `−${clock(to - now)}` : t("live")];
}

function draw() {
  if (held && performance.now() > held.until) held = null;
  const range = bounds(), live = status?.live;
  line.input.disabled = !range;
  part("timeline").classList.toggle("off", !range);
  const [from, to] = range ?? [0, 0];
  const now = range ? Math.min(Math.max(position(), from), to) : position();
  const along = to > from ? (now - from) / (to - from) : 0;
  line.input.min = from;
  line.input.max = to;
  line.input.step = to - from > 120 ? 5 : 1;
  const film = () => [status.position === null ? "" : clock(now), range ? clock(to) : ""];
  const [left, right] = live ? edges(from, to, now) : film();
  setText(part("elapsed"), left);
  setText(part("remaining"), right);
  part("to-live").hidden = !(live?.shifted && range);
  line.draw(along, now, live ? t("behind", { time: clock(to - now) }) : `${clock(now)} / ${clock(to)}`);
  document.documentElement.style.setProperty("--played", along.toFixed(4));
}

part("to-live").onclick = () => { const range = bounds(); if (range) act("seek", range[1]); };
setInterval(() => { if (status && !document.hidden && (held || isRunning())) draw(); }, 250);
// If the page closes during a drag, nothing else ends the scrub.
addEventListener("pagehide", () => { if (line.isDragged) command("scrub-end").catch(() => {}); });
