// The editor of the zones: places them on a picture of the screen, and saves each change.
import { get, picture, request } from "./api.js";
import { icon, make, part, setText, show, toast } from "./elements.js";
import { moment, number, t } from "./words.js";

const board = part("board"), layer = part("board-zones"), selection = part("board-selection"), form = part("zone-form");
/** The latest template of the player, and moves that are not saved yet. */
let template = null;
let selected = null;
let isSeen = false;

/** Offers the editor to administrators of a player with zones. */
export async function openZones(role) {
  part("to-zones").hidden = true;
  if (role !== "admin") return;
  await load().catch((why) => {
    // Without zones there is nothing to edit; a template with errors is worth a look.
    if (why.status === 404) return;
    part("to-zones").hidden = part("zones-obstacle").hidden = false;
    setText(part("zones-obstacle"), why.message);
  });
}

export function seeZones(seen) {
  if (seen && !isSeen) load().catch((why) => toast(why.message, "error"));
  isSeen = seen;
}

async function load() {
  take(await get("template"));
}

function take(news) {
  template = news;
  part("to-zones").hidden = false;
  setText(part("to-zones-name"), template.name);
  setText(part("zones-file"), template.name);
  setText(part("zones-obstacle"), template.obstacle ?? "");
  part("zones-obstacle").hidden = !template.obstacle;
  setText(part("zones-path"), template.path);
  setText(part("zones-text"), template.text);
  part("zones-faults").replaceChildren(...template.faults.map((words) => make("p", { textContent: words, dir: "auto" })));
  part("zones-faults").hidden = !template.faults.length;
  part("zones-undo").disabled = !template.undo || Boolean(template.obstacle);
  if (!zoneNamed(selected)) selected = null;
  fillAdd();
  drawBoard();
  drawForm();
  if (isSeen || !part("zones").hidden) drawPicture();
}

const zoneNamed = (name) => template?.zones.find((zone) => zone.name === name);
const isLocked = () => !template || Boolean(template.obstacle);

// Saving.

let saving = Promise.resolve();
/** Counts the conflicts: changes that were made before one are not saved over the other change. */
let conflicts = 0;
/** Saves changes after those before; an error appears in the field. Returns whether they are saved. */
function save(changes, field = null) {
  setText(part("zones-state"), t("zonesSaving"));
  const before = conflicts;
  saving = saving.then(async () => {
    if (before !== conflicts) return false;
    try {
      const answer = await request("template/changes", { method: "POST", json: { revision: template.revision, changes } });
      const next = await answer.json();
      if (field) showFault(field, "");
      take(next);
      setText(part("zones-state"), t("zonesSaved", { time: moment(Date.now() / 1000) }));
      return true;
    } catch (why) {
      setText(part("zones-state"), "");
      await failed(why, field);
      return false;
    }
  });
  return saving;
}

async function failed(why, field) {
  if (why.status === 401) return;
  if (why.status === 412) { conflicts += 1; toast(t("zonesOutdated"), "error"); }
  else if (field) return showFault(field, why.message);
  else toast(why.message, "error");
  await load().catch(() => {});
}

part("zones-undo").onclick = () => {
  flush();
  const before = conflicts;
  saving = saving.then(async () => {
    if (before !== conflicts) return;
    try {
      const answer = await request("template/undo", { method: "POST", json: { revision: template.revision } });
      take(await answer.json());
      setText(part("zones-state"), t("zonesUndone"));
    } catch (why) { await failed(why, null); }
  });
};

let drawing = null, isStale = false;
/** Fetches the picture of what is saved; the latest one only. */
async function drawPicture() {
  if (drawing) { isStale = true; return; }
  const width = Math.min(Math.max(Math.round(board.clientWidth * devicePixelRatio), 320), 1920);
  drawing = picture("template/picture", { width })
    .then((url) => show(part("board-picture"), url), () => {})
    .finally(() => {
      drawing = null;
      if (isStale) { isStale = false; drawPicture(); }
    });
}

// The board.

const percent = (value) => `${number(value, Number.isInteger(value) ? 0 : 1)}%`;
const where = (zone) => t("zonePlace", {
  left: percent(zone.left), top: percent(zone.top), width: percent(zone.width), height: percent(zone.height),
});

function place(element, zone) {
  for (const side of ["left", "top", "width", "height"]) element.style.setProperty(side, `${zone[side]}%`);
}

function drawBoard() {
  board.style.setProperty("--ratio", (template.width / template.height).toFixed(4));
  board.classList.toggle("locked", isLocked());
  const focused = document.activeElement?.dataset?.zone;
  layer.replaceChildren(...template.zones.map((zone) => {
    const button = make("button.zone", { type: "button", "aria-pressed": String(zone.name === selected) },
      make("span", { textContent: zone.name, dir: "auto" }));
    button.dataset.zone = zone.name;
    button.dataset.kind = zone.kind;
    button.setAttribute("aria-label", `${zone.name}, ${t(`kind-${zone.kind}`)}, ${where(zone)}`);
    button.setAttribute("aria-describedby", "zones-how");
    place(button, zone);
    return button;
  }));
  if (focused) layer.querySelector(`[data-zone="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  drawList();
  drawSelection();
}

function drawSelection() {
  const zone = zoneNamed(selected);
  selection.hidden = !zone;
  if (!zone) return;
  place(selection, zone);
  setText(part("board-size"), `${percent(zone.width)} × ${percent(zone.height)}`);
}

function drawList() {
  part("zone-list").replaceChildren(...template.zones.toReversed().map((zone) => {
    const button = make("button.zone-row", { type: "button", "aria-pressed": String(zone.name === selected) },
      icon(`kind-${zone.kind}`), make("span.name", { textContent: zone.name, dir: "auto" }),
      make("span.sub", { textContent: t(`kind-${zone.kind}`) }));
    button.onclick = () => select(zone.name);
    return make("li", {}, button);
  }));
}

function select(name) {
  if (name !== selected) flush();
  selected = name;
  for (const zone of layer.children) zone.setAttribute("aria-pressed", String(zone.dataset.zone === name));
  drawList();
  drawSelection();
  drawForm();
}

/** The edges of the other zones and of the screen. */
function lines(zone, from, size) {
  const others = template.zones.filter((other) => other !== zone);
  return [0, 100, ...others.flatMap((other) => [other[from], other[from] + other[size]])];
}

/** The nearest line within reach, or the nearest whole per cent. */
function snapped(edge, all, reach) {
  const near = all.reduce((best, line) => (Math.abs(line - edge) < Math.abs(best - edge) ? line : best), Infinity);
  return Math.abs(near - edge) <= reach ? { edge: near, line: near } : { edge: Math.round(edge), line: null };
}

const round = (value) => Math.round(value * 100) / 100;
const axes = [["left", "width", "x"], ["top", "height", "y"]];
const smallest = 2;

/** Moves a zone by these per cents from where it was, or the edges that `grip` names. */
function move(zone, was, by, grip, reach) {
  for (const [at, [from, size, axis]] of axes.entries()) {
    const all = reach ? lines(zone, from, size) : [];
    const [first, last] = [was[from], was[from] + was[size]];
    const fit = (edge) => (reach ? snapped(edge, all, reach[at]) : { edge: round(edge), line: null });
    let guide = null;
    if (!grip) {
      const [one, other] = [fit(first + by[at]), fit(last + by[at])];
      const isOther = one.line === null && other.line !== null;
      const begin = isOther ? other.edge - was[size] : one.edge;
      zone[from] = round(Math.min(Math.max(begin, 0), 100 - was[size]));
      guide = isOther ? other.line : one.line;
    } else if (grip.includes(axis === "x" ? "w" : "n")) {
      const { edge, line } = fit(first + by[at]);
      zone[from] = round(Math.min(Math.max(edge, 0), last - smallest));
      [zone[size], guide] = [round(last - zone[from]), line];
    } else if (grip.includes(axis === "x" ? "e" : "s")) {
      const { edge, line } = fit(last + by[at]);
      [zone[size], guide] = [round(Math.min(Math.max(edge, first + smallest), 100) - first), line];
    }
    const mark = part(`guide-${axis}`);
    mark.hidden = guide === null || !reach;
    if (guide !== null) mark.style.setProperty("--at", `${guide}%`);
  }
  showMoved(zone);
}

function showMoved(zone) {
  const button = layer.querySelector(`[data-zone="${CSS.escape(zone.name)}"]`);
  if (button) {
    place(button, zone);
    button.setAttribute("aria-label", `${zone.name}, ${t(`kind-${zone.kind}`)}, ${where(zone)}`);
  }
  drawSelection();
  for (const side of ["left", "top", "width", "height"]) {
    const input = form.elements[side];
    if (input) input.value = zone[side];
  }
}

const frameOf = ({ left, top, width, height }) => ({ left, top, width, height });
const moveOf = (zone) => ({ action: "move", zone: zone.name, ...frameOf(zone) });

let held = null; // the zone that a pointer moves
board.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest("[data-grip]")?.dataset.grip ?? "";
  const isInside = Boolean(event.target.closest("#board-selection"));
  const name = isInside ? selected : event.target.closest(".zone")?.dataset.zone;
  if (event.button !== 0 || !name) return;
  // A finger moves only the selected zone, so that a stroke over the others scrolls the page.
  if (!isInside && event.pointerType === "touch") return;
  event.preventDefault();
  select(name);
  layer.querySelector(`[data-zone="${CSS.escape(name)}"]`)?.focus({ preventScroll: true, focusVisible: false });
  if (isLocked()) return;
  flush();
  board.setPointerCapture(event.pointerId);
  const zone = zoneNamed(name);
  held = { zone, was: frameOf(zone), grip, x: event.clientX, y: event.clientY };
});
board.addEventListener("pointermove", (event) => {
  if (!held) return;
  const { width, height } = board.getBoundingClientRect();
  const by = [((event.clientX - held.x) / width) * 100, ((event.clientY - held.y) / height) * 100];
  if (!held.isMoved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
  held.isMoved = true;
  board.classList.add("dragging");
  // Edges attract within eight pixels; Alt turns that off.
  const reach = event.altKey ? [0, 0] : [800 / width, 800 / height];
  move(held.zone, held.was, by, held.grip, reach);
});
function release(isKept) {
  if (!held) return;
  const { zone, was, isMoved } = held;
  held = null;
  board.classList.remove("dragging");
  for (const axis of ["x", "y"]) part(`guide-${axis}`).hidden = true;
  if (!isKept) Object.assign(zone, was);
  if (isKept && isMoved && JSON.stringify(frameOf(zone)) !== JSON.stringify(was)) save([moveOf(zone)]);
  else showMoved(zone);
}
board.addEventListener("pointerup", () => release(true));
board.addEventListener("pointercancel", () => release(false));
board.addEventListener("lostpointercapture", () => release(true));
// Also for fingers, which only select here.
layer.addEventListener("click", (event) => {
  const name = event.target.closest(".zone")?.dataset.zone;
  if (name) select(name);
});
layer.addEventListener("focusin", (event) => {
  const name = event.target.dataset?.zone;
  if (name && name !== selected && event.target.matches(":focus-visible")) select(name);
});

// Keys: the arrows move by one per cent, with Shift they resize. Saved after a pause.
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let nudged = null, timer = 0;
layer.addEventListener("keydown", (event) => {
  const zone = zoneNamed(event.target.dataset?.zone);
  if (!zone) return;
  if (event.key === "Escape" && held) return release(false);
  if (isLocked()) return;
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    return remove(zone);
  }
  const way = arrows[event.key];
  if (!way || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (zone.name !== selected) select(zone.name);
  nudged = zone;
  move(zone, frameOf(zone), way, event.shiftKey ? "es" : "", null);
  clearTimeout(timer);
  timer = setTimeout(flush, 700);
});
layer.addEventListener("focusout", () => setTimeout(() => { if (!layer.contains(document.activeElement)) flush(); }));
function flush() {
  clearTimeout(timer);
  if (!nudged) return;
  const zone = nudged;
  nudged = null;
  setText(part("zones-moved"), `${zone.name}: ${where(zone)}`);
  save([moveOf(zone)]);
}

// Adding and removing.

const square = (width) => Math.round((width * template.width) / template.height);
const samples = {
  text: () => ({ value: t("zoneSample"), width: 30, height: 12 }),
  clock: () => ({ value: "%H:%M", width: 20, height: 10 }),
  image: () => ({ value: template.images[0], width: 25, height: 25 }),
  code: () => ({ value: "https://example.org", width: 14, height: Math.min(square(14), 60) }),
  box: () => ({ value: "#404040", width: 30, height: 20 }),
  film: () => ({ value: null, width: 50, height: 50 }),
};
function fillAdd() {
  const kinds = Object.keys(samples).filter((kind) =>
    (kind !== "image" || template.images.length) && (kind !== "film" || !template.zones.some((zone) => zone.kind === "film")));
  const choice = part("zones-add");
  choice.disabled = isLocked();
  choice.replaceChildren(make("option", { value: "", textContent: t("zoneAdd") }),
    ...kinds.map((kind) => make("option", { value: kind, textContent: t(`kind-${kind}`) })));
  choice.value = "";
}
part("zones-add").onchange = async () => {
  const kind = part("zones-add").value;
  if (!kind) return;
  flush();
  const { value, width, height } = samples[kind]();
  let count = 1;
  while (zoneNamed(count > 1 ? `${kind}-${count}` : kind)) count += 1;
  const name = count > 1 ? `${kind}-${count}` : kind;
  // Not exactly above another one.
  const shift = 4 * (count - 1) % 20;
  const [left, top] = [Math.round((100 - width) / 2) + shift, Math.round((100 - height) / 2) + shift];
  const frame = { left, top, width, height };
  await save([{ action: "add", kind, zone: name, value, ...frame }]);
  if (zoneNamed(name)) select(name);
};

async function remove(zone) {
  nudged = null;
  await save([{ action: "remove", zone: zone.name }]);
  if (!zoneNamed(zone.name)) toast(t("zoneRemoved", { name: zone.name }));
}

// The fields of the selected zone.

const looks = ["text", "clock", "table"];
let shown = null; // the zone whose fields are there
function drawForm() {
  const zone = zoneNamed(selected);
  form.hidden = !zone;
  part("zone-none").hidden = Boolean(zone);
  if (!zone) { shown = null; return; }
  const signature = JSON.stringify([zone, template.images, template.tables, template.obstacle]);
  if (signature === shown) return;
  // The field with the focus keeps it, and what has been typed into it.
  const focused = form.contains(document.activeElement) ? document.activeElement : null;
  const typed = focused?.name && focused.value !== focused.dataset.saved ? focused.value : null;
  shown = signature;
  form.replaceChildren(...fieldsOf(zone));
  const again = focused?.name ? form.elements[focused.name] : null;
  if (typed !== null && again) again.value = typed;
  again?.focus({ preventScroll: true });
}

function fieldsOf(zone) {
  const all = [
    make("div.card-head", {},
      make("h3", {}, make("bdi", { textContent: zone.name })),
      make("button.button", { type: "button", onclick: () => remove(zone), disabled: isLocked() },
        icon("remove"), make("span", { textContent: t("delete") }))),
    make("div.quarters", {}, ...["left", "top", "width", "height"].map((side) => placeField(zone, side))),
  ];
  const has = (key) => zone.fields[key] !== undefined;
  if (zone.kind === "text") {
    all.push(textField(zone, "text", { hint: columnHint(zone) }));
    all.push(make("div.pair", {}, choiceField(zone, "data", [["", t("zoneNoData")], ...template.tables.map(({ name }) => [name, name])]),
      numberField(zone, "lines", 1, 20, 1, "3")));
    if (has("data")) all.push(numberField(zone, "turn", 1, 3600, 1));
  }
  if (zone.kind === "clock") all.push(textField(zone, "clock", { list: "clock-patterns", isCode: true, hint: t("zoneClockHow") }));
  if (zone.kind === "image") all.push(choiceField(zone, "image", template.images.map((name) => [name, name])));
  if (zone.kind === "code") all.push(textField(zone, "code", { isCode: true }));
  if (zone.kind === "page") all.push(textField(zone, "page", { isCode: true }));
  if (zone.kind === "table") all.push(make("p.note", { textContent: t("zoneTableHow") }));
  if (looks.includes(zone.kind)) {
    all.push(make("div.pair", {}, numberField(zone, "size", 0.5, 60, 0.1, "3"),
      choiceField(zone, "weight", ["regular", "medium", "bold"].map((word) => [word, t(`weight-${word}`)])),
    ));
    const color = colorField(zone, "color", "#FFFFFF");
    if (zone.kind === "table") all.push(color);
    else all.push(make("div.pair", {}, choiceField(zone, "align", ["start", "center", "end"].map((word) => [word, t(`align-${word}`)])), color));
  }
  if (!["film", "sign-language", "video"].includes(zone.kind)) all.push(colorField(zone, "background", ""));
  all.push(nameField(zone));
  return all;
}

function labelled(name, label, control, hint = null) {
  const id = `zone-${name}`;
  const input = control.querySelector?.("input, select") ?? control;
  input.id = id;
  input.name = name;
  input.disabled = isLocked();
  input.setAttribute("aria-describedby", `${id}-fault`);
  return make("div.field", {}, make("label", { for: id, textContent: label }), control,
    make("p.fault", { id: `${id}-fault`, role: "alert", dir: "auto" }), hint);
}

function showFault(input, words) {
  input.setAttribute("aria-invalid", String(Boolean(words)));
  const fault = document.getElementById(`${input.id}-fault`);
  // The cause without the place in the file, which the field is.
  if (fault) setText(fault, words.replace(/^[^\s:]+:\d+: (zones\.\S+: )?/, ""));
}

function setter(zone, key, input, clears = false) {
  input.dataset.saved = input.value;
  input.onchange = () => {
    const value = input.value.trim();
    save([{ action: "set", zone: zone.name, key, value: value || !clears ? value : null }], input);
  };
}

function placeField(zone, side) {
  const input = make("input", { type: "number", step: "any", min: 0, max: 100, inputMode: "decimal", value: zone[side] });
  input.dataset.saved = input.value;
  input.onchange = () => {
    const frame = { ...frameOf(zone), [side]: Number(input.value) };
    save([{ action: "move", zone: zone.name, ...frame }], input);
  };
  return labelled(side, t(`side-${side}`), make("span.unit", {}, input));
}

function textField(zone, key, { hint = null, list = null, isCode = false } = {}) {
  const input = make("input", { type: "text", value: zone.fields[key] ?? "", dir: isCode ? "ltr" : "auto", maxLength: 500, autocomplete: "off", spellcheck: !isCode });
  if (list) input.setAttribute("list", list);
  setter(zone, key, input);
  return labelled(key, t(`kind-${key}`), input, typeof hint === "string" ? make("p.note", { textContent: hint }) : hint);
}

/** The columns of the text's table, which a click adds to it. */
function columnHint(zone) {
  const columns = template.tables.find(({ name }) => name === zone.fields.data)?.columns ?? [];
  if (!columns.length) return null;
  return make("p.columns", {}, ...columns.slice(0, 12).map((column) => make("button.chip", {
    type: "button", textContent: `{${column}}`, disabled: isLocked(), "aria-label": t("zoneColumn", { name: column }),
    onclick: () => {
      const input = form.elements.text;
      input.setRangeText(`{${column}}`, input.selectionStart, input.selectionEnd, "end");
      input.focus();
      input.onchange();
    },
  })));
}

function numberField(zone, key, min, max, step, usual = "") {
  const input = make("input", { type: "number", min, max, step, inputMode: "decimal", value: zone.fields[key] ?? "", placeholder: usual });
  setter(zone, key, input, true);
  return labelled(key, t(`zone-${key}`), make(`span.unit${key === "size" ? "" : ".bare"}`, {}, input));
}

function choiceField(zone, key, values) {
  const now = zone.fields[key] ?? values[0]?.[0] ?? "";
  const known = values.some(([value]) => value === now) ? values : [[now, now], ...values];
  const choice = make("select", {}, ...known.map(([value, words]) => make("option", { value, textContent: words })));
  choice.value = now;
  setter(zone, key, choice, true);
  return labelled(key, t(`zone-${key}`), make("span.pick", {}, choice));
}

function colorField(zone, key, usual) {
  const value = zone.fields[key] ?? usual;
  const input = make("input", { type: "text", value, placeholder: "#RRGGBB", maxLength: 9, dir: "ltr", autocomplete: "off", spellcheck: false });
  setter(zone, key, input, true);
  const send = input.onchange;
  input.onchange = () => {
    const color = input.value.trim();
    if (/^[0-9a-f]{6}([0-9a-f]{2})?$/i.test(color)) input.value = `#${color}`;
    else if (color && !/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(color)) return showFault(input, t("zoneColorHow"));
    send();
  };
  const plain = /^#[0-9a-f]{6}/i.exec(value)?.[0] ?? "#000000";
  const label = t("zonePick", { name: t(`zone-${key}`) });
  const well = make("input.well", { type: "color", value: plain, disabled: isLocked(), "aria-label": label });
  well.classList.toggle("none", !value);
  well.onchange = () => { input.value = well.value.toUpperCase(); input.onchange(); };
  return labelled(key, t(`zone-${key}`), make("span.colour", {}, input, well));
}

function nameField(zone) {
  const input = make("input", { type: "text", value: zone.name, maxLength: 40, dir: "ltr", autocomplete: "off", spellcheck: false });
  input.dataset.saved = input.value;
  input.onchange = async () => {
    const name = input.value.trim();
    if (!name || name === zone.name) { input.value = zone.name; return; }
    const renames = { action: "rename", zone: zone.name, name };
    selected = name;
    if (await save([renames], input)) return;
    // The form with the error stays.
    selected = zone.name;
    drawBoard();
  };
  return labelled("name", t("zoneName"), input);
}
form.onsubmit = (event) => event.preventDefault();
board.addEventListener("contextmenu", (event) => { if (held) event.preventDefault(); });
