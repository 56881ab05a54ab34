// Cuts a text into shown and highlighted parts: pure functions on offsets.

/**
 * A reference's position in a text: UTF-16 offsets, end exclusive.
 * @typedef {{ readonly number: number, readonly start: number, readonly end: number }} Place
 */
/** @typedef {{ readonly start: number, readonly end: number }} Range */

/** Texts above this many UTF-16 units are shown in parts. */
const longest = 200_000;
/** UTF-16 units shown before and after each reference in such texts. */
const around = 20_000;

/**
 * Places clipped to the text; empty ones are dropped.
 * @param {readonly Place[]} places
 * @param {number} length
 * @returns {Place[]}
 */
export const fitted = (places, length) =>
  places
    .map(({ number, start, end }) => ({
      number,
      start: Math.max(0, start),
      end: Math.min(end, length),
    }))
    .filter(({ start, end }) => start < end);

/**
 * Parts of a text that are shown initially, in order, never adjacent.
 * @param {string} text
 * @param {readonly Place[]} places
 * @returns {Range[]}
 */
export function shownAtFirst(text, places) {
  if (text.length <= longest) return [{ start: 0, end: text.length }];
  const wanted = places.length > 0 ? places : [{ start: 0, end: 0 }];
  const ranges = wanted.map(({ start, end }) => ({
    start: wholeSign(text, Math.max(0, start - around)),
    end: wholeSign(text, Math.min(text.length, end + around)),
  }));
  /** @type {{ start: number, end: number }[]} */
  const merged = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/**
 * An offset that is not inside a surrogate pair or a line end.
 * @param {string} text
 * @param {number} offset
 */
export function wholeSign(text, offset) {
  if (offset <= 0 || offset >= text.length) return offset;
  const within = /[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n/.test(text.slice(offset - 1, offset + 1));
  return within ? offset - 1 : offset;
}

/**
 * A range cut wherever a place begins or ends; each piece has the numbers of the references it belongs to.
 * @param {Range} range
 * @param {readonly Place[]} places
 * @returns {{ start: number, end: number, numbers: number[] }[]}
 */
export function piecesOf({ start, end }, places) {
  const inside = places.filter(place => place.start < end && place.end > start);
  const cuts = [
    ...new Set([
      start,
      end,
      ...inside.flatMap(place => [Math.max(start, place.start), Math.min(end, place.end)]),
    ]),
  ].sort((a, b) => a - b);
  const opening = groupedBy(inside, place => Math.max(start, place.start));
  const closing = groupedBy(inside, place => Math.min(end, place.end));
  /** @type {Set<Place>} */
  const open = new Set();
  return cuts.slice(0, -1).map((from, index) => {
    for (const place of closing.get(from) ?? []) open.delete(place);
    for (const place of opening.get(from) ?? []) open.add(place);
    return {
      start: from,
      end: cuts[index + 1] ?? end,
      numbers: [...new Set(Array.from(open, ({ number }) => number))].sort((a, b) => a - b),
    };
  });
}

/**
 * @param {readonly Place[]} places
 * @param {(place: Place) => number} offsetOf
 */
function groupedBy(places, offsetOf) {
  /** @type {Map<number, Place[]>} */
  const groups = new Map();
  for (const place of places) {
    const offset = offsetOf(place);
    const group = groups.get(offset);
    if (group) group.push(place);
    else groups.set(offset, [place]);
  }
  return groups;
}
