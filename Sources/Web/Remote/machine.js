// The machine's health, statistics and log.
import { get, on } from "./api.js";
import { make, part, setText } from "./elements.js";
import { fill } from "./tracks.js";
import { beside, bitrate, bytes, milliseconds, moment, number, span, t } from "./words.js";

let status = null;
on("status", (news) => { status = news; });

/** Polls while its view is visible. */
function regularly(ask, gap) {
  let timer = 0, isSeen = false;
  const look = async () => {
    clearTimeout(timer);
    if (!isSeen) return;
    if (!document.hidden) await ask().catch(() => {});
    clearTimeout(timer);
    if (isSeen) timer = setTimeout(look, gap);
  };
  return (seen) => { isSeen = seen; look(); };
}

/** Fills a `dl` with name and value pairs; omits unknown values. */
export function fillList(list, facts) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  while (list.children.length > known.length) list.lastChild.remove();
  known.forEach(([name, value], at) => {
    const row = list.children[at] ?? list.appendChild(make("div", {}, make("dt"), make("dd", { dir: "auto" })));
    setText(row.firstChild, name);
    setText(row.lastChild, value);
  });
}

const clockWords = (isRight) => (typeof isRight === "boolean" ? t(isRight ? "clockRight" : "clockWrong") : null);

async function askHealth() {
  let health;
  try { health = await get("health"); } catch (why) {
    part("health").hidden = why.status === 404 || why.status === 403;
    throw why;
  }
  part("health").hidden = false;
  const isWell = health.ready && !health.dark && !health.throttled && !health.problems.length;
  part("ready").classList.toggle("bad", !isWell);
  const worst = health.dark ? t("dark", { reason: health.dark }) : health.throttled ? t("throttled")
    : health.ready ? health.problems[0] : t("notReady");
  setText(part("ready"), isWell ? t("well") : worst);
  setText(part("screen-mode"), beside(health.display, health.mode?.replace("x", "×").replace("@", " @ ")));
  fillList(part("facts"), [
    [t("toSee"), health.problems.filter((words) => words !== worst).join("\n")],
    [t("sound"), health.sound],
    [t("temperature"), typeof health.temperature === "number" ? `${number(health.temperature, 1)} °C` : null],
    [t("uptime"), span(health.uptime)],
    [t("memory"), bytes(health.memory)],
    [t("space"), typeof health.disk_free === "number" ? bytes(health.disk_free) : null],
    [t("clock"), clockWords(health.clock_synchronised)],
    [t("decoder"), status?.decoder],
    [t("network"), status?.throughput ? bitrate(status.throughput) : null],
  ]);
  await askFigures();
}

const counters = ["presented", "late", "dropped", "repeated", "skipped", "underruns", "damaged", "recoveries"];
async function askFigures() {
  if (!part("facts").parentNode.querySelector("details").open) return;
  const figures = await get("statistics");
  fillList(part("figures"), [
    ...counters.map((name) => [t(name), number(figures[name])]),
    [t("offset"), milliseconds(figures.offset?.median)],
    [t("edges"), milliseconds(figures.edges?.median)],
  ]);
}

export const seeHealth = regularly(askHealth, 5_000);
part("facts").parentNode.querySelector("details").ontoggle = () => askFigures().catch(() => {});

const box = part("lines");
let lines = [];
async function askLog() {
  try {
    ({ lines } = await get("log", { lines: 200 }));
    drawLog();
  } catch (why) {
    if (why.status) box.replaceChildren(make("p.note", { textContent: why.message, dir: "auto" }));
  }
}

let drawn = "";
function drawLog() {
  const least = part("log-level").value === "all" ? ["info", "warning", "error"] : ["warning", "error"];
  const wanted = lines.filter(({ level }) => least.includes(level) || part("log-level").value === "all");
  const last = wanted.at(-1);
  const signature = `${wanted.length} ${wanted[0]?.time} ${last?.time} ${last?.text}`;
  if (signature === drawn) return;
  drawn = signature;
  const isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 40;
  box.replaceChildren(...wanted.map(({ time, level, text }) => make(`div.line.${level}`, {},
    make("time", { textContent: moment(time) }),
    make("p", {},
      level === "info" ? "" : make("strong", { textContent: t(level) }),
      make("bdi", { textContent: text })))));
  if (!wanted.length) box.append(make("p.note", { textContent: t("logEmpty") }));
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}
fill(part("log-level"), [["all", t("all")], ["warnings", t("warnings")]], "all");
part("log-level").onchange = drawLog;
export const seeLog = regularly(askLog, 2_500);

