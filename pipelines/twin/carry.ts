// Carries an item over to the twin when facts of its documents change: its answer is kept, replaced, or lost.

import type { ItemRow } from "../../schemas/items/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { findValues } from "../text/values.ts";
import { type Change, detailAfter } from "./changes.ts";
import { rederive } from "./derived-results.ts";
import { changeOf, type ItemTexts, rewriteValues } from "./item-texts.ts";
import { findTie } from "./relations.ts";
import {
  amountOf,
  compareDetails,
  isSameDetail,
  findDetails,
  type StatedDetail,
} from "../text/changeable-details.ts";

/** An item's texts in the twin; its spans are shifted later. */
type Words = Pick<ItemRow, "answer" | "keypoints" | "derivations" | "keywords"> &
  Pick<ItemRow, "wrongAnswers">;

export type Carried =
  | { readonly outcome: "kept" | "changed"; readonly words: Words }
  | { readonly outcome: "not-carried"; readonly because: string };

const notCarried = (because: string): Carried => ({ outcome: "not-carried", because });

/** Words for ratios of numbers that no derivation of the item covers. */
const RATIO_WORDS = {
  zh: /倍|一半|半数|翻番|分之|成以上|平均|一样多|相当于/,
  en: /\b(?:twice|double[ds]?|tripl\w+|quadrupl\w+|half|halv\w+|a third|thirds|a quarter|quarters|\w+fold|times (?:as|more|less|the)|average|per head|equal(?:s|led)?)\b/i,
};

/** Vague numbers, which cannot be compared with others. */
const VAGUE_NUMBERS = {
  zh: /[一二两三四五六七八九十][二三四五六七八九](?=[个天年月周分小人次克毫米公元万])|[几数好][十百千万个天年月周分小次]|十几|半个?[年月天小]/,
  en: /\b(?:a few|several|a couple|dozens?|hundreds|thousands|half (?:a|an)|an? (?:hour|minute|day|week|month|year)s?)\b/i,
};

const isAmount = ({ fact: { told } }: Change): boolean =>
  amountOf(told) !== undefined && told.kind !== "date";

/** Carries an item over; `changes` are all changes in its documents and in those on the same subjects. */
export function carry(texts: ItemTexts, changes: readonly Change[]): Carried {
  const { item, question, said, evidence, leaves } = texts;
  const ownChanges = changes.filter(({ fact }) =>
    fact.places.some(({ told }) => evidence.some(place => place.told === told)),
  );
  const otherChanges = changes.filter(change => !ownChanges.includes(change));
  const unsupported = said.find(
    told => changeOf(told, otherChanges) && !question.some(one => isSameDetail(one, told)),
  );
  if (unsupported)
    return notCarried(`its answer states "${unsupported.text}", which its evidence does not`);
  if (otherChanges.some(({ fact }) => fact.leaves.some(leaf => leaves.has(leaf))))
    return notCarried("something it lists changes in a document other than its own");
  if (ownChanges.length === 0) return { outcome: "kept", words: item };
  const askedDetail = question.find(told => changeOf(told, ownChanges));
  if (askedDetail) return notCarried(`its question itself states "${askedDetail.text}"`);
  const vagueNumber = ownChanges.some(isAmount)
    ? VAGUE_NUMBERS[item.language].exec(item.question)?.[0]
    : undefined;
  if (vagueNumber !== undefined)
    return notCarried(`its question gives a rough number ("${vagueNumber}")`);
  return carryTexts(texts, ownChanges);
}

function carryTexts(texts: ItemTexts, changes: readonly Change[]): Carried {
  const { item, said, evidence } = texts;
  const ambiguous = said.find(
    told =>
      changeOf(told, changes) &&
      evidence.some(place => isSameDetail(place.told, told) && !isChanged(place.told, changes)),
  );
  if (ambiguous) return notCarried(`"${ambiguous.text}" describes two things in its evidence`);
  const words = [item.answer, ...item.keypoints.map(({ claim }) => claim)].join("\n");
  const ratio = changes.some(isAmount) ? RATIO_WORDS[item.language].exec(words)?.[0] : undefined;
  if (ratio !== undefined)
    return notCarried(`its answer relates values to each other ("${ratio}")`);
  if (!keepsOrder(texts, changes)) return notCarried("the order of its values would change");
  const newWords = reword(texts, changes);
  if (newWords === undefined)
    return notCarried("a value or a derivation in it cannot be rewritten");
  return proveWords(texts, changes, newWords);
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
    (one, index) =>
      one.after === one.told ||
      all.every(
        (other, otherIndex) =>
          otherIndex === index ||
          compareDetails(one.told, other.told) === compareDetails(one.after, other.after),
      ),
  );
}

/** All of an item's texts with the new values, derivations recomputed; undefined if one cannot be written. */
function reword({ item, names }: ItemTexts, changes: readonly Change[]): Words | undefined {
  const { language } = item;
  const derived = rederive(item, changes);
  if (derived === undefined) return undefined;
  const write = (text: string) =>
    rewriteValues(text, [...changes, ...derived.results], { language, names });
  const answer = write(item.answer);
  const claims = item.keypoints.map(({ claim }) => write(claim));
  const wrongAnswers = item.wrongAnswers?.map(wrong => ({ ...wrong, answer: write(wrong.answer) }));
  const coarseKeywords = item.keywords?.coarse.map(write);
  const all = [
    answer,
    ...claims,
    ...(wrongAnswers ?? []).map(wrong => wrong.answer),
    ...(coarseKeywords ?? []),
  ];
  if (answer === undefined || all.includes(undefined)) return undefined;
  return {
    answer,
    keypoints: item.keypoints.map((keypoint, index) => ({
      ...keypoint,
      claim: claims[index] ?? "",
    })),
    derivations: derived.derivations,
    keywords: item.keywords && {
      ...item.keywords,
      coarse: (coarseKeywords ?? []).flatMap(keyword => keyword ?? []),
    },
    ...(wrongAnswers
      ? { wrongAnswers: wrongAnswers.map(wrong => ({ ...wrong, answer: wrong.answer ?? "" })) }
      : {}),
  };
}

/** Whether the new texts follow from the evidence or derivations, with no undeclared relation between values. */
function proveWords(
  { item, evidence }: ItemTexts,
  changes: readonly Change[],
  words: Words,
): Carried {
  const { language } = item;
  const evidenceTexts = evidence.map(({ told }) => {
    const change = isChanged(told, changes) ? changeOf(told, changes) : undefined;
    return (change && rewriteValues(told.text, [change], { language, names: [] })) ?? told.text;
  });
  const claims = [words.answer, ...words.keypoints.map(({ claim }) => claim)];
  const [unprovedValue] = unsupportedValues(
    claims.join("\n"),
    [...evidenceTexts, ...item.evidence.map(({ text }) => removeDigits(text)), item.question],
    words.derivations,
    language,
  );
  if (unprovedValue !== undefined)
    return notCarried(`the source of "${unprovedValue}" is not stated`);
  const tiedValue = claims.map(text => tieIn(text, words, changes)).find(tie => tie !== undefined);
  if (tiedValue !== undefined)
    return notCarried(`"${tiedValue}" may be computed from other values of its answer`);
  return { outcome: words.answer === item.answer ? "kept" : "changed", words };
}

/** The text without digits: the number words and ordinals that remain are never changed. */
const removeDigits = (text: string): string => text.replace(/\d/g, " ");

/** A changed value related to others of the same text by arithmetic that no derivation declares. */
function tieIn(
  text: string,
  { derivations }: Words,
  changes: readonly Change[],
): string | undefined {
  const told = findDetails(text);
  const declaredValues = derivations.map(({ operands, result }) =>
    [...operands, result].flatMap(value => findValues(value).map(({ canonical }) => canonical)),
  );
  const isDeclared = (one: StatedDetail, others: readonly StatedDetail[]) =>
    declaredValues.some(values =>
      [one, ...others].every(({ canonical }) => values.includes(canonical)),
    );
  const after = changes.flatMap(change => detailAfter(change, change.fact.told) ?? []);
  return told.find(one => {
    const tie = after.some(other => isSameDetail(one, other)) ? findTie(one, told) : undefined;
    return tie !== undefined && !isDeclared(one, tie);
  })?.text;
}
