// Renders a corpus text, isolated from its surroundings, with its references marked; very long texts in parts.

/** @import { Place, Range } from "./highlights.js" */
/** @import { Translator } from "./translator.js" */
import { element } from "./elements.js";
import { clipPlaces, piecesOf, initialRanges, characterStart } from "./highlights.js";
import { textNodes } from "./visible-text.js";
import { omissionWords } from "./words.js";

/** Maximum number of UTF-16 units per text node: a very long line in a single node is slow to lay out. */
const maxNodeLength = 20_000;

/**
 * @param {string} text
 * @param {Translator} translator
 * @param {readonly Place[]} [places]
 */
export function textView(text, translator, places = []) {
  const host = element("div", { class: "corpus", dir: "auto" });
  const clippedPlaces = clipPlaces(places, text.length);
  let end = 0;
  for (const range of initialRanges(text, clippedPlaces)) {
    if (range.start > end)
      host.append(gapButton({ text, translator, start: end, end: range.start }));
    host.append(...nodesOf(text, range, clippedPlaces));
    end = range.end;
  }
  if (end < text.length) host.append(gapButton({ text, translator, start: end, end: text.length }));
  return host;
}

/**
 * @param {string} text
 * @param {Range} range
 * @param {readonly Place[]} places
 */
function nodesOf(text, range, places) {
  return piecesOf(range, places).flatMap(({ start, end, numbers }) => {
    const nodes = visibleNodes(text.slice(start, end));
    if (numbers.length === 0) return nodes;
    const startingNumbers = places
      .filter(place => place.start === start)
      .map(({ number }) => number);
    const mark = element(
      "mark",
      { "data-references": numbers.join(" "), class: numbers.length > 1 ? "overlap" : "" },
      ...nodes,
    );
    if (startingNumbers.length > 0) mark.dataset["begins"] = startingNumbers.join(" ");
    return [mark];
  });
}

/** @param {string} text */
function visibleNodes(text) {
  /** @type {Node[]} */
  const nodes = [];
  for (let start = 0; start < text.length; ) {
    const end = characterStart(text, Math.min(text.length, start + maxNodeLength));
    nodes.push(...textNodes(text.slice(start, end)));
    start = end;
  }
  return nodes;
}

/**
 * A button that is replaced by the omitted text.
 * @param {Range & { text: string, translator: Translator }} part
 */
function gapButton({ text, translator, start, end }) {
  const button = translator.show(
    element("button", { type: "button", class: "gap" }),
    omissionWords(end - start),
  );
  button.addEventListener("click", () =>
    button.replaceWith(...visibleNodes(text.slice(start, end))),
  );
  return button;
}
