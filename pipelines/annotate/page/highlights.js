// Divides a text into visible ranges and highlighted pieces: pure functions on offsets.

/**
 * A reference's position in a text: UTF-16 offsets, end exclusive.
 * @typedef {{ readonly number: number, readonly start: number, readonly end: number }} Place
 */
/** @typedef {{ readonly start: number, readonly end: number }} Range */

/** A text with more UTF-16 units than this is shown in parts. */
const maxWholeLength = 200_000;
/** UTF-16 units shown before and after each reference of such a text. */
const contextLength = 20_000;

/**
 * Clips places to the text and drops empty ones.
 * @param {readonly Place[]} places
 * @param {number} length
 * @returns {Place[]}
 */
export const clipPlaces = (places, length) =>
  places
    .map(({ number, start, end }) => ({
      number,
      start: Math.max(0, start),
      end: Math.min(end, length),
    }))
    .filter(({ start, end }) => start < end);

/**
 * The parts of a text that are shown at first, in order and with gaps between them.
 * @param {string} text
 * @param {readonly Place[]} places
 * @returns {Range[]}
 */
export function initialRanges(text, places) {
  if (text.length <= maxWholeLength) return [{ start: 0, end: text.length }];
  const anchors = places.length > 0 ? places : [{ start: 0, end: 0 }];
  const ranges = anchors.map(({ start, end }) => ({
    start: characterStart(text, Math.max(0, start - contextLength)),
    end: characterStart(text, Math.min(text.length, end + contextLength)),
  }));
  /** @type {{ start: number, end: number }[]} */
  const mergedRanges = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const lastRange = mergedRanges.at(-1);
    if (lastRange && range.start <= lastRange.end)
      lastRange.end = Math.max(lastRange.end, range.end);
    else mergedRanges.push({ ...range });
  }
  return mergedRanges;
}

/**
 * Moves an offset inside a surrogate pair or a CRLF to its beginning.
 * @param {string} text
 * @param {number} offset
 */
export function characterStart(text, offset) {
  if (offset <= 0 || offset >= text.length) return offset;
  const isInside = /[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n/.test(text.slice(offset - 1, offset + 1));
  return isInside ? offset - 1 : offset;
}

/**
 * Cuts a range wherever a place begins or ends; each piece has the numbers of the references that cover it.
 * @param {Range} range
 * @param {readonly Place[]} places
 * @returns {{ start: number, end: number, numbers: number[] }[]}
 */
export function piecesOf({ start, end }, places) {
  const overlapping = places.filter(place => place.start < end && place.end > start);
  const cuts = [
    ...new Set([
      start,
      end,
      ...overlapping.flatMap(place => [Math.max(start, place.start), Math.min(end, place.end)]),
    ]),
  ].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((offset, index) => {
    const numbers = overlapping
      .filter(place => place.start <= offset && place.end > offset)
      .map(({ number }) => number);
    return {
      start: offset,
      end: cuts[index + 1] ?? end,
      numbers: [...new Set(numbers)].sort((a, b) => a - b),
    };
  });
}
