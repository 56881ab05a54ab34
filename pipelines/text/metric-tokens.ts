// Splits texts into the tokens of ROUGE, BLEU and token F1, like the programs that our scores are compared with.

import { cut } from "jieba-wasm";

export type TokenUse = "rouge" | "bleu";

/**
 * Chinese: the words of jieba's default mode, with punctuation, white space and case kept, for both uses (CRUD-RAG, arXiv 2401.17043).
 * English for ROUGE: lower-case words of letters and digits, no stemmer (Lin 2004, Text Summarization Branches Out; other scripts' letters count
 * as letters). English for BLEU: words and punctuation, case kept, by the rules of mteval-v13a, the default of sacreBLEU
 * (Post 2018, WMT).
 */
export function metricTokens(text: string, language: "zh" | "en", use: TokenUse): string[] {
  if (language === "zh") return jiebaTokens(text);
  return use === "rouge" ? lowerCaseWords(text) : mtevalTokens(text);
}

const lowerCaseWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

// Splits off English punctuation: full stop and comma unless between two digits, a hyphen only after a digit.
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

/** Maximum length of a piece for jieba, which slows down on very long input; lines of running text are shorter. */
const maxPieceLength = 2000;
// Splits where jieba splits anyway, so that its words stay the same; elsewhere only within a very long run of text that offers no such place.
const piecePattern = new RegExp(
  `[^\\n。！？；，]{0,${maxPieceLength}}[\\n。！？；，]|[^\\n。！？；，]{1,${maxPieceLength}}`,
  "gu",
);

function jiebaTokens(text: string): string[] {
  const pieces = text.length <= maxPieceLength ? [text] : (text.match(piecePattern) ?? []);
  return pieces.flatMap(piece => repairLatin(cut(piece, true)));
}

// What jieba 0.42 treats as one non-Chinese block, and how it splits it; its dictionary has five such words with symbols.
const latinBlock = /^[a-zA-Z0-9+#&._%-]+$/;
const latinWord = /AT&T|[cC](?:\+\+|#)|[a-zA-Z0-9]+(?:\.[0-9]+)?%?|[^a-zA-Z0-9]+/g;

// jieba-wasm keeps symbols inside Latin words and numbers (2023-08, i9-13900|K) where jieba splits them off: without this, most
// news articles would be split differently somewhere.
function repairLatin(tokens: readonly string[]): string[] {
  const words: string[] = [];
  let block = "";
  for (const token of [...tokens, ""]) {
    if (latinBlock.test(token)) block += token;
    else {
      if (block !== "") words.push(...(block.match(latinWord) ?? []));
      block = "";
      if (token !== "") words.push(token);
    }
  }
  return words;
}
