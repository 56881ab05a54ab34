// Splits sentences as the papers' published programs do: English like pysbd 0.3.4, Chinese at end punctuation and line ends.

import { hideAbbreviations } from "./published-abbreviations.ts";
import { breakLists } from "./published-lists.ts";
import {
  applyRules,
  hideEnclosed,
  hideEnds,
  marks,
  restoreApostrophes,
  restoreEnds,
  type Rule,
} from "./published-marks.ts";
import { splitAtChineseEnds, stripSpace } from "./python-space.ts";

const { stop, question, exclamation, space } = marks;

/**
 * Trimmed sentences in order, without blank ones. English follows the rules of pysbd (Sadvilkar and Neumann 2020, PySBD, section 3), including
 * its faults: a piece it cannot find in the text again is lost. Only for reproducing published numbers; otherwise use splitSentences.
 */
export function publishedSentences(text: string, language: "zh" | "en"): string[] {
  const pieces =
    language === "zh" ? splitAtChineseEnds(text) : keepLocatable(englishPieces(text), text);
  return pieces.map(stripSpace).filter(sentence => sentence !== "");
}

function englishPieces(text: string): string[] {
  const markedText = hideAbbreviations(breakLists(text.replaceAll("\n", "\r")));
  const lines = breakBrackets(applyRules(markedText, innerStops)).split("\r");
  return lines
    .filter(line => line !== "")
    .flatMap(line => cutLine(applyRules(line, ellipses)))
    .flatMap(piece => cutQuotations(restoreEnds(piece)))
    .map(restoreApostrophes);
}

/** Hides full stops in numbers, file names and addresses; a note number after a full stop ends its line. */
const innerStops: readonly Rule[] = [
  [/\.(?=\d)/g, stop],
  [/(?<=\d)\.(?=\S)/g, stop],
  [/(?<=\r\d)\.(?=\s\S|\))/g, stop],
  [/(?<=^\d\d?)\.(?=\s\S|\))/g, stop],
  [/(?<=\S)[!?]{3,}(?=\s|$)/g, hideEnds],
  [
    new RegExp(
      `(?<=[^\\d\\s])[.${stop}]((?:\\[(?:\\d[\\d,\\s-]*[,\\s-])?\\d{1,3}\\])+|(?:\\d{1,3}\\s?)?\\d{1,3})(?=\\s[A-Z])`,
      "g",
    ),
    match => `${stop}${match.slice(1)}\r`,
  ],
  [/[A-Za-z0-9_]\.[A-Za-z0-9_]/g, hideEnds],
  [/(?<=[a-zA-Z[\]\\^_`]°)\.(?=\s*\d)/g, stop],
  [
    /(?<=\s)\.(?=(?:docx?|xlsx?|pptx?|pdf|ps|odt|txt|rtf|html?|xml|zip|jpe?g|png|gif|tiff?|bmp|svg|tga|exif|sxw|exe|bat|msi|blend|wmv|mp[34]|flac|rb|cpp|cs|js)\s)/g,
    stop,
  ],
];

/** Makes brackets between two quotations a separate piece. */
const breakBrackets = (text: string): string =>
  text.replace(/["”]\s\([^\n]*\)\s["“]/g, match =>
    match.replace(/\s(?=\()/g, "\r").replace(/(?<=\))\s/g, "\r"),
  );

/** Three full stops end a sentence only before a capital. */
const ellipses: readonly Rule[] = [
  [/(?:\s\.){3}\s/g, match => match.replaceAll(".", stop).replace(/\s/g, space)],
  [/(?<=[a-z])(?:\.\s){3}\.$/g, match => match.replaceAll(".", stop).replace(/\s/g, space)],
  [/(?<=\S)\.{3}(?=\.\s[A-Z])/g, hideEnds],
  [/\.{3}(?=\s+[A-Z])/g, `${stop}${stop}.`],
  [/\.{3}/g, hideEnds],
];

const ends = "。．.！!?？";
/** Brackets and quotations before a capital are whole pieces; otherwise a piece runs to the next end. */
const piecesPattern = new RegExp(
  [
    String.raw`（[^）]*）(?=\s?[A-Z])|「[^」]*」(?=\s[A-Z])|\([^)]{2,}\)(?=\s[A-Z])`,
    String.raw`'[^']*[^,]'(?=\s[A-Z])|"[^"]*[^,]"(?=\s[A-Z])|“[^”]*[^,]”(?=\s[A-Z])`,
    `[${ends} ]{2,}`,
    `\\S[^\\n]*?[${ends}${marks.end}${marks.questionExclamation}${marks.exclamationQuestion}${marks.questions}${marks.exclamations}]`,
    `[${ends}]`,
  ].join("|"),
  "g",
);

function cutLine(line: string): string[] {
  if (!new RegExp(`[${ends}]`).test(line)) return [line];
  const endedLine = ends.includes(line.slice(-1)) ? line : line + marks.end;
  const hiddenLine = applyRules(endedLine.replace(wordsWithExclamation, hideEnclosed), [
    ...singleQuotes(endedLine),
    ...enclosures,
  ]);
  const markedLine = /^(?:\?!|!\?|\?\?|!!)/.test(hiddenLine)
    ? hiddenLine
    : applyRules(hiddenLine, doubleMarks);
  return applyRules(markedLine, midSentence).match(piecesPattern) ?? [];
}

const wordsWithExclamation =
  /!Xũ|!Kung|ǃʼOǃKung|!Xuu?n|ǃHu|ǃKhung|ǃKu|ǃung|ǃXo|ǃXû|ǃXung|ǃXũ|Yahoo!|Y!J|Yum!/g;

/** Single quotes count unless every possible closing one is inside a word. */
function singleQuotes(line: string): Rule[] {
  if (/(?<=\s)'(?:[^']|'[a-zA-Z])*'\S/.test(line) && !/'\s/.test(line)) return [];
  return [[/(?<=\s)'(?:[^']|'[a-zA-Z])*'/g, hideEnds]];
}

const enclosures: readonly Rule[] = [
  [/(?<=\s)‘(?:[^’]|’[a-zA-Z])*’/g, hideEnclosed],
  [/"[^"\\]+"/g, hideEnclosed],
  [/\[[^\]\\]+\]/g, hideEnclosed],
  [/\([^()\\]+\)/g, hideEnclosed],
  [/«[^»\\]+»/g, hideEnclosed],
  [/--[^-]+--/g, hideEnclosed],
  [/“[^”\\]+”/g, hideEnclosed],
];

const doubleMarks: readonly Rule[] = [
  [/\?!/g, marks.questionExclamation],
  [/!\?/g, marks.exclamationQuestion],
  [/\?\?/g, marks.questions],
  [/!!/g, marks.exclamations],
];

const midSentence: readonly Rule[] = [
  [/\?(?=['"])/g, question],
  [/!(?=['"]|,?\s[a-z])/g, exclamation],
  // Brackets around small Roman numerals do not count as brackets.
  [
    /\((?=[mdclxvi])m*(?:c[md]|d?c*)(?:x[cl]|l?x*)(?:i[xv]|v?i*)\)(?=\s[A-Z])/g,
    match => marks.open + match.slice(1, -1) + marks.close,
  ],
  [new RegExp(`${exclamation}$`), "!"],
];

/** Splits before a capital after a quotation with end punctuation. */
const cutQuotations = (piece: string): string[] =>
  (/^[a-zA-Z]{3,}$/.test(piece) ? [piece] : piece.split(/(?<=[!?.-]["'“”])\s(?=[A-Z])/)).map(
    stripSpace,
  );

/** Keeps the pieces that can be found in the text, in order: a piece that the rules changed is dropped. */
function keepLocatable(pieces: readonly string[], text: string): string[] {
  let end = 0;
  return pieces.filter(piece => {
    const index = text.indexOf(piece, Math.max(0, end - piece.length + 1));
    if (index < 0) return false;
    end = index + piece.length;
    return true;
  });
}
