// Building blocks of the page: elements, icons, pictures, messages, questions.
import { on } from "./api.js";
import { t } from "./words.js";

export const part = (id) => document.getElementById(id);

/** `make("button.round", { type: "button", "aria-label": … }, icon("play"), "text")`; strings are never parsed as HTML. */
export function make(selector, properties = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = document.createElement(tag);
  element.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role" || name === "for") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const vector = "http://www.w3.org/2000/svg";
export function icon(name) {
  const drawing = document.createElementNS(vector, "svg");
  drawing.setAttribute("aria-hidden", "true");
  const use = drawing.appendChild(document.createElementNS(vector, "use"));
  use.setAttribute("href", `#i-${name}`);
  return drawing;
}

export function setIcon(button, name) {
  const use = button.querySelector("use");
  if (use.getAttribute("href") !== `#i-${name}`) use.setAttribute("href", `#i-${name}`);
}

/** Avoids DOM changes, since the status arrives ten times a second. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
export function setLabel(element, text) {
  if (element.getAttribute("aria-label") !== text) element.setAttribute("aria-label", text);
}

/** Shows a picture made by `picture`, or none; revokes the previous one. */
export function show(image, url) {
  const old = image.dataset.lent;
  image.hidden = !url;
  if (url) [image.src, image.dataset.lent] = [url, url];
  else {
    image.removeAttribute("src");
    delete image.dataset.lent;
  }
  if (old && old !== url) URL.revokeObjectURL(old);
}

export function toast(words, kind = "done") {
  const stays = kind === "error" ? 9_000 : 4_000;
  const note = make(`div.toast.${kind}`, { role: kind === "error" ? "alert" : "status" },
    icon(kind === "error" ? "alert" : "check"), make("p", { textContent: words, dir: "auto" }));
  const away = () => note.remove();
  let timer = setTimeout(away, stays);
  // Hovering keeps the message on screen.
  note.onpointerenter = () => clearTimeout(timer);
  note.onpointerleave = () => { timer = setTimeout(away, 2_000); };
  const properties = { type: "button", onclick: away, "aria-label": t("close") };
  note.append(make("button.round.small", properties, icon("close")));
  const same = [...part("toasts").children].find((other) => other.innerText === note.innerText);
  (same ?? part("toasts").children[2])?.remove();
  part("toasts").append(note);
}

on("refused", (why) => { if (why.status !== 401) toast(why.message, "error"); });

/** Asks the user to confirm. */
export function ask(question, yes) {
  return new Promise((answer) => {
    const close = (value) => () => box.close(value);
    const words = make("p", { textContent: question, id: "question", dir: "auto" });
    const box = make("dialog.question", { "aria-labelledby": "question" }, words,
      make("div.tools", {},
        make("button.button.quiet", { type: "button", onclick: close(""), textContent: t("cancel") }),
        make("button.button.primary", { type: "button", onclick: close("yes"), textContent: yes })));
    box.onclose = () => { box.remove(); answer(box.returnValue === "yes"); };
    document.body.append(box);
    box.showModal();
  });
}
