// A verdict superseded by another tab's, kept in the browser until the person uses or discards it.

/** @import { State } from "./saving.js" */
import { forget, keep, keyOf, readKept } from "./storage.js";

export class Aside {
  /** @type {string} */
  #key;

  /** @param {string} owner identifies batch and person @param {string} taskId */
  constructor(owner, taskId) {
    this.#key = keyOf("aside", owner, taskId);
  }

  /** @param {State} state */
  put(state) {
    keep(this.#key, JSON.stringify(state));
  }

  /** @returns {State | null} */
  take() {
    try {
      return JSON.parse(readKept(this.#key) ?? "null");
    } catch {
      return null;
    }
  }

  drop() {
    forget(this.#key);
  }
}
