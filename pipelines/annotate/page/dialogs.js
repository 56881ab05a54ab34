// Dialogs: help, the person's name, the server's access key.

/** @import { Batch } from "./api.js" */
/** @import { Translator } from "./translator.js" */
import { byId, element } from "./elements.js";
import { keyHelp } from "./words.js";

/** Fills the help with the protocol's guide and the keys. @param {Batch} batch @param {Translator} translator */
export function fillHelp({ title, guide }, translator) {
  const paragraphs = Array.from(
    { length: Math.max(guide.zh.length, guide.en.length) },
    (_, index) =>
      translator.show(element("p", {}), { zh: guide.zh[index] ?? "", en: guide.en[index] ?? "" }),
  );
  byId("guide", HTMLElement).replaceChildren(
    translator.show(element("h3", {}), title),
    ...paragraphs,
  );
  const rows = keyHelp.flatMap(([keys, meaning]) => [
    element("dt", {}, ...keys.split(" ").map(key => element("kbd", {}, key === "–" ? "…" : key))),
    translator.show(element("dd", {}), meaning),
  ]);
  byId("keys", HTMLElement).replaceChildren(...rows);
}

export function toggleHelp() {
  const help = byId("help", HTMLDialogElement);
  if (help.open) help.close();
  else help.showModal();
}

/**
 * Asks in a dialog with a single input; stays open until something is entered.
 * @param {"name" | "token"} subject
 * @param {string} proposal
 * @returns {Promise<string>}
 */
export function ask(subject, proposal) {
  const dialog = byId(`ask-${subject}`, HTMLDialogElement);
  const input = byId(`${subject}-input`, HTMLInputElement);
  input.value = proposal;
  if (!dialog.open) dialog.showModal();
  input.select();
  return new Promise(resolve => {
    const submit = () => {
      const value = input.value.trim();
      if (value === "") return input.focus();
      dialog.close();
      byId(`${subject}-go`, HTMLButtonElement).removeEventListener("click", submit);
      resolve(value);
    };
    byId(`${subject}-go`, HTMLButtonElement).addEventListener("click", submit);
    input.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      submit();
    });
    dialog.addEventListener("cancel", event => event.preventDefault());
  });
}
