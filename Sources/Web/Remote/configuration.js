// Edits the service's remote configuration.
import { get, request } from "./api.js";
import { make, part, setText, toast } from "./elements.js";
import { t } from "./words.js";

const own = part("own");
let saved = "";

function showErrors(lines) {
  part("faults").replaceChildren(...lines.map((line) => make("p", { textContent: line, dir: "auto" })));
  part("faults").hidden = !lines.length;
}

async function read() {
  const text = await get("configuration");
  // Keep unsaved edits.
  if (own.value === saved) own.value = text.own;
  saved = text.own;
  setText(part("holds"), text.effective);
  part("configuration").hidden = false;
}

/** Shows the editor to administrators of a service. */
export async function openConfiguration(role) {
  part("configuration").hidden = true;
  if (role === "admin") await read().catch(() => {});
}

const send = async (path, method) => (await request(path, { method, json: { own: own.value } })).json();

part("check-own").onclick = async () => {
  try {
    const { errors } = await send("configuration/check", "POST");
    showErrors(errors);
    if (!errors.length) toast(t("good"));
  } catch (why) { toast(why.message, "error"); }
};

part("configuration").onsubmit = async (event) => {
  event.preventDefault();
  try {
    const { waiting } = await send("configuration", "PUT");
    saved = own.value;
    showErrors([]);
    toast(waiting.length ? t("savedWaiting", { sections: waiting.join(", ") }) : t("saved"));
    await read();
  } catch (why) { showErrors(why.message.split("\n")); }
};
