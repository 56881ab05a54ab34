// A verdict superseded by another tab's, kept in the browser until the person uses or discards it.

/** @import { State } from "./saving.js" */
import { removeStored, store, keyOf, readStored } from "./storage.js";

export class SetAsideVerdict {
  /** @type {string} */
  #key;

  /** @param {string} owner identifies batch and person @param {string} taskId */
  constructor(owner, taskId) {
    this.#key = keyOf("aside", owner, taskId);
  }

  /** @param {State} state */
  store(state) {
    store(this.#key, JSON.stringify(state));
  }

  /** @returns {State | null} */
  read() {
    try {
      return JSON.parse(readStored(this.#key) ?? "null");
    } catch {
      return null;
    }
  }

  discard() {
    removeStored(this.#key);
  }
}
