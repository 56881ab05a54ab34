// Carries an item over to the twin when facts of its documents change: its answer is kept, replaced, or lost.

import type { ItemRow } from "../../schemas/items/records.ts";
import { unsupportedValues } from "../text/derivation.ts";
import { findValues } from "../text/values.ts";
import { type Change, detailAfter } from "./fact-changes.ts";
import { rederive } from "./derived-results.ts";
import { changeOf, type ItemTexts, rewriteValues } from "./item-texts.ts";
import { findTie } from "./arithmetic-relations.ts";
import {
  amountOf,
  compareDetails,
  mayBeSameDetail,
  findDetails,
  type StatedDetail,
} from "../text/changeable-details.ts";

/** An item's texts in the twin; its spans are shifted later. */
type Words = Pick<ItemRow, "answer" | "keypoints" | "derivations" | "keywords"> &
  Pick<ItemRow, "wrongAnswers">;

export type CarryOutcome =
  | { readonly outcome: "kept" | "changed"; readonly words: Words }
  | { readonly outcome: "not-carried"; readonly reason: string };

const notCarried = (reason: string): CarryOutcome => ({ outcome: "not-carried", reason });

/** Words for ratios of numbers that no derivation of the item covers. */
const ratioWords = {
  zh: /倍|一半|半数|翻番|分之|成以上|平均|一样多|相当于/,
  en: /\b(?:twice|double[ds]?|tripl\w+|quadrupl\w+|half|halv\w+|a third|thirds|a quarter|quarters|\w+fold|times (?:as|more|less|the)|average|per head|equal(?:s|led)?)\b/i,
};

/** Vague numbers, which cannot be compared with others. */
const vagueNumbers = {
  zh: /[一二两三四五六七八九十][二三四五六七八九](?=[个天年月周分小人次克毫米公元万])|[几数好][十百千万个天年月周分小次]|十几|半个?[年月天小]/,
  en: /\b(?:a few|several|a couple|dozens?|hundreds|thousands|half (?:a|an)|an? (?:hour|minute|day|week|month|year)s?)\b/i,
};

const isAmount = ({ fact: { detail } }: Change): boolean =>
  amountOf(detail) !== undefined && detail.kind !== "date";

/** Carries an item over; `changes` are all changes in its documents and in those on the same subjects. */
export function carryItem(itemTexts: ItemTexts, changes: readonly Change[]): CarryOutcome {
  const { item, question, answerDetails, evidence, leaves } = itemTexts;
  const ownChanges = changes.filter(({ fact }) =>
    fact.places.some(({ detail }) => evidence.some(place => place.detail === detail)),
  );
  const otherChanges = changes.filter(change => !ownChanges.includes(change));
  const unsupported = answerDetails.find(
    detail =>
      changeOf(detail, otherChanges) &&
      !question.some(questionDetail => mayBeSameDetail(questionDetail, detail)),
  );
  if (unsupported)
    return notCarried(`its answer states "${unsupported.text}", which its evidence does not`);
  if (otherChanges.some(({ fact }) => fact.leaves.some(leaf => leaves.has(leaf))))
    return notCarried("something it lists changes in a document other than its own");
  if (ownChanges.length === 0) return { outcome: "kept", words: item };
  const askedDetail = question.find(detail => changeOf(detail, ownChanges));
  if (askedDetail) return notCarried(`its question itself states "${askedDetail.text}"`);
  const vagueNumber = ownChanges.some(isAmount)
    ? vagueNumbers[item.language].exec(item.question)?.[0]
    : undefined;
  if (vagueNumber !== undefined)
    return notCarried(`its question gives a rough number ("${vagueNumber}")`);
  return carryTexts(itemTexts, ownChanges);
}

function carryTexts(itemTexts: ItemTexts, changes: readonly Change[]): CarryOutcome {
  const { item, answerDetails, evidence } = itemTexts;
  const ambiguous = answerDetails.find(
    detail =>
      changeOf(detail, changes) &&
      evidence.some(
        place => mayBeSameDetail(place.detail, detail) && !isChanged(place.detail, changes),
      ),
  );
  if (ambiguous) return notCarried(`"${ambiguous.text}" describes two things in its evidence`);
  const words = [item.answer, ...item.keypoints.map(({ claim }) => claim)].join("\n");
  const ratio = changes.some(isAmount) ? ratioWords[item.language].exec(words)?.[0] : undefined;
  if (ratio !== undefined)
    return notCarried(`its answer relates values to each other ("${ratio}")`);
  if (!keepsOrder(itemTexts, changes)) return notCarried("the order of its values would change");
  const newWords = reword(itemTexts, changes);
  if (newWords === undefined)
    return notCarried("a value or a derivation in it cannot be rewritten");
  return proveWords(itemTexts, changes, newWords);
}

const isChanged = (detail: StatedDetail, changes: readonly Change[]): boolean =>
  changes.some(({ fact }) => fact.places.some(place => place.detail === detail));

/** Whether all values of the question, the answer and the evidence keep their order, and equal ones stay equal. */
function keepsOrder(
  { question, answerDetails, evidence }: ItemTexts,
  changes: readonly Change[],
): boolean {
  const all = [...question, ...answerDetails, ...evidence.map(({ detail }) => detail)].map(
    detail => {
      const change = changeOf(detail, changes);
      return { before: detail, after: change ? (detailAfter(change, detail) ?? detail) : detail };
    },
  );
  return all.every(
    (one, index) =>
      one.after === one.before ||
      all.every(
        (second, otherIndex) =>
          otherIndex === index ||
          compareDetails(one.before, second.before) === compareDetails(one.after, second.after),
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
): CarryOutcome {
  const { language } = item;
  const evidenceTexts = evidence.map(({ detail }) => {
    const change = isChanged(detail, changes) ? changeOf(detail, changes) : undefined;
    return (change && rewriteValues(detail.text, [change], { language, names: [] })) ?? detail.text;
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

/** A changed value that is related to others in the same text by arithmetic that no derivation declares. */
function tieIn(
  text: string,
  { derivations }: Words,
  changes: readonly Change[],
): string | undefined {
  const details = findDetails(text);
  const declaredValues = derivations.map(({ operands, result }) =>
    [...operands, result].flatMap(value => findValues(value).map(({ canonical }) => canonical)),
  );
  const isDeclared = (first: StatedDetail, others: readonly StatedDetail[]) =>
    declaredValues.some(values =>
      [first, ...others].every(({ canonical }) => values.includes(canonical)),
    );
  const after = changes.flatMap(change => detailAfter(change, change.fact.detail) ?? []);
  return details.find(one => {
    const tie = after.some(other => mayBeSameDetail(one, other))
      ? findTie(one, details)
      : undefined;
    return tie !== undefined && !isDeclared(one, tie);
  })?.text;
}
