// The HTTP client: requests with the token, and the event stream.
import { t } from "./words.js";

const listeners = new EventTarget();
/** Subscribes to `status`, `queue`, `connection`, `locked`, `refused` or `place`. */
export const on = (name, hear) => listeners.addEventListener(name, (event) => hear(event.detail));
export const tell = (name, detail) => listeners.dispatchEvent(new CustomEvent(name, { detail }));

const patience = 15_000;
export const output = new URLSearchParams(location.search).get("output");

/** A failed request with the player's message. `status` is 0 if the player does not answer. */
export class Refusal extends Error {
  constructor(words, status, seconds = null, pairing = null) {
    super(words);
    this.status = status;
    this.seconds = seconds;
    this.pairing = pairing;
  }
}

const key = "vitrine-token";
let kept = null; // when the browser has no storage
export function token() {
  try { return localStorage.getItem(key) ?? kept; } catch { return kept; }
}
export function keep(value) {
  kept = value;
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch { /* valid until the page is closed */ }
}

export function address(path, query = {}) {
  const url = new URL(`/api/v1/${path}`, location.href);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (output) url.searchParams.set("output", output);
  return url;
}
export const bearer = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

/** Returns a successful response, or throws a `Refusal`. `tried` is a token that is not stored yet. */
export async function request(path, { method = "GET", query, json, signal, tried } = {}) {
  const headers = tried ? { Authorization: `Bearer ${tried}` } : bearer();
  if (json) headers["Content-Type"] = "application/json";
  const body = json && JSON.stringify(json);
  let answer;
  try {
    answer = await fetch(address(path, query), {
      method, headers, body, cache: "no-store", signal: signal ?? AbortSignal.timeout(patience),
    });
  } catch {
    throw new Refusal(t("unreachable"), 0);
  }
  if (answer.ok) return answer;
  const text = await answer.text().catch(() => "");
  throw refusal(answer.status, text, !tried);
}

/** Also used for uploads, which do not use `fetch`. */
export function refusal(status, text, isKept = true) {
  let words = null, seconds = null, pairing = null;
  try {
    ({ error: words, retry_after: seconds, pairing } = JSON.parse(text));
  } catch { /* not JSON from the player */ }
  if (status === 401 && isKept) tell("locked");
  words ??= status === 403 ? t("forbidden") : t("refused", { status });
  if (status === 429 && seconds) words += ` ${t("again", { seconds: Math.ceil(seconds) })}`;
  return new Refusal(words, status, seconds, pairing);
}

export async function get(path, query) {
  const answer = await request(path, { query });
  try { return await answer.json(); } catch { throw new Refusal(t("unreachable"), 0); }
}
export const command = (...words) => request("commands", { method: "POST", json: { command: words } });

/** Sends a command and shows an error message if it fails. Returns whether it succeeded. */
export async function act(...words) {
  try {
    await command(...words);
    return true;
  } catch (why) {
    tell("refused", why);
    return false;
  }
}

/** Fetches a picture for an `img` element, which cannot send the token itself. */
export async function picture(path, query, signal) {
  const answer = await request(path, { query, signal });
  return URL.createObjectURL(await answer.blob());
}

export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Sends the latest of the pushed values, one at a time and less than ten per second. */
export function paced(send) {
  let newest, running = null;
  async function drain() {
    while (newest !== undefined) {
      const value = newest;
      newest = undefined;
      await Promise.all([send(value), pause(110)]);
    }
    running = null;
  }
  return {
    push(value) { newest = value; running ??= drain(); },
    settled: () => running ?? Promise.resolve(),
  };
}

const shortest = 500, longest = 8_000;
// The player sends something at least every 15 s.
const silence = 40_000;
let stream = null, wait = shortest, again = 0, heard = 0, isUp = false;

/** Opens the event stream and reconnects when it ends. */
export function follow() {
  leave();
  stream = new AbortController();
  read(stream);
}

export function leave() {
  clearTimeout(again);
  const old = stream;
  stream = null;
  old?.abort();
}

/** Reconnects if needed after the page was hidden. */
export function resume() {
  if (!stream || !isUp || performance.now() - heard > silence / 2) follow();
}

async function read(mine) {
  let watch = 0;
  const alive = () => {
    heard = performance.now();
    clearTimeout(watch);
    watch = setTimeout(() => mine.abort(), silence);
  };
  alive();
  try {
    const answer = await request("events", { signal: mine.signal });
    isUp = true;
    tell("connection", true);
    for await (const [name, data] of messages(answer.body.getReader(), alive)) {
      wait = shortest;
      tell(name, data);
    }
  } catch (why) {
    if (why.status === 401) return;
  } finally {
    clearTimeout(watch);
  }
  if (mine !== stream) return;
  isUp = false;
  tell("connection", false);
  again = setTimeout(follow, wait * (0.75 + Math.random() / 2));
  wait = Math.min(wait * 2, longest);
}

async function* messages(reader, alive) {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const parts = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) {
      const fields = Object.fromEntries(
        part.split(/\r?\n/).map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]));
      if (fields.data) yield [fields.event ?? "message", JSON.parse(fields.data)];
    }
  }
}
