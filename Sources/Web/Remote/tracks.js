// Track selection and speed.
import { act, paced } from "./api.js";
import { make, part, setText } from "./elements.js";
import { beside, languageName, t } from "./words.js";

/** Fills a `select` with `[value, words]` pairs. Does not touch one that is open or was just changed. */
export function fill(select, options, current) {
  const signature = JSON.stringify(options);
  if (select.dataset.options !== signature) {
    select.dataset.options = signature;
    select.replaceChildren(...options.map(([value, textContent]) => make("option", { value, textContent })));
  }
  select.dataset.current = current;
  settle(select);
}
function settle(select) {
  if (performance.now() < Number(select.dataset.until ?? 0)) return;
  if (select.value !== select.dataset.current) select.value = select.dataset.current;
}

/** Sends the choice; the status confirms it a moment later. */
export function onChoice(select, send) {
  select.addEventListener("change", async () => {
    select.dataset.until = Infinity;
    select.dataset.until = await send(select.value) ? performance.now() + 1_000 : 0;
    setTimeout(settle, select.dataset.until === "0" ? 0 : 1_100, select);
  });
}

const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 3, 4];

function nameOf(track, number) {
  const language = track.language && languageName(track.language);
  const name = beside(track.title, language !== track.title && language) || t("track", { number });
  return track.forced ? `${name} (${t("forced")})` : name;
}

function fillTracks(select, kind, none, status) {
  const tracks = (status.tracks ?? []).filter((track) => track.kind === kind);
  const options = tracks.map((track, at) => [String(track.index), nameOf(track, at + 1)]);
  const chosen = (status.selected ?? []).find((track) => track.kind === kind);
  fill(select, [["none", none], ...options], chosen ? chosen.index : "none");
  select.disabled = tracks.length === 0;
}

export function drawTracks(status) {
  fillTracks(part("audio"), "audio", t("noSound"), status);
  fillTracks(part("sub"), "subtitle", t("off"), status);
  const all = rates.includes(status.rate) ? rates : [...rates, status.rate].sort((a, b) => a - b);
  fill(part("rate"), all.map((rate) => [String(rate), `${rate}×`]), status.rate);
  part("rate").disabled = Boolean(status.live);
  // Apply another client's change, unless the user is changing the value.
  if (Date.now() - touched > 1000 && delay !== status.subtitle_delay) {
    delay = status.subtitle_delay ?? 0;
    drawDelay();
  }
  part("delay").hidden = !(status.selected ?? []).some((track) => track.kind === "subtitle");
}

onChoice(part("audio"), (value) => act("audio", value === "none" ? value : Number(value)));
onChoice(part("sub"), (value) => act("sub", value === "none" ? value : Number(value)));
onChoice(part("rate"), (value) => act("rate", Number(value)));

let delay = 0;
let touched = 0;
const delays = paced((value) => act("subtitle-delay", value));
function shift(by) {
  delay = Math.round((delay + by) * 10) / 10;
  touched = Date.now();
  delays.push(delay);
  drawDelay();
}
function drawDelay() {
  const words = delay.toFixed(1).replace("-", "−");
  setText(part("delay-value"), `${delay > 0 ? "+" : ""}${words} s`);
}
part("sooner").onclick = () => shift(-0.1);
part("later").onclick = () => shift(0.1);
drawDelay();
