// The view Screen: a live picture that accepts taps, and the display's settings.
import { act, command, on, pause, picture, request, tell } from "./api.js";
import { make, part, setText, show } from "./elements.js";
import { Level } from "./slider.js";
import { fill, onChoice } from "./tracks.js";
import { beside, bitrate, t } from "./words.js";

/** Updates an `img` with screenshots while it is enabled and the page is visible. */
export class LivePicture {
  constructor(image, { width, gap, say = () => {} }) {
    Object.assign(this, { image, width, gap, say });
    this.turn = null;
    this.isWanted = false;
    document.addEventListener("visibilitychange", () => this.look());
  }

  start() { this.isWanted = true; this.look(); }
  stop() { this.isWanted = false; this.look(); }

  look() {
    const isDue = this.isWanted && !document.hidden;
    if (isDue === Boolean(this.turn)) return;
    this.turn?.abort();
    this.turn = isDue ? new AbortController() : null;
    if (isDue) this.run(this.turn.signal);
  }

  async run(signal) {
    while (!signal.aborted) {
      const begun = performance.now();
      let rest = this.gap;
      try {
        const url = await picture("screenshot", { width: this.width }, signal);
        if (signal.aborted) return URL.revokeObjectURL(url);
        show(this.image, url);
        this.say("");
      } catch (why) {
        if (signal.aborted) return;
        rest = 2_000;
        // While the player is busy, the previous picture stays.
        if (why.status !== 503) this.say(why.message);
      }
      await pause(Math.max(rest - (performance.now() - begun), 200));
    }
  }
}

const frame = part("live");
const image = frame.querySelector("img");
const live = new LivePicture(image, {
  width: 960, gap: 800,
  say(words) {
    setText(part("live-words"), words);
    image.classList.toggle("stale", Boolean(words));
  },
});
image.onload = () => frame.style.setProperty("--ratio", (image.naturalWidth / image.naturalHeight).toFixed(4));
export function seeScreen(isSeen) {
  if (!isSeen) return live.stop();
  live.start();
  askDevices();
}

const aim = { x: 0.5, y: 0.5 };
function mark(element, { x, y }) {
  element.style.setProperty("--x", x);
  element.style.setProperty("--y", y);
}

async function tap(place) {
  const ripple = part("ripple");
  mark(ripple, place);
  ripple.getAnimations?.().forEach((old) => old.cancel());
  ripple.classList.remove("go");
  void ripple.offsetWidth; // restarts the animation
  ripple.classList.add("go");
  try {
    await request("touch", { method: "POST", json: { x: round(place.x), y: round(place.y) } });
  } catch (why) { tell("refused", why); }
}
const round = (part) => Math.round(part * 10_000) / 10_000;

frame.addEventListener("click", (event) => {
  if (image.hidden) return;
  if (event.detail === 0) return tap(aim); // by keyboard
  const box = image.getBoundingClientRect();
  tap({ x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
});

// Arrow keys move a cross over the picture; Enter taps there.
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
frame.addEventListener("keydown", (event) => {
  const way = arrows[event.key];
  if (!way) return;
  event.preventDefault();
  const far = event.shiftKey ? 0.1 : 0.025;
  aim.x = Math.min(Math.max(aim.x + way[0] * far, 0), 1);
  aim.y = Math.min(Math.max(aim.y + way[1] * far, 0), 1);
  part("aim").hidden = false;
  mark(part("aim"), aim);
});
frame.addEventListener("blur", () => { part("aim").hidden = true; });

/** A segmented control. */
function segments(id, values, send) {
  const group = make("div.segments");
  for (const [value, words] of values) {
    const input = make("input", { type: "radio", name: id, value });
    input.onchange = async () => { if (!await send(value)) select(id, status[id]); };
    group.append(make("label", {}, input, make("span", { textContent: words })));
  }
  part(id).append(group);
}
let status = null;
function select(id, value) {
  const input = part(id).querySelector(`input[value="${value}"]`);
  if (input && !input.checked) input.checked = true;
}
const quarters = [0, 90, 180, 270].map((degrees) => [degrees, `${degrees}°`]);
segments("rotation", quarters, (degrees) => act("rotate", degrees));
const fits = ["contain", "cover", "stretch"].map((word) => [word, t(word)]);
segments("gravity", fits, (word) => act("gravity", word));
onChoice(part("quality"), (word) => act("quality", word));

/** The sound devices of the machine, read when the view opens. */
let devices = [];
async function askDevices() {
  // A role that may not choose sees the choice only.
  try { devices = (await (await command("audio-device")).json()).data.devices; } catch { return; }
  if (status) drawDevices();
}
function drawDevices() {
  const { choice } = status.sound;
  const words = new Map([["auto", t("automatic")], ["none", t("noSound")]]);
  for (const { device, monitor, card } of devices) words.set(device, beside(monitor ?? card, device));
  if (!words.has(choice)) words.set(choice, choice);
  fill(part("audio-device"), [...words], choice);
}
onChoice(part("audio-device"), (name) => act("audio-device", name));

const brightness = new Level("brightness", (value) => act("display", "brightness", Math.round(value * 100)));
part("power").onclick = () => act("display", status?.power === "off" ? "on" : "off");

function qualities({ encodings, quality }) {
  const words = new Map([["auto", t("automatic")], ["highest", t("highest")]]);
  const offered = encodings?.offered ?? [2160, 1080, 720, 480].map((height) => ({ height }));
  for (const { height, bandwidth } of offered) {
    if (!height || words.has(`${height}p`)) continue;
    words.set(`${height}p`, beside(`${height}p`, bandwidth && bitrate(bandwidth)));
  }
  words.set("lowest", t("lowest"));
  if (quality && !words.has(String(quality))) words.set(String(quality), String(quality));
  return [...words];
}

on("status", (news) => {
  status = news;
  part("power").setAttribute("aria-checked", status.power !== "off");
  brightness.draw((status.brightness ?? 100) / 100);
  select("rotation", status.rotation);
  select("gravity", status.gravity);
  fill(part("quality"), qualities(status), status.quality ?? "auto");
  drawDevices();
  frame.classList.toggle("dark", status.power === "off");
});
