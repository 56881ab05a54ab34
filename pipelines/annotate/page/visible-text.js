// Makes hidden characters visible: shows invisible and bidirectional ones as small boxes with their names.

import { element } from "./elements.js";

/** Controls except tab and line feed, soft hyphens, zero-width characters, bidirectional controls, line and paragraph separators, tags; a run of one character is one match. */
const hiddenRun =
  /([\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|\u034F|\u17B4|\u17B5|\r(?!\n)|[\u{E0000}-\u{E007F}])\1*/gu;

/** A text that needs more boxes than this is shown with the names in brackets, to keep the page fast. */
const maxBoxes = 500;

/** @param {string} run one character, repeated */
function nameOf(run) {
  const code = run.codePointAt(0) ?? 0;
  const count = run.length / (code > 0xffff ? 2 : 1);
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}${count > 1 ? ` ×${count}` : ""}`;
}

/**
 * The text with the names of hidden characters in brackets, for places that allow only text.
 * @param {string} text
 */
export const withBracketedNames = text => text.replace(hiddenRun, run => `[${nameOf(run)}]`);

/**
 * The names of the hidden characters in a text, each once and at most 20.
 * @param {string} text
 * @returns {string[]}
 */
export const hiddenNamesIn = text =>
  [...new Set(Array.from(text.matchAll(hiddenRun), ([run]) => nameOf(run)))].slice(0, 20);

/**
 * @param {string} text
 * @returns {Node[]}
 */
export function textNodes(text) {
  const runs = [...text.matchAll(hiddenRun)];
  if (runs.length > maxBoxes) return [document.createTextNode(withBracketedNames(text))];
  /** @type {Node[]} */
  const nodes = [];
  let end = 0;
  for (const { 0: run, index } of runs) {
    if (index > end) nodes.push(document.createTextNode(text.slice(end, index)));
    nodes.push(element("span", { class: "sign", dir: "ltr" }, nameOf(run)));
    end = index + run.length;
  }
  if (end < text.length || nodes.length === 0) nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}
