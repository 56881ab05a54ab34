// The phrases of a sentence that an answer uses: its values and words, with what they are of.

import { type Sharing, type Token, tokensOf } from "./keyword-tokens.ts";

type Language = "zh" | "en";

/** A run of tokens of one sentence. */
interface Phrase {
  readonly start: number;
  readonly end: number;
  readonly tokens: readonly Token[];
}

/** Chinese in characters, English in words: longer ones are cut. */
const LONGEST = { zh: 20, en: 8 };
/** Words of grammar that may stand between two words of a phrase. */
const MOST_FILLERS = { zh: 1, en: 2 };
const MOST_ELEMENTS = 3;

const lengthOf = (tokens: readonly Token[], language: Language): number => {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return language === "zh" ? (last?.end ?? 0) - (first?.start ?? 0) : tokens.length;
};

const phraseOf = (tokens: readonly Token[]): Phrase => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
  tokens,
});

// Latin words have one blank, hyphen or possessive mark between them, Chinese ones nothing.
const adjoin = (text: string, before: Token | undefined, after: Token): boolean => {
  if (before === undefined) return false;
  const between = text.slice(before.end, after.start);
  // "H. Nguyen", "LM/CR/2023/041": cut apart, their pieces say nothing.
  const isInitial =
    /^\p{Lu}$/u.test(text.slice(before.start, before.end)) && /^\. ?$/.test(between);
  return isInitial || /^['’]?[ -]?$|^\/$/.test(between);
};

/** Runs of shared words and values, over a few words of grammar, no longer than a phrase is. */
function sharedPhrases(text: string, sharing: Sharing): Phrase[] {
  const { language } = sharing;
  const phrases: Phrase[] = [];
  let run: Token[] = [];
  let fillers: Token[] = [];
  const close = () => {
    if (run.length > 0) phrases.push(phraseOf(run));
    run = [];
    fillers = [];
  };
  for (const token of tokensOf(text, sharing)) {
    if (!adjoin(text, fillers.at(-1) ?? run.at(-1), token)) close();
    if (token.shared && token.kind !== "filler" && token.kind !== "sign") {
      const longer = [...run, ...fillers, token];
      if (lengthOf(longer, language) > LONGEST[language]) close();
      run = run.length === 0 ? [token] : longer;
      fillers = [];
    } else if (token.kind === "filler" && run.length > 0 && fillers.length < MOST_FILLERS[language])
      fillers.push(token);
    else close();
  }
  close();
  const says = ({ tokens, start, end }: Phrase): boolean =>
    language === "en" || end - start > 1 || tokens.some(({ told }) => told);
  return phrases.filter(
    phrase => says(phrase) && !/^[A-Za-z]$/.test(text.slice(phrase.start, phrase.end)),
  );
}

const tells = ({ tokens }: Phrase): boolean => tokens.some(token => token.told);
const tellsValue = ({ tokens }: Phrase): boolean =>
  tokens.some(({ told, kind }) => told && kind === "value");
const isName = ({ tokens }: Phrase): boolean =>
  tokens.every(({ kind }) => kind === "name" || kind === "filler");
const hasLabel = ({ tokens }: Phrase): boolean =>
  tokens.some(({ kind, shared, told }) => kind === "word" && shared && !told);

const weightOf = (phrase: Phrase, language: Language): number => {
  const told = phrase.tokens.filter(token => token.told);
  const size =
    language === "zh"
      ? told.reduce((sum, { start, end }) => sum + end - start, 0) / 2
      : told.length;
  return (tellsValue(phrase) ? 10 : 0) + size;
};

/** The distance between two phrases, in characters. */
const gap = (one: Phrase, other: Phrase): number =>
  Math.max(one.start - other.end, other.start - one.end);

/** A label is worth more the longer it is and the nearer it stands. */
const labelWorth = (label: Phrase, chosen: Phrase): number =>
  (label.end - label.start) / (1 + Math.max(0, gap(label, chosen)) / 16);

/** What a value or name is of: the question's words beside it; the name of a document only where there is nothing else. */
function labelFor(chosen: readonly Phrase[], phrases: readonly Phrase[]): Phrase | undefined {
  const [first] = chosen;
  if (!first || chosen.some(hasLabel)) return undefined;
  const free = phrases
    .filter(phrase => !chosen.includes(phrase))
    .sort((a, b) => labelWorth(b, first) - labelWorth(a, first));
  return free.find(phrase => !isName(phrase)) ?? free[0];
}

/** One word more to the left, or else to the right: "sold the fertiliser depot" and not the depot alone. */
function widened(phrase: Phrase, text: string, sharing: Sharing): Phrase {
  const tokens = tokensOf(text, sharing);
  const first = tokens.findIndex(({ start }) => start === phrase.start);
  const last = tokens.findIndex(({ end }) => end === phrase.end);
  const before = reach(tokens.slice(0, first).reverse(), sharing.language).reverse();
  const after = before.length > 0 ? [] : reach(tokens.slice(last + 1), sharing.language);
  const wider = [...before, ...phrase.tokens, ...after];
  const adjoins = wider.every((token, at) => at === 0 || adjoin(text, wider[at - 1], token));
  return adjoins && lengthOf(wider, sharing.language) <= LONGEST[sharing.language]
    ? phraseOf(wider)
    : phrase;
}

/** The next word that means something, and the words of grammar before it; nothing where a sign comes first. */
function reach(tokens: readonly Token[], language: Language): Token[] {
  const at = tokens.findIndex(({ kind }) => kind !== "filler");
  return tokens[at]?.kind === "word" && at <= MOST_FILLERS[language] ? tokens.slice(0, at + 1) : [];
}

/** The elements of a sentence's list, as they stand in it; empty where it says nothing that the answer tells beyond the question. */
export function tellingElements(text: string, sharing: Sharing): string[] {
  const phrases = sharedPhrases(text, sharing);
  const ranked = phrases
    .filter(tells)
    .sort((a, b) => weightOf(b, sharing.language) - weightOf(a, sharing.language));
  const most = ranked[0] ? weightOf(ranked[0], sharing.language) : 0;
  const chosen = ranked
    .filter(phrase => tellsValue(phrase) || weightOf(phrase, sharing.language) * 3 > most)
    .slice(0, MOST_ELEMENTS);
  if (chosen.length === 0) return [];
  const label = labelFor(chosen, phrases);
  const alone =
    chosen.length === 1 &&
    !chosen.some(hasLabel) &&
    (label === undefined || isName(label) || !hasLabel(label));
  const picked = [
    ...(alone ? chosen.map(phrase => widened(phrase, text, sharing)) : chosen),
    ...(label ? [label] : []),
  ];
  return asElements(picked, text);
}

/** Whatever a sentence shares with question and answer; its first words where that is nothing. */
export function anyElements(text: string, sharing: Sharing): string[] {
  const shared = sharedPhrases(text, sharing).slice(0, MOST_ELEMENTS);
  if (shared.length > 0) return asElements(shared, text);
  const run: Token[] = [];
  for (const token of tokensOf(text, sharing)) {
    if (token.kind === "sign" ? run.length > 0 : run.length > 0 && !adjoin(text, run.at(-1), token))
      break;
    if (token.kind !== "sign") run.push(token);
    if (lengthOf(run, sharing.language) >= LONGEST[sharing.language]) break;
  }
  return run.length > 0 ? asElements([phraseOf(run)], text) : [];
}

/** A sign that words and numbers are made of in scripts that part them by blanks. */
const isWordSign = (sign: string | undefined): boolean =>
  sign !== undefined && /(?!\p{Script=Han})[\p{L}\p{N}\p{M}]/u.test(sign);
const isDigit = (sign: string | undefined): boolean => /\p{Nd}/u.test(sign ?? "");

/** Whether a cut before this place would part a word or a number: in "Q3FY2021" and "7.8%" it would. */
const isWithinWord = (text: string, at: number): boolean =>
  (isWordSign(text[at - 1]) && isWordSign(text[at])) ||
  /^\p{M}/u.test(text[at] ?? "") ||
  (/[.,]/.test(text[at] ?? "") && isDigit(text[at - 1]) && isDigit(text[at + 1])) ||
  (/[.,]/.test(text[at - 1] ?? "") && isDigit(text[at - 2]) && isDigit(text[at]));

/** The stretch without halves of words at its ends; only broken text has values and words that are glued to others. */
function wholeWords(text: string, { start, end }: Phrase): string {
  let [from, to] = [start, end];
  while (from > 0 && isWithinWord(text, from)) from--;
  while (to < text.length && isWithinWord(text, to)) to++;
  return text.slice(from, to);
}

const asElements = (phrases: readonly Phrase[], text: string): string[] => {
  const inOrder = [...phrases]
    .sort((a, b) => a.start - b.start)
    .map(phrase => wholeWords(text, phrase));
  return [...new Set(inOrder)].filter(element => /[\p{L}\p{N}]/u.test(element));
};
