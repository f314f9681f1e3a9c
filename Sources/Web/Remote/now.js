// The view Now: picture, name and state of the current item, playback buttons, and volume.
import { act, on, picture } from "./api.js";
import { part, setIcon, setLabel, setText, show, toast } from "./elements.js";
import { LivePicture } from "./screen.js";
import { drawTimeline, Level, thumbnail } from "./slider.js";
import { drawTracks } from "./tracks.js";
import { beside, clock, t } from "./words.js";

let status = null;
let place = null;

export const nameOf = (item) => item.title || item.item || item.location || "";
const isGoing = () => !status.paused && ["opening", "buffering", "playing"].includes(status.phase);

/** A short label for the state; empty during normal playback. */
function stateWord() {
  if (status.phase === "opening" || status.waiting === "opening") return t("opening");
  // A slow seek is indicated by the spinner.
  const isLoading = status.phase === "buffering" || status.waiting;
  if (isLoading && status.waiting !== "seeking") return t("buffering");
  if (status.paused && ["playing", "buffering"].includes(status.phase)) return t("paused");
  if (status.live && !status.live.shifted) return t("live");
  return "";
}

/** Why there is no picture, and a button that helps. */
function message() {
  if (status.power === "off") return [t("displayOff"), t("turnOn"), () => act("display", "on"), "power"];
  if (status.phase === "failed") return [status.error ?? t("failed"), t("tryAgain"), () => act("play"), "alert"];
  if (["ended", "idle", "failed"].includes(status.phase) && status.schedule?.programme === false) {
    const why = status.phase === "failed" ? status.error ?? t("failed") : t("idle");
    return [why, t("toProgramme"), () => act("programme"), "check"];
  }
  if (status.phase === "ended") return [t("ended"), t("playAgain"), () => act("play"), "check"];
  if (status.phase === "idle") return ["", t("toQueue"), () => { location.hash = "queue"; }, "film"];
  return null;
}

/** The item that could not be played, the reason, and the current item. */
function failureWords() {
  const { item, error } = status.failure;
  const why = t("cannotPlay", { name: item, why: error });
  return status.item ? `${why} ${t("playsInstead", { name: nameOf(status) })}` : why;
}

function about() {
  const words = [];
  if (status.title && status.item && status.title !== status.item) words.push(status.item);
  if (status.live) {
    const { latency, rate, shifted } = status.live;
    if (latency !== null && !shifted) words.push(t("latency", { seconds: latency.toFixed(1) }));
    if (latency !== null && shifted) words.push(t("behind", { time: clock(latency) }));
    if (rate && Math.abs(rate - 1) > 0.001) words.push(`${rate.toFixed(2)}×`);
  }
  if (place) words.push(t("place", place));
  return beside(...words);
}

function drawState() {
  const word = stateWord();
  const isWaiting = Boolean(status.waiting) || status.phase === "opening" || status.phase === "buffering";
  const news = message();
  part("state").hidden = !word || Boolean(news);
  part("state").classList.toggle("on-air", Boolean(status.live) && word === t("live"));
  setText(part("state"), word);
  part("spinner").hidden = !isWaiting || Boolean(news);
  const trouble = status.warning ?? (status.failure ? failureWords() : "");
  part("trouble").hidden = !trouble || Boolean(news);
  setText(part("trouble"), trouble);
  part("message").hidden = !news;
  part("watch").hidden = Boolean(news) && !isWatching;
  if (!news) return;
  setText(part("message-words"), news[0]);
  setText(part("message-button"), news[1]);
  part("message-button").onclick = news[2];
  setIcon(part("message"), news[3]);
}

function drawButtons() {
  for (const button of [part("play"), part("mini-play")]) {
    setIcon(button, isGoing() ? "pause" : "play");
    setLabel(button, t(isGoing() ? "pause" : "play"));
  }
  const isOpen = status.position !== null && !["idle", "ended", "failed"].includes(status.phase);
  part("back").disabled = part("forward").disabled = !isOpen || (status.live && !status.live.window);
  part("mute").setAttribute("aria-pressed", status.muted);
  setIcon(part("mute"), status.muted ? "mute" : "sound");
  volume.draw(status.volume, status.muted ? "–" : undefined);
}

on("status", (news) => {
  const isOther = status?.entry !== news.entry || status?.location !== news.location;
  const failed = news.failure && JSON.stringify(news.failure) !== JSON.stringify(status?.failure);
  status = news;
  if (failed) toast(failureWords(), "error");
  drawNames();
  drawState();
  drawButtons();
  drawTimeline(status);
  drawTracks(status);
  if (isOther) findCover();
});
on("place", (news) => {
  place = news;
  if (status) drawNames();
});

function drawNames() {
  const name = nameOf(status) || t("idle");
  for (const id of ["title", "mini-title"]) setText(part(id), name);
  setText(part("about"), about());
  const state = message()?.[0] ?? stateWord();
  setText(part("mini-state"), state === name ? "" : state || (place ? t("place", place) : ""));
}

const watch = new LivePicture(part("cover"), { width: 640, gap: 1_500 });
const memory = "vitrine-watch";
let isWatching = false;
let search = 0;

/** Thumbnails are made on request, so this retries a few times at growing intervals. */
function findCover(tries = 0) {
  clearTimeout(search);
  if (isWatching) return;
  if (!tries) show(part("cover"), null);
  const use = () => { if (!isWatching) findCover(1); };
  const url = thumbnail(0.1, use);
  if (url) {
    part("cover").hidden = false;
    part("cover").src = url;
  } else if (status.live) search = setTimeout(findStill, 1_500);
  else if (tries < 6) search = setTimeout(() => findCover(tries + 1), 2_100 * Math.max(tries, 1));
}

/** Live streams have no thumbnails, so this takes a screenshot instead. */
async function findStill() {
  const url = await picture("screenshot", { width: 640 }).catch(() => null);
  if (url && status.live && !isWatching) show(part("cover"), url);
  else if (url) URL.revokeObjectURL(url);
}

function setWatching(wanted) {
  isWatching = wanted;
  part("watch").setAttribute("aria-pressed", wanted);
  try { sessionStorage.setItem(memory, wanted ? "1" : ""); } catch { /* until the page is closed */ }
  if (!wanted) {
    watch.stop();
    return findCover();
  }
  clearTimeout(search);
  watch.start();
}
part("watch").onclick = () => setWatching(!isWatching);

/** Fetches the picture only while it is visible. */
export function seeNow(isSeen) {
  if (isSeen && isWatching) watch.start();
  else watch.stop();
}
try { isWatching = sessionStorage.getItem(memory) === "1"; } catch { /* no storage */ }
part("watch").setAttribute("aria-pressed", isWatching);

for (const id of ["play", "mini-play"]) part(id).onclick = () => act(isGoing() ? "pause" : "play");
part("previous").onclick = () => act("previous");
part("next").onclick = () => act("next");
part("back").onclick = () => act("skip", -10);
part("forward").onclick = () => act("skip", 10);
part("mute").onclick = () => act("mute", status.muted ? "off" : "on");

const volume = new Level("volume", (value) => act("volume", value), (loud) => {
  // Turning the volume up also unmutes.
  if (status.muted && loud > 0) act("mute", "off");
});
