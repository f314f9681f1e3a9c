// Pairing: the player shows a PIN, and the user types it.
import { keep, request } from "./api.js";
import { make, part, setText } from "./elements.js";
import { clock, t } from "./words.js";

/** Shows the view; calls `done` once there is a token. */
export function pair(done) {
  if (!part("pairing").hidden && part("remote").hidden) return;
  keep(null);
  open();
  askForName(done);
}

/** Replaces the stored token, unless the user cancels. */
export function changeToken() {
  open();
  askForToken(() => location.reload(), t("cancel"), () => {
    close();
    part("remote").hidden = false;
  });
}

function open() {
  part("remote").hidden = true;
  part("pairing").hidden = false;
}

function close() {
  part("pairing").hidden = true;
  part("pairing").replaceChildren();
}

function card(title, ...children) {
  const heading = make("h2", { textContent: title });
  part("pairing").replaceChildren(make("div.card", {}, heading, ...children));
}

const words = () => make("p.pair-words", { role: "alert" });

/** A default name for this device in the list of tokens. */
function ownName() {
  const kinds = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  const kind = kinds.find((kind) => navigator.userAgent.includes(kind));
  return kind ? t("remoteOn", { kind }) : t("remoteName");
}

function askForName(done) {
  const name = make("input", {
    id: "pair-name", value: ownName(), maxLength: 64, required: true, autocomplete: "off", dir: "auto",
  });
  const button = make("button.button.primary.wide", { textContent: t("showPin") });
  const said = words();
  const form = make("form", {}, make("p", { textContent: t("pairingHow") }),
    make("label", { for: "pair-name", textContent: t("deviceName") }), name, said, button,
    make("button.button.quiet.wide", {
      type: "button", textContent: t("useToken"),
      onclick: () => askForToken(done, t("usePin"), () => askForName(done)),
    }));
  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    setText(said, "");
    try {
      const answer = await request("pairing", { method: "POST" });
      askForPin(await answer.json(), name.value.trim() || ownName(), done);
    } catch (why) { refuse(why, said, button); }
  };
  card(t("pairing"), form);
}

// One span per word, so that lines break between words.
const tokenCommand = ["sudo", "vitrine", "token", "add", "NAME", "--role", "admin"];

/** `other` is the label of the button that calls `back`. */
function askForToken(done, other, back) {
  const field = make("input", {
    id: "pair-token", type: "password", required: true, maxLength: 100, autocomplete: "current-password",
    spellcheck: false, dir: "ltr",
  });
  field.setAttribute("autocapitalize", "none");
  const button = make("button.button.primary.wide", { textContent: t("connect") });
  const said = words();
  const form = make("form", {}, make("p", { textContent: t("tokenHow") }),
    make("code", { dir: "ltr" }, ...tokenCommand.flatMap((word) => [make("span", { textContent: word }), " "])),
    make("label", { for: "pair-token", textContent: t("token") }), field, said, button,
    make("button.button.quiet.wide", { type: "button", textContent: other, onclick: back }));
  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    setText(said, "");
    const token = field.value.trim();
    try {
      await request("version", { tried: token });
      keep(token);
      close();
      done();
    } catch (why) {
      if (why.status === 401) why.message = t("tokenWrong");
      refuse(why, said, button);
      field.select();
    }
  };
  card(t("useToken"), form);
  field.focus();
}

function askForPin({ digits, expires }, name, done) {
  const pin = make("input.pin", {
    id: "pair-pin", inputMode: "numeric", autocomplete: "one-time-code", maxLength: digits, pattern: "[0-9]*",
    required: true, dir: "ltr",
  });
  const button = make("button.button.primary.wide", { textContent: t("connect") });
  const again = make("button.button.quiet.wide",
    { type: "button", textContent: t("newPin"), onclick: () => leave() });
  const said = words(), rest = make("p.note", {});
  const label = make("label", { for: "pair-pin", textContent: t("pin", { digits }) });
  const form = make("form", {}, label, pin, said, button, rest, again);
  const end = performance.now() + expires * 1000;
  const tick = setInterval(() => {
    const seconds = Math.max((end - performance.now()) / 1000, 0);
    setText(rest, seconds ? t("pinValid", { time: clock(seconds) }) : t("pinOver"));
    if (!seconds) { clearInterval(tick); button.disabled = true; }
  }, 500);
  const leave = () => { clearInterval(tick); askForName(done); };
  pin.oninput = () => {
    pin.value = plainDigits(pin.value).slice(0, digits);
    if (pin.value.length === digits && !button.disabled) form.requestSubmit();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    setText(said, "");
    try {
      const answer = await request("pairing/token", { method: "POST", json: { pin: pin.value, name } });
      const { token } = await answer.json();
      clearInterval(tick);
      keep(token);
      close();
      done();
    } catch (why) {
      refuse(why, said, button);
      pin.select();
    }
  };
  card(t("pairing"), form);
  pin.focus();
}

/** Converts the digits of Arabic and Persian keyboards. */
function plainDigits(text) {
  return [...text].map((digit) => {
    const code = digit.charCodeAt(0);
    return code >= 0x660 && code <= 0x669 ? code - 0x660 : code >= 0x6f0 && code <= 0x6f9 ? code - 0x6f0 : digit;
  }).join("").replace(/\D/g, "");
}

function refuse(why, said, button) {
  const closed = { closed: "pairingClosed", off: "pairingOff", override: "pairingOverride" }[why.pairing];
  setText(said, closed ? t(closed) : why.message);
  // The player may ask the client to wait.
  setTimeout(() => { button.disabled = false; }, (why.seconds ?? 0) * 1000);
}
