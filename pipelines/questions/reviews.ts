// The last look: another reader sees each item alone, as its users will, and says what is wrong and what of its evidence is idle.

import type { ReplyOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";

import {
  type Keys,
  keys,
  type KeysRow,
  settled,
  type Shortlisted,
  shortlist,
  type ShortlistRow,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, type Table } from "../engine/stage.ts";
import { numbersOf, type PlacedSentence } from "../items/numbered.ts";
import { measuringPlaces } from "./measures.ts";
import { showMaterial } from "./shown.ts";
import { chosenLists, overlaps } from "./reviewed.ts";
import { titled, type Titling } from "./titled.ts";
import { reviewPrompt } from "../../schemas/questions/review/prompts.ts";
import {
  type Fault,
  type ReviewRow,
  reviews,
  type SheetRow,
  sheets,
} from "../../schemas/questions/review/records.ts";

type Reply = ReplyOf<typeof reviewPrompt>;
type Review = NonNullable<Reply["reviews"][number]>;

/** One place of a sheet. */
interface Entry {
  readonly row: KeysRow;
  readonly settledId: string;
  readonly candidate: Shortlisted;
  readonly keys: Keys;
}

interface Tables {
  readonly keys: Pick<Table<KeysRow>, "get">;
  readonly shortlist: Pick<Table<ShortlistRow>, "get">;
}

const entriesOf = ({ entries }: SheetRow, tables: Tables): Entry[] =>
  entries.flatMap(({ keysId, number }) => {
    const row = tables.keys.get(keysId);
    const { accepted, settledId } = tables.shortlist.get(row.shortlistId);
    const candidate = accepted.find(each => each.number === number);
    const own = row.keys.find(each => each.number === number);
    return candidate && own ? [{ row, settledId, candidate, keys: own }] : [];
  });

const shownItem = ({ candidate: { question, answer }, keys: own }: Entry, at: number) => ({
  number: at + 1,
  question,
  answer,
  evidence: own.evidence.map(({ text }, index) => ({ line: index + 1, text })),
  keypoints: own.keypoints.map(({ claim }) => claim),
});

/** The first review of each item, by its number on the sheet. */
function byNumber({ reviews: given }: Reply): Map<number, Review> {
  const found = new Map<number, Review>();
  for (const review of given)
    if (review && !found.has(review.number)) found.set(review.number, review);
  return found;
}

const tooFew = {
  zh: (came: number, asked: number) => `${asked} 道题只评了 ${came} 道，请逐题评。`,
  en: (came: number, asked: number) => `Only ${came} of ${asked} items were reviewed. Review each.`,
};

/** Without the idle lines, but for those that a keypoint or a chosen keyword stands in; code knows what proves a list. */
function withoutIdle({ candidate, keys: own }: Entry, idle: readonly number[]): Keys["evidence"] {
  const { evidence, keypoints } = own;
  if (candidate.factIds) return evidence;
  const used = [
    ...keypoints.flatMap(({ spans }) => spans),
    ...chosenLists(own).flatMap(list => list.map(({ span }) => span)),
  ];
  return evidence.filter(
    ({ span }, index) => !idle.includes(index + 1) || used.some(one => overlaps(one, span)),
  );
}

/** What makes an item worth less, and no less right. */
const ofWorth: readonly Fault[] = [
  "names-document-oddly",
  "artificial",
  "trivial",
  "common-knowledge",
];

/** Where it lost its one point for idle lines that are gone, or for what its worth is marked for, it is right. */
function rightWithout(right: number, faults: readonly Fault[], isShorter: boolean): number {
  const stays = faults.some(
    fault => !ofWorth.includes(fault) && (fault !== "excess-evidence" || !isShorter),
  );
  return right === 4 && faults.length > 0 && !stays ? 5 : right;
}

function toRow(
  entry: Entry,
  review: Review,
  { sentences, language }: { sentences: readonly PlacedSentence[]; language: SheetRow["language"] },
): ReviewRow {
  const { row, candidate, keys: own } = entry;
  const faults = review.faults.filter(fault => fault !== null);
  const evidence = withoutIdle(entry, review.idle);
  const isShorter = evidence.length < own.evidence.length;
  const places = measuringPlaces(sentences, language);
  return {
    id: rowId("review", row.id, candidate.number),
    language,
    keysId: row.id,
    proposalId: row.proposalId,
    number: candidate.number,
    faults,
    why: review.why.trim(),
    evidence,
    measures: {
      ...own.measures,
      ...(isShorter && places(candidate.question, numbersOf(evidence, sentences))),
      right: rightWithout(review.right, faults, isShorter),
      alone: review.worth,
    },
  };
}

export const reviewsStage = ({ titles }: Titling) =>
  defineStage({
    name: "questions/review",
    module: import.meta.filename,
    prompts: [reviewPrompt],
    judges: true,
    over: sheets,
    lookup: { documents, settled, shortlist, keys, ...(titles && { titles }) },
    writes: reviews,
    async each(sheet, { ask, tables }) {
      const { language } = sheet;
      const entries = entriesOf(sheet, tables);
      let complained = false;
      const check = (reply: Reply) => {
        const came = entries.filter((_, at) => byNumber(reply).has(at + 1)).length;
        if (complained || came === entries.length) return undefined;
        complained = true;
        return tooFew[language](came, entries.length);
      };
      const variables = { items: entries.map(shownItem) };
      const found = byNumber(await ask(reviewPrompt, language, variables, { check }));
      const documentOf = titled(tables);
      return made(
        entries.flatMap((entry, at) => {
          const review = found.get(at + 1);
          if (!review) return [];
          const { sentences } = showMaterial(tables.settled.get(entry.settledId), documentOf);
          return toRow(entry, review, { sentences, language });
        }),
      );
    },
  });
