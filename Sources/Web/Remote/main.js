// Startup: checks the role and switches between views.
import { follow, get, keep, leave, on, output, pause, resume, token } from "./api.js";
import { make, part, setText } from "./elements.js";
import { loadFiles, openFiles } from "./files.js";
import { openConfiguration } from "./configuration.js";
import { seeHealth, seeLog } from "./machine.js";
import { seeNow } from "./now.js";
import { changeToken, pair } from "./pairing.js";
import "./queue.js";
import { seeScreen } from "./screen.js";
import { openSignage } from "./signage.js";
import { direction, language, t, translate } from "./words.js";
import { openZones, seeZones } from "./zones.js";

document.documentElement.lang = language;
document.documentElement.dir = direction;
translate(document);

const views = ["now", "queue", "signage", "files", "screen", "log"];
/** The editor has no tab: the view Screen leads to it. */
const editor = "zones";
// A wide window shows the view Now next to the others.
const isWide = matchMedia("(min-width: 56rem)");

function look() {
  const isOpen = !part("remote").hidden;
  const asked = location.hash.slice(1);
  const isEditing = asked === editor && !part("to-zones").hidden;
  const isThere = isEditing || views.includes(asked) && !document.querySelector(`.tabs [href="#${asked}"]`).hidden;
  const phoneView = isThere ? asked : "now";
  const view = isWide.matches && phoneView === "now" ? "queue" : phoneView;
  part(editor).hidden = !isEditing;
  part("remote").classList.toggle("editing", isEditing);
  for (const name of views) {
    part(name).hidden = name !== view && !(name === "now" && isWide.matches && !isEditing);
    const tab = document.querySelector(`.tabs [href="#${name}"]`);
    if (name === (isEditing ? "screen" : view)) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  part("mini").hidden = view === "now" || isEditing || isWide.matches;
  seeNow(isOpen && !isEditing && (view === "now" || isWide.matches));
  seeScreen(isOpen && view === "screen");
  seeHealth(isOpen && view === "screen");
  seeLog(isOpen && view === "log");
  seeZones(isOpen && isEditing);
  if (isOpen && view === "files") loadFiles();
}
addEventListener("hashchange", () => { look(); scrollTo(0, 0); });
isWide.addEventListener("change", look);

async function drawOutputs() {
  const { outputs } = await get("outputs").catch(() => ({ outputs: [] }));
  const choice = part("outputs");
  part("outputs-pick").hidden = outputs.length < 2;
  choice.replaceChildren(...outputs.map(({ name }) => make("option", { value: name, textContent: name })));
  choice.value = output ?? outputs[0]?.name ?? "";
  choice.onchange = () => {
    const there = new URL(location.href);
    there.searchParams.set("output", choice.value);
    location.assign(there);
  };
}

let wait = 500;
async function begin() {
  let me;
  try {
    me = await get("version");
  } catch (why) {
    if (why.status === 401) return;
    lost(true);
    await pause(wait);
    wait = Math.min(wait * 2, 8_000);
    return begin();
  }
  lost(false);
  setText(part("name"), me.name || "Vitrine");
  document.title = me.name ? `${me.name} · Vitrine` : "Vitrine";
  setText(part("version"), `Vitrine ${me.version} · ${t(`role-${me.role}`)}`);
  part("forget").hidden = !token();
  part("log-tab").hidden = me.role !== "admin";
  part("looking").hidden = me.role !== "view";
  for (const controls of document.querySelectorAll("[data-control]")) controls.disabled = me.role === "view";
  await Promise.all([openFiles(me.role), openConfiguration(me.role), openSignage(me.role), openZones(me.role), drawOutputs()]);
  part("remote").hidden = false;
  look();
  follow();
}

function lost(isLost) {
  document.documentElement.classList.toggle("lost", isLost);
  setText(part("lost"), isLost ? t("lost") : "");
}
on("connection", (isUp) => lost(!isUp));
on("locked", () => { leave(); lost(false); pair(begin); look(); });
part("other-token").onclick = changeToken;
part("forget").onclick = () => { keep(null); location.reload(); };

// A hidden page disconnects after a while.
let away = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(away);
  if (part("remote").hidden) return;
  if (document.hidden) away = setTimeout(leave, 60_000);
  else resume();
});
addEventListener("online", () => { if (!part("remote").hidden) resume(); });

begin();
