// The queue: reorder entries by dragging or keys, remove them, jump to them.
import { act, get, on, tell } from "./api.js";
import { ask, icon, make, part, setText } from "./elements.js";
import { fill, onChoice } from "./tracks.js";
import { t } from "./words.js";

const list = part("entries");
const rows = new Map(); // the row of each entry, by id
let entries = [], total = 0, playing = null;
let loading = null, isStale = false, drag = null, dropped = 0;

/** Reloads as many entries as were loaded, with one request at a time. */
export function load() {
  if (loading || drag) isStale = true;
  else run(read([], Math.max(entries.length, 1)));
}
function loadMore() { if (!loading && !drag) run(read(entries, entries.length + 1)); }

function run(reading) {
  loading = reading
    .catch((why) => { if (why.status) tell("refused", why); })
    .finally(() => {
      loading = null;
      if (isStale && !drag) { isStale = false; load(); }
    });
}

async function read(before, wanted) {
  const found = [...before];
  let page;
  do {
    page = await get("queue", { from: found.length });
    found.push(...page.entries);
  } while (page.entries.length && found.length < Math.min(wanted, page.total));
  if (isStale) return; // outdated by a move made meanwhile
  [entries, total] = [found, page.total];
  draw(page);
}

function draw(page) {
  setText(part("queue-count"), total ? t("entries", { count: total }) : "");
  part("shuffle").setAttribute("aria-pressed", page.shuffled);
  fill(part("loop"), [["none", t("loopNone")], ["queue", t("loopQueue")], ["item", t("loopItem")]], page.loop);
  part("queue-note").hidden = !page.shuffled || !total;
  setText(part("queue-note"), t("shuffledNote"));
  part("queue-empty").hidden = total > 0;
  part("clear").hidden = total === 0;
  place();
  watchEnd();
}

/** Sorts the rows like the entries and keeps the focus. */
function place() {
  const focus = document.activeElement;
  const known = new Set(entries.map((entry) => entry.id));
  for (const [id, row] of rows) if (!known.has(id)) { row.remove(); rows.delete(id); }
  entries.forEach((entry, at) => {
    const row = rows.get(entry.id) ?? makeRow(entry);
    rename(row, entry, at);
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
  if (focus !== document.activeElement && list.contains(focus)) focus.focus({ preventScroll: true });
  showPlaying();
}

const nameOf = (entry) => entry.title || entry.item || entry.location;

function makeRow({ id }) {
  const row = make("li.row.entry", {},
    make("button.grip", { type: "button", "aria-describedby": "move-how", "aria-expanded": "false" }, icon("grip")),
    make("button.row-main", { type: "button", onclick: () => act("jump", id) },
      make("span.number"),
      make("span.names", {}, make("span.name", { dir: "auto" }), make("span.sub", { dir: "auto" }))),
    make("button.round.step", { type: "button", onclick: () => shift(id, -1) }, icon("up")),
    make("button.round.step", { type: "button", onclick: () => shift(id, 1) }, icon("down")),
    make("button.round.remove", { type: "button", onclick: () => remove(id) }, icon("close")));
  row.dataset.id = id;
  const grip = row.firstChild;
  grip.onpointerdown = (event) => { if (event.button === 0) begin(event, id); };
  // Ignore the click at the end of a drag.
  grip.onclick = () => { if (performance.now() - dropped > 200) openSteps(row); };
  grip.onkeydown = (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    shift(id, by);
  };
  rows.set(id, row);
  return row;
}

function rename(row, entry, at) {
  const name = nameOf(entry), [grip, main, up, down, cross] = row.children;
  setText(main.querySelector(".number"), String(at + 1));
  setText(main.querySelector(".name"), name);
  setText(main.querySelector(".sub"), entry.title ? entry.item ?? "" : "");
  const label = (element, word) => element.setAttribute("aria-label", t(word, { name, place: at + 1, total }));
  label(grip, "moveEntry");
  label(up, "moveUp");
  label(down, "moveDown");
  label(cross, "removeEntry");
}

/** Shows buttons in the row, for users who cannot drag; opened by a tap on the grip. */
function openSteps(row) {
  const isOpen = row.classList.toggle("steps");
  for (const other of list.querySelectorAll(".steps")) if (other !== row) other.classList.remove("steps");
  for (const other of list.children) {
    other.firstChild.setAttribute("aria-expanded", isOpen && other === row);
  }
}

function showPlaying() {
  for (const [id, row] of rows) {
    const isIt = id === playing;
    row.classList.toggle("playing", isIt);
    if (isIt) row.children[1].setAttribute("aria-current", "true");
    else row.children[1].removeAttribute("aria-current");
  }
  const at = entries.findIndex((entry) => entry.id === playing);
  tell("place", at < 0 ? null : { place: at + 1, total });
}

on("status", (status) => {
  part("programme").hidden = status.schedule?.programme !== false;
  if (status.entry === playing) return;
  playing = status.entry;
  showPlaying();
});
on("queue", () => load());
on("connection", (isUp) => { if (isUp) load(); });

let moving = Promise.resolve(); // one at a time, because each move changes the positions
function moveTo(id, to) {
  const from = entries.findIndex((entry) => entry.id === id);
  if (from < 0 || to < 0 || to >= entries.length || to === from) return;
  const other = entries[to].id; // the entry to replace
  const [entry] = entries.splice(from, 1);
  entries.splice(to, 0, entry);
  if (loading) isStale = true;
  place();
  setText(part("moved"), t("moved", { name: nameOf(entry), place: to + 1, total }));
  moving = moving.then(async () => { if (!await act("move", id, other)) load(); });
}

function shift(id, by) {
  moveTo(id, entries.findIndex((entry) => entry.id === id) + by);
  rows.get(id)?.scrollIntoView({ block: "nearest" });
}

let removed = -Infinity;
async function remove(id) {
  // The next row moves under the finger; ignore the second of two quick taps.
  if (performance.now() - removed < 600) return;
  removed = performance.now();
  const at = entries.findIndex((entry) => entry.id === id);
  if (await act("remove", id)) {
    setText(part("moved"), t("removed", { name: nameOf(entries[at] ?? {}) ?? "" }));
    (list.children[at + 1] ?? list.children[at - 1])?.querySelector(".remove").focus({ preventScroll: true });
  }
}

// Dragging: the row follows the finger, other rows make room, and the page scrolls near its edges.
function begin(event, id) {
  const row = rows.get(id), grip = row.firstChild;
  const from = entries.findIndex((entry) => entry.id === id);
  const height = row.offsetHeight, start = event.clientY + scrollY;
  drag = { row, from, to: from, height, isMoved: false, y: event.clientY };
  const mine = drag;
  grip.setPointerCapture(event.pointerId);
  const follow = () => {
    const dy = mine.y + scrollY - start;
    if (!mine.isMoved && Math.abs(dy) < 5) return;
    mine.isMoved = true;
    row.classList.add("dragged");
    row.style.transform = `translateY(${dy}px)`;
    mine.to = Math.min(Math.max(from + Math.round(dy / height), 0), entries.length - 1);
    entries.forEach((entry, at) => {
      if (entry.id === id) return;
      const way = at > from && at <= mine.to ? -height : at < from && at >= mine.to ? height : 0;
      rows.get(entry.id).style.transform = way ? `translateY(${way}px)` : "";
    });
  };
  const scroll = () => {
    if (drag !== mine) return;
    const edge = 90, below = mine.y - (innerHeight - edge - 64), above = edge - mine.y;
    const by = mine.isMoved ? Math.max(below, 0) - Math.max(above, 0) : 0;
    if (by) { scrollBy({ top: by / 6, behavior: "instant" }); follow(); }
    requestAnimationFrame(scroll);
  };
  grip.onpointermove = (move) => { mine.y = move.clientY; follow(); };
  const finish = (isDone) => {
    if (drag !== mine) return;
    drag = null;
    grip.onpointermove = grip.onpointerup = grip.onlostpointercapture = grip.onpointercancel = null;
    row.classList.remove("dragged");
    for (const other of list.children) other.style.transform = "";
    if (mine.isMoved) {
      dropped = performance.now();
      if (isDone) moveTo(id, mine.to);
    }
    if (isStale) { isStale = false; load(); }
  };
  grip.onpointerup = () => finish(true);
  grip.onpointercancel = grip.onlostpointercapture = () => finish(false);
  requestAnimationFrame(scroll);
}

// Loads further entries when the end of the list comes into view.
const end = new IntersectionObserver(([seen]) => {
  if (seen.isIntersecting && entries.length < total) loadMore();
}, { rootMargin: "400px" });
function watchEnd() {
  end.unobserve(part("more"));
  if (entries.length < total) end.observe(part("more"));
}

const isShuffled = () => part("shuffle").getAttribute("aria-pressed") === "true";
part("shuffle").onclick = () => act("shuffle", isShuffled() ? "off" : "on");
onChoice(part("loop"), (word) => act("loop", word));
part("programme").onclick = async () => { if (await act("programme")) load(); };
part("clear").onclick = async () => { if (await ask(t("clearQuestion"), t("clear"))) act("clear"); };
