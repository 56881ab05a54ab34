// Carries an item over when facts of its documents change: its answer is kept, replaced, or lost.

import type { Derivation, ItemRow } from "../../schemas/items/records.ts";
import { calculate } from "../text/calculation.ts";
import { decimalsOf, groupedLike } from "../text/decimal.ts";
import { checkDerivation, unsupportedValues } from "../text/derivation.ts";
import { findValues } from "../text/values.ts";
import { type Change, detailAfter } from "./changes.ts";
import { changeOf, type ItemTexts, reworded } from "./item-texts.ts";
import { tiedTo } from "./relations.ts";
import {
  amountOf,
  compareTold,
  isSame,
  readTold,
  type StatedDetail,
} from "../text/changeable-details.ts";

/** An item's texts in the twin; its spans are shifted later. */
type Words = Pick<ItemRow, "answer" | "keypoints" | "derivations" | "keywords"> &
  Pick<ItemRow, "wrongAnswers">;

export type Carried =
  | { readonly outcome: "kept" | "changed"; readonly words: Words }
  | { readonly outcome: "not-carried"; readonly because: string };

const lost = (because: string): Carried => ({ outcome: "not-carried", because });

/** Words for ratios of numbers that no derivation of the item covers. */
const RATIO = {
  zh: /倍|一半|半数|翻番|分之|成以上|平均|一样多|相当于/,
  en: /\b(?:twice|double[ds]?|tripl\w+|quadrupl\w+|half|halv\w+|a third|thirds|a quarter|quarters|\w+fold|times (?:as|more|less|the)|average|per head|equal(?:s|led)?)\b/i,
};

/** Vague numbers, which cannot be compared with others. */
const VAGUE = {
  zh: /[一二两三四五六七八九十][二三四五六七八九](?=[个天年月周分小人次克毫米公元万])|[几数好][十百千万个天年月周分小次]|十几|半个?[年月天小]/,
  en: /\b(?:a few|several|a couple|dozens?|hundreds|thousands|half (?:a|an)|an? (?:hour|minute|day|week|month|year)s?)\b/i,
};

const isAmount = ({ fact: { told } }: Change): boolean =>
  amountOf(told) !== undefined && told.kind !== "date";

/** `changes` are all changes in the item's documents and in those on the same subjects. */
export function carry(texts: ItemTexts, changes: readonly Change[]): Carried {
  const { item, question, said, evidence, leaves } = texts;
  const resting = changes.filter(({ fact }) =>
    fact.places.some(({ told }) => evidence.some(place => place.told === told)),
  );
  const elsewhere = changes.filter(change => !resting.includes(change));
  const strange = said.find(
    told => changeOf(told, elsewhere) && !question.some(one => isSame(one, told)),
  );
  if (strange) return lost(`its answer states "${strange.text}", which its evidence does not`);
  if (elsewhere.some(({ fact }) => fact.leaves.some(leaf => leaves.has(leaf))))
    return lost("what it lists changes in a document other than its own");
  if (resting.length === 0) return { outcome: "kept", words: item };
  const asked = question.find(told => changeOf(told, resting));
  if (asked) return lost(`its question itself states "${asked.text}"`);
  const vague = resting.some(isAmount) ? VAGUE[item.language].exec(item.question)?.[0] : undefined;
  if (vague !== undefined) return lost(`its question gives a rough number ("${vague}")`);
  return carryTexts(texts, resting);
}

function carryTexts(texts: ItemTexts, changes: readonly Change[]): Carried {
  const { item, said, evidence } = texts;
  const twofold = said.find(
    told =>
      changeOf(told, changes) &&
      evidence.some(place => isSame(place.told, told) && !isChanged(place.told, changes)),
  );
  if (twofold) return lost(`"${twofold.text}" describes two things in its evidence`);
  const words = [item.answer, ...item.keypoints.map(({ claim }) => claim)].join("\n");
  const ratio = changes.some(isAmount) ? RATIO[item.language].exec(words)?.[0] : undefined;
  if (ratio !== undefined) return lost(`its answer sets values in relation ("${ratio}")`);
  if (!keepsOrder(texts, changes)) return lost("the order of its values would change");
  const newWords = reword(texts, changes);
  if (newWords === undefined) return lost("a value or a derivation in it cannot be rewritten");
  return provenBy(texts, changes, newWords);
}

const isChanged = (told: StatedDetail, changes: readonly Change[]): boolean =>
  changes.some(({ fact }) => fact.places.some(place => place.told === told));

/** Whether greater stays greater and equal stays equal among all values of question, answer and evidence. */
function keepsOrder({ question, said, evidence }: ItemTexts, changes: readonly Change[]): boolean {
  const all = [...question, ...said, ...evidence.map(({ told }) => told)].map(told => {
    const change = changeOf(told, changes);
    return { told, after: change ? (detailAfter(change, told) ?? told) : told };
  });
  return all.every(
    (one, at) =>
      one.after === one.told ||
      all.every(
        (other, index) =>
          index === at || compareTold(one.told, other.told) === compareTold(one.after, other.after),
      ),
  );
}

/** All of an item's texts with the new values, derivations recomputed; undefined if one cannot be written. */
function reword({ item, names }: ItemTexts, changes: readonly Change[]): Words | undefined {
  const { language } = item;
  const derived = rederive(item, changes);
  if (derived === undefined) return undefined;
  const write = (text: string) =>
    reworded(text, [...changes, ...derived.results], { language, names });
  const answer = write(item.answer);
  const claims = item.keypoints.map(({ claim }) => write(claim));
  const wrong = item.wrongAnswers?.map(one => ({ ...one, answer: write(one.answer) }));
  const coarse = item.keywords?.coarse.map(write);
  const all = [answer, ...claims, ...(wrong ?? []).map(one => one.answer), ...(coarse ?? [])];
  if (answer === undefined || all.includes(undefined)) return undefined;
  return {
    answer,
    keypoints: item.keypoints.map((keypoint, at) => ({ ...keypoint, claim: claims[at] ?? "" })),
    derivations: derived.derivations,
    keywords: item.keywords && {
      ...item.keywords,
      coarse: (coarse ?? []).flatMap(one => one ?? []),
    },
    ...(wrong ? { wrongAnswers: wrong.map(one => ({ ...one, answer: one.answer ?? "" })) } : {}),
  };
}

interface Derived {
  readonly derivations: Derivation[];
  /** The new results, as changes of places in the answer. */
  readonly results: Change[];
}

/** Results without a changed operand stay; all others must be computable by `resultOf`. */
function rederive(item: ItemRow, changes: readonly Change[]): Derived | undefined {
  const { language } = item;
  const derivations: Derivation[] = [];
  const results: Change[] = [];
  for (const derivation of item.derivations) {
    const known = [...changes, ...results];
    const operands = derivation.operands.map(text =>
      reworded(text, known, { language, names: [] }),
    );
    if (operands.includes(undefined)) return undefined;
    const written = { ...derivation, operands: operands.flatMap(text => text ?? []) };
    const moved = written.operands.some((text, at) => text !== derivation.operands[at]);
    const isExtreme = /^(?:maximum|minimum)$/.test(derivation.operation);
    const [oldResult] = readTold(derivation.result);
    const change = !moved
      ? undefined
      : isExtreme
        ? oldResult && changeOf(oldResult, known)
        : resultOf(written, derivation.result, language);
    if (moved && change === undefined && !isExtreme) return undefined;
    const result = change && reworded(derivation.result, [change], { language, names: [] });
    derivations.push({ ...written, result: result ?? derivation.result });
    if (change && result !== undefined && !isExtreme) results.push(change);
    if (moved && checkDerivation(derivations.at(-1) ?? derivation, language)) return undefined;
  }
  return { derivations, results };
}

/** The result of the operands, at the old precision, in a form that the check of derivations accepts. */
function resultOf(derivation: Derivation, text: string, language: "zh" | "en"): Change | undefined {
  const [told] = readTold(text);
  const [digits = ""] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? [];
  const [number = "", unit = ""] = (told?.canonical ?? "").split(" ");
  const plain = digits.replaceAll(",", "");
  if (told === undefined || plain === "" || told.kind === "date" || told.kind === "version")
    return undefined;
  const operands = derivation.operands.flatMap(one => findValues(one).slice(0, 1));
  const expected = calculate(derivation.operation, operands, derivation.operands.length);
  if (expected === undefined) return undefined;
  const scale = Math.abs(Number(number) / Number(plain));
  // A ratio may be written as a percentage.
  for (const value of [expected, expected * 100]) {
    const other = Math.abs(value / scale).toFixed(decimalsOf(plain));
    const result = text.replace(digits, () => groupedLike(other, digits));
    if (Number(other) > 0 && checkDerivation({ ...derivation, result }, language) === undefined)
      return {
        fact: inAnswer(told, language),
        canonical: `${Number((Number(other) * scale).toFixed(6))} ${unit}`.trim(),
      };
  }
  return undefined;
}

/** A value that no document states. */
const inAnswer = (told: StatedDetail, language: "zh" | "en"): Change["fact"] => ({
  key: `answer ${told.canonical}`,
  told,
  language,
  places: [{ documentId: "", told }],
  documents: [],
  leaves: [],
});

/** Whether the new texts follow from the evidence or derivations, with no undeclared relation between values. */
function provenBy(
  { item, evidence }: ItemTexts,
  changes: readonly Change[],
  words: Words,
): Carried {
  const { language } = item;
  const standing = evidence.map(({ told }) => {
    const change = isChanged(told, changes) ? changeOf(told, changes) : undefined;
    return (change && reworded(told.text, [change], { language, names: [] })) ?? told.text;
  });
  const claims = [words.answer, ...words.keypoints.map(({ claim }) => claim)];
  const [unproved] = unsupportedValues(
    claims.join("\n"),
    [...standing, ...item.evidence.map(({ text }) => uncountable(text)), item.question],
    words.derivations,
    language,
  );
  if (unproved !== undefined) return lost(`the source of "${unproved}" is not stated`);
  const tied = claims.map(text => tieIn(text, words, changes)).find(tie => tie !== undefined);
  if (tied !== undefined) return lost(`"${tied}" may be computed from other values of its answer`);
  return { outcome: words.answer === item.answer ? "kept" : "changed", words };
}

/** Number words and ordinals, which are never changed. */
const uncountable = (text: string): string => text.replace(/\d/g, " ");

/** A changed value related to others of the same text by arithmetic that no derivation declares. */
function tieIn(
  text: string,
  { derivations }: Words,
  changes: readonly Change[],
): string | undefined {
  const told = readTold(text);
  const declared = derivations.map(({ operands, result }) =>
    [...operands, result].flatMap(one => findValues(one).map(({ canonical }) => canonical)),
  );
  const isDeclared = (one: StatedDetail, others: readonly StatedDetail[]) =>
    declared.some(values => [one, ...others].every(({ canonical }) => values.includes(canonical)));
  const after = changes.flatMap(change => detailAfter(change, change.fact.told) ?? []);
  return told.find(one => {
    const tie = after.some(other => isSame(one, other)) ? tiedTo(one, told) : undefined;
    return tie !== undefined && !isDeclared(one, tie);
  })?.text;
}
