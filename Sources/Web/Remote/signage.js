// The view Signage: why the current item is on screen, the emergency override, and content updates.
import { get, on, request } from "./api.js";
import { ask, part, setText, toast } from "./elements.js";
import { fillList } from "./machine.js";
import { nameOf } from "./now.js";
import { fill } from "./tracks.js";
import { beside, bytes, lasting, moment, number, span, t, when } from "./words.js";

let mayControl = false;
let status = null;

/** Shown only for a service, which has a schedule. */
export async function openSignage(role) {
  mayControl = role !== "view";
  part("override").hidden = !mayControl;
  const { schedule } = await get("status").catch(() => ({}));
  part("signage-tab").hidden = !schedule;
}

on("status", (news) => {
  status = news;
  if (!status.schedule) return;
  drawShown(status);
  drawStanding(status.override);
  drawContent(status.content);
});

// The current and the next item.

function levelWord({ level, scheduled }) {
  if (level === null) return t("levelNothing");
  if (level === "rest") return t(scheduled ? "levelRest" : "levelList");
  const priority = /^priority (-?\d+)$/.exec(level)?.[1];
  if (priority) return t("levelPriority", { priority });
  const words = { override: "levelOverride", exclusive: "levelExclusive", scheduled: "levelScheduled", fill: "levelFill" };
  return words[level] ? t(words[level]) : level;
}

/** The remaining time of the item, in seconds; null if it has no end or is paused. */
function rest({ position, duration, rate, paused, live }) {
  return duration === null || position === null || paused || live ? null : Math.max(duration - position, 0) / rate;
}

function next({ schedule }) {
  if (!schedule.next) return null;
  const seconds = rest(status);
  return beside(schedule.next, seconds === null ? null : t("inTime", { time: span(seconds) }));
}

function drawShown(status) {
  const { schedule } = status;
  setText(part("signage-list"), schedule.list);
  // The override's own card covers this.
  part("shown-card").hidden = Boolean(status.override?.shown);
  setText(part("level"), levelWord(schedule));
  setText(part("shown"), schedule.level === null ? t("nothingShown") : nameOf(status) || t("idle"));
  setText(part("why"), schedule.scheduled ? t(`why-${schedule.reason}`) : "");
  fillList(part("coming"), [
    [t("comes"), next(status)],
    [t("changes"), schedule.change && when(schedule.change)],
    [t("clock"), schedule.clock ? null : t("clockUnset")],
  ]);
}

// The emergency override.

function drawStanding(override) {
  part("standing").hidden = !override;
  setText(part("override-word"), t(override ? "overrideOther" : "overrideBegin"));
  if (!override) return;
  setText(part("standing-name"), override.content);
  const { remaining } = override;
  const left = t("timeLeft", { time: span(remaining < 60 ? remaining : Math.ceil(remaining / 60) * 60) });
  const end = override.end && t("until", { time: when(override.end) });
  setText(part("standing-end"), `${beside(override.id, end, left)}\n${override.shown ? t("listGoesOn") : ""}`);
  const troubles = [!override.shown && (override.error ?? t("overrideReading")), !override.persistent && t("overrideLoose")];
  const words = troubles.filter(Boolean).join("\n");
  part("standing-trouble").hidden = !words;
  setText(part("standing-trouble"), words);
}

part("override-end").onclick = async () => {
  const { id } = status.override;
  if (!await ask(t("overrideQuestion", { name: id }), t("overrideEnd"))) return;
  try {
    await request("override", { method: "DELETE", query: { id } });
    toast(t("overrideEnded", { name: id }));
  } catch (why) { toast(why.message, "error"); }
  // The button disappears, so move the focus.
  part("override-word").parentNode.focus();
};

const lengths = [600, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 259_200, 604_800];
fill(part("override-length"), lengths.map((seconds) => [String(seconds), lasting(seconds)]), "1800");

const severities = { information: "severityInformation", warning: "severityWarning", emergency: "severityEmergency" };
fill(part("override-severity"), Object.entries(severities).map(([name, word]) => [name, t(word)]), "information");

/** The player counts bytes, of which an Arabic letter takes two. */
const mostBytes = { "override-title": 200, "override-text": 2_000 };
for (const [id, most] of Object.entries(mostBytes)) {
  part(id).oninput = () => {
    const isLong = new TextEncoder().encode(part(id).value).length > most;
    part(id).setCustomValidity(isLong ? t("tooLong") : "");
  };
}
part("override-id").oninput = () => {
  const { patternMismatch } = part("override-id").validity;
  part("override-id").setCustomValidity("");
  if (patternMismatch) part("override-id").setCustomValidity(t("overrideNameHow"));
};

part("override-form").onsubmit = async (event) => {
  event.preventDefault();
  const [title, text] = [part("override-title").value.trim(), part("override-text").value.trim()];
  const severity = part("override-severity").value;
  const json = { id: part("override-id").value, for: Number(part("override-length").value), severity, title, text };
  part("override-show").disabled = true;
  setText(part("override-fault"), "");
  try {
    await request("override", { method: "PUT", json });
    toast(t("overrideBegun", { name: json.id }));
    part("override-title").value = part("override-text").value = "";
    part("override").open = false;
    part("override-word").parentNode.focus();
  } catch (why) { setText(part("override-fault"), why.message); }
  part("override-show").disabled = false;
};

// Content updates.

let looked; // the `checked` field at the request; undefined when no check is under way
let lookEnds = 0;

function settleLook(content) {
  if (looked === undefined || (content.checked === looked && !content.fetching)) return;
  endLook();
  // The state changes with each downloaded part, which is too often for a live region.
  setText(part("look-said"), contentWord(content));
}
function endLook() {
  looked = undefined;
  clearTimeout(lookEnds);
  setText(part("look-word"), t("look"));
  part("look").removeAttribute("aria-busy");
}

part("look").onclick = async () => {
  if (looked !== undefined) return;
  looked = status.content?.checked ?? null;
  setText(part("look-said"), "");
  setText(part("look-word"), t("looks"));
  part("look").setAttribute("aria-busy", "true");
  // If the server does not answer, the state shows that.
  lookEnds = setTimeout(endLook, 20_000);
  try { await request("content/check", { method: "POST" }); } catch (why) {
    endLook();
    toast(why.message, "error");
  }
};

function contentWord({ shown, fetching, waiting, error }) {
  if (error) return error;
  if (fetching) return t("contentFetching", { done: bytes(fetching.done), all: bytes(fetching.of) });
  if (waiting) return t("contentWaiting");
  if (!shown) return t("contentNone");
  return t(shown.trial ? "contentTrial" : "contentWell");
}

function drawContent(content) {
  part("content").hidden = !content;
  if (!content) return;
  settleLook(content);
  const { shown, fetching, waiting, error } = content;
  part("content-state").classList.toggle("bad", Boolean(error));
  part("content-state").classList.toggle("busy", !error && Boolean(fetching || waiting || !shown || shown.trial));
  setText(part("content-state").firstChild, contentWord(content));
  const line = part("content-fetch");
  line.hidden = !fetching;
  if (fetching) line.value = fetching.of ? fetching.done / fetching.of : 0;
  fillList(part("content-facts"), [
    [t("contentNumber"), shown && String(shown.number)],
    [t("files"), shown && beside(number(shown.files), bytes(shown.size))],
    [t("contentSet"), shown && `${shown.set.slice(0, 12)}…`],
    [t("contentLooked"), content.checked && lookedWord(content.checked)],
    [t("contentWritten"), bytes(content.written)],
  ]);
}

/** Shows seconds for today, so that a check on request is visible. */
function lookedWord(text) {
  const then = new Date(text);
  return then.toDateString() === new Date().toDateString() ? moment(then.getTime() / 1000) : when(text);
}
