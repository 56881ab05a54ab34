// The tokens that ROUGE, BLEU and token F1 count: as the programs cut them whose numbers ours stand beside.

import { cut } from "jieba-wasm";

export type TokenUse = "rouge" | "bleu";

/**
 * Chinese: the words of jieba's default mode, punctuation and white space kept, letters as they are, for both uses (CRUD-RAG, arXiv 2401.17043).
 * English for ROUGE: lower-case words of letters and digits, no stemmer (Lin 2004, Text Summarization Branches Out; other scripts' letters count
 * as letters). English for BLEU: words and punctuation, capitals kept, by the rules of mteval-v13a, which sacreBLEU takes where nothing else is
 * said (Post 2018, WMT).
 */
export function metricTokens(text: string, language: "zh" | "en", use: TokenUse): string[] {
  if (language === "zh") return jiebaTokens(text);
  return use === "rouge" ? lowerWords(text) : mtevalTokens(text);
}

const lowerWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

// Signs of English are set apart; point and comma only where no digit stands on both sides, a hyphen only after a digit.
const mtevalTokens = (text: string): string[] =>
  ` ${plainLines(text)} `
    .replace(/([!-&(-+:-@[-`{-~/])/g, " $1 ")
    .replace(/([^0-9])([.,])/g, "$1 $2 ")
    .replace(/([.,])([^0-9])/g, " $1 $2")
    .replace(/([0-9])(-)/g, "$1 $2 ")
    .split(/\s+/)
    .filter(token => token !== "");

const plainLines = (text: string): string =>
  text
    .replaceAll("-\n", "")
    .replaceAll("\n", " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");

/** jieba slows down on very long input; no line of running text is longer than this. */
const LONGEST_PIECE = 2000;
// Broken where jieba breaks anyway, so that its words stay the same; anywhere only where no such sign comes for long.
const pieces = new RegExp(
  `[^\\n。！？；，]{0,${LONGEST_PIECE}}[\\n。！？；，]|[^\\n。！？；，]{1,${LONGEST_PIECE}}`,
  "gu",
);

function jiebaTokens(text: string): string[] {
  const cutPieces = text.length <= LONGEST_PIECE ? [text] : (text.match(pieces) ?? []);
  return cutPieces.flatMap(piece => repairLatin(cut(piece, true)));
}

// What jieba 0.42 takes for one block that is not Chinese, and how it cuts it; its dictionary knows five such words with signs.
const latin = /^[a-zA-Z0-9+#&._%-]+$/;
const latinWord = /AT&T|[cC](?:\+\+|#)|[a-zA-Z0-9]+(?:\.[0-9]+)?%?|[^a-zA-Z0-9]+/g;

// jieba-wasm leaves signs within Latin words and numbers (2023-08, i9-13900|K) where jieba sets them apart: without this, most
// news articles would be cut otherwise than by jieba somewhere.
function repairLatin(tokens: readonly string[]): string[] {
  const repaired: string[] = [];
  let run = "";
  for (const token of [...tokens, ""]) {
    if (latin.test(token)) run += token;
    else {
      if (run !== "") repaired.push(...(run.match(latinWord) ?? []));
      run = "";
      if (token !== "") repaired.push(token);
    }
  }
  return repaired;
}
