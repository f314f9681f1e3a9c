// The upload folder: upload, enqueue, play and delete files.
import { act, address, bearer, get, on, refusal, request, tell } from "./api.js";
import { ask, icon, make, part, setText, toast } from "./elements.js";
import { beside, bytes, day, t } from "./words.js";

let stored = [];
const waiting = [];
let current = null; // the upload in progress

/** Shows the view if the player has an upload folder. */
export async function openFiles(mine) {
  part("files-tab").hidden = mine === "view" || !await loadFiles();
  part("to-files").hidden = part("files-tab").hidden;
}

export async function loadFiles() {
  try {
    draw(await get("files"));
    return true;
  } catch (why) {
    if (why.status === 404) return false;
    if (why.status !== 401) emptyWith(why.message);
    return true;
  }
}

on("connection", (isUp) => { if (isUp && !part("files").hidden) loadFiles(); });

function emptyWith(words) {
  part("files-empty").hidden = !words;
  setText(part("files-empty").querySelector("p"), words);
}

function draw({ free, files }) {
  stored = files;
  setText(part("free"), free === null || free === undefined ? "" : t("free", { size: bytes(free) }));
  emptyWith(files.length ? "" : t("filesEmpty"));
  const sorted = [...files].sort((a, b) => b.modified - a.modified || a.name.localeCompare(b.name));
  part("stored").replaceChildren(...sorted.map(makeRow));
}

function makeRow(file) {
  const button = (word, drawing, onclick) => {
    const label = t(`${word}File`, { name: file.name });
    return make("button.round", { type: "button", onclick, title: t(word), "aria-label": label }, icon(drawing));
  };
  return make("li.row", {},
    make("span.names", {}, make("span.name", { textContent: file.name, dir: "auto" }),
      make("span.sub", { textContent: beside(bytes(file.bytes), day(file.modified)) })),
    button("playNow", "play", () => playNow(file)),
    button("add", "add", () => add(file)),
    file.own ? button("delete", "remove", () => remove(file)) : null);
}

async function add(file) {
  if (await act("append", file.path)) toast(t("added", { name: file.name }));
}

/** Appends the file and jumps to it, so that the queue is not lost. */
async function playNow(file) {
  try {
    const { total } = await get("queue", { from: 0 });
    if (!await act("append", file.path)) return;
    const { entries } = await get("queue", { from: total });
    const entry = entries.find((entry) => entry.location === file.path) ?? entries[0];
    if (entry) await act("jump", entry.id);
  } catch (why) { tell("refused", why); }
}

async function remove(file) {
  if (!await ask(t("deleteQuestion", { name: file.name }), t("delete"))) return;
  try {
    await request(`files/${encodeURIComponent(file.name)}`, { method: "DELETE" });
    toast(t("deleted", { name: file.name }));
  } catch (why) { tell("refused", why); }
  loadFiles();
}

function upload(files) {
  for (const file of files) {
    const words = make("span.sub", { textContent: t("waits") });
    const progress = make("progress", { max: 1, value: 0, "aria-label": file.name });
    const label = t("cancelFile", { name: file.name });
    const cross = make("button.round", { type: "button", "aria-label": label }, icon("close"));
    const name = make("span.name", { textContent: file.name, dir: "auto" });
    const row = make("li.row.upload", {}, make("span.names", {}, name, progress, words), cross);
    const job = { file, row, words, progress, cross, sending: null };
    cross.onclick = () => {
      job.sending?.abort();
      if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1);
      row.remove();
    };
    part("uploads").append(row);
    waiting.push(job);
  }
  next();
}

function next() {
  if (current || !waiting.length) return;
  current = waiting.shift();
  begin(current).then(
    (job) => { job.row.remove(); toast(t("uploaded", { name: job.file.name })); loadFiles(); },
    ({ job, why }) => {
      if (!why) { job.row.remove(); return; } // cancelled
      job.row.classList.add("failed");
      job.words.setAttribute("role", "alert");
      setText(job.words, why.message);
      job.cross.before(makeRetry(job));
      if (part("files").hidden) tell("refused", why);
    },
  ).finally(() => { current = null; next(); });
}

/** Returns a button that retries a failed or rejected upload. */
function makeRetry(job) {
  const label = t("retryFile", { name: job.file.name });
  const onclick = () => {
    again.remove();
    job.row.classList.remove("failed");
    job.words.removeAttribute("role");
    setText(job.words, t("waits"));
    waiting.push(job);
    next();
  };
  const again = make("button.round", { type: "button", "aria-label": label, title: t("tryAgain"), onclick }, icon("look"));
  return again;
}

/** Checks for a taken name first, because the player would close the connection during the upload. */
async function begin(job) {
  const { name } = job.file;
  const there = stored.find((file) => file.name === name);
  if (there && !there.own) throw { job, why: new Error(t("nameTaken", { name })) };
  if (there && !await ask(t("replaceQuestion", { name }), t("replace"))) throw { job, why: null };
  job.replaces = Boolean(there);
  return send(job);
}

/** Uses XMLHttpRequest, since `fetch` does not report upload progress. */
function send(job) {
  const { file, words, progress } = job, begun = performance.now();
  return new Promise((done, fail) => {
    const sending = job.sending = new XMLHttpRequest();
    sending.open("PUT", address(`files/${encodeURIComponent(file.name)}`, job.replaces ? { replace: true } : {}));
    for (const [name, value] of Object.entries(bearer())) sending.setRequestHeader(name, value);
    sending.setRequestHeader("Content-Type", "application/octet-stream");
    sending.upload.onprogress = ({ loaded, total }) => {
      const seconds = (performance.now() - begun) / 1000;
      progress.value = total ? loaded / total : 0;
      const speed = bytes(loaded / Math.max(seconds, 0.2));
      setText(words, t("sent", { loaded: bytes(loaded), total: bytes(total), speed }));
    };
    sending.onload = () => {
      if (sending.status < 300) done(job);
      else fail({ job, why: refusal(sending.status, sending.responseText) });
    };
    sending.onerror = () => fail({ job, why: new Error(t("unreachable")) });
    sending.onabort = () => fail({ job, why: null });
    sending.send(file);
  });
}

part("pick").onchange = () => { upload(part("pick").files); part("pick").value = ""; };
const drop = part("drop");
drop.ondragover = (event) => { event.preventDefault(); drop.classList.add("over"); };
drop.ondragleave = () => drop.classList.remove("over");
drop.ondrop = (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  upload(event.dataTransfer.files);
};
addEventListener("beforeunload", (event) => { if (current) event.preventDefault(); });
