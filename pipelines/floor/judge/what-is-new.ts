// What a Chinese text says beyond another: its stretches that do not stand there. Pairs of characters across their borders would be no words.

/** What joins a name to what was said of it. */
const JOINS = /^(?:由|是|为|在|被|于)(?=\p{Script=Han}{2})/u;

/** The stretches of a text left when all runs of two and more characters that the other text has are taken out, cut at signs. */
export function newStretches(text: string, other: string): string[] {
  let left = "";
  for (let at = 0; at < text.length; ) {
    const length = sharedRun(text, at, other);
    left += length >= 2 ? " " : text.slice(at, at + 1);
    at += length >= 2 ? length : 1;
  }
  return left
    .split(/[\s\p{P}]+/u)
    .map(piece => piece.replace(JOINS, ""))
    .filter(piece => piece !== "");
}

/** How many characters from `at` on stand together in the other text. */
function sharedRun(text: string, at: number, other: string): number {
  let length = 0;
  while (at + length < text.length && other.includes(text.slice(at, at + length + 1))) length++;
  return length;
}
