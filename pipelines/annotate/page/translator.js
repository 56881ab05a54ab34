// Shows interface texts in the chosen language, and updates them when it changes.

/** @import { BilingualText } from "../form.ts" */
/** @typedef {"text" | "aria-label" | "placeholder" | "title"} Part */

/** Remembers the texts of each node, by part. */
export class Translator {
  /** @type {"zh" | "en"} */
  language;
  /** @type {WeakMap<Element, Map<Part, BilingualText>>} */
  #wordsByNode = new WeakMap();

  /** @param {"zh" | "en"} language */
  constructor(language) {
    this.language = language;
  }

  /**
   * Shows a text in a node, or as one of its attributes, and returns the node.
   * @template {Element} Kind
   * @param {Kind} node
   * @param {BilingualText} words
   * @param {Part} [part]
   */
  show(node, words, part = "text") {
    const parts = this.#wordsByNode.get(node) ?? new Map();
    this.#wordsByNode.set(node, parts.set(part, words));
    node.setAttribute("data-said", "");
    this.#show(node, part, words);
    return node;
  }

  /** @param {"zh" | "en"} language */
  switchTo(language) {
    this.language = language;
    document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
    for (const node of document.querySelectorAll("[data-said]")) {
      for (const [part, words] of this.#wordsByNode.get(node) ?? []) this.#show(node, part, words);
    }
  }

  /**
   * @param {Element} node
   * @param {Part} part
   * @param {BilingualText} words
   */
  #show(node, part, words) {
    if (part === "text") node.textContent = words[this.language];
    else node.setAttribute(part, words[this.language]);
  }
}

/** The browser's language if it is supported, otherwise English. @returns {"zh" | "en"} */
export const browserLanguage = () =>
  navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en";
