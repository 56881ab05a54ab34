// What stands of keypoints, keywords and evidence after the last look, where there was one.

import type { Measures } from "../../schemas/items/measures.ts";
import type { Span } from "../../schemas/items/documents.ts";
import type { Keys, KeysRow, Loss } from "../../schemas/questions/records.ts";
import type { Table } from "../engine/stage.ts";
import type { ReviewRow } from "../../schemas/questions/review/records.ts";

/** An item marked lower is not used. */
const leastRight = 4;
/** One marked lower waits until there is no better one. */
const flawless = 5;
const useful = 4;

/** Of stages that read what keys came to. */
export interface Reviewing {
  /** Whether items are looked at again, each alone. */
  readonly review: boolean;
}

interface Tables {
  readonly keys: Pick<Table<KeysRow>, "where">;
  readonly reviews?: Pick<Table<ReviewRow>, "where"> | undefined;
}

type Lists = NonNullable<Keys["keywords"]>["fine"];

/** The lists for whose sake a line of the evidence stays: not those that code made of it, unless there are no others. */
export function chosenLists({ keywords, ownLists = 0 }: Keys): Lists {
  const fine = keywords?.fine ?? [];
  return ownLists < fine.length ? fine.slice(0, fine.length - ownLists) : fine;
}

export const overlaps = (one: Span, other: Span): boolean =>
  one.documentId === other.documentId && one.start < other.end && other.start < one.end;

/** Without the lists that code made of evidence which is gone. */
function withinEvidence(own: Keys, evidence: Keys["evidence"]): Keys["keywords"] {
  if (own.keywords === null) return null;
  const { coarse, fine, passages } = own.keywords;
  const gone = own.evidence.filter(piece => !evidence.some(({ text }) => text === piece.text));
  const chosen = chosenLists(own);
  const left = fine.map(
    list =>
      chosen.includes(list) ||
      !gone.some(piece => list.some(({ span }) => overlaps(span, piece.span))),
  );
  return {
    coarse,
    fine: fine.filter((_, at) => left[at]),
    ...(passages && { passages: passages.filter((_, at) => left[at]) }),
  };
}

export function reviewed(
  { id, keys, losses }: KeysRow,
  { reviews }: Pick<Tables, "reviews">,
): Pick<KeysRow, "keys" | "losses"> {
  const all = reviews?.where("keysId", id) ?? [];
  const fell = all.flatMap(({ number, why, faults, measures: { right } }): Loss[] =>
    right !== null && right < leastRight
      ? [
          {
            number,
            code: "faulty",
            detail: why || `Its last reader marked it ${right}: ${faults.join(", ")}.`,
          },
        ]
      : [],
  );
  return {
    keys: keys.map(own => {
      const review = all.find(({ number }) => number === own.number);
      if (!review) return own;
      const { evidence, measures } = review;
      return { ...own, evidence, measures, keywords: withinEvidence(own, evidence) };
    }),
    losses: [...losses, ...fell],
  };
}

/** Of all questions of one material. */
export const keysOf = (proposalId: string, tables: Tables): Keys[] =>
  tables.keys.where("proposalId", proposalId).flatMap(row => reviewed(row, tables).keys);

/** Whether its last reader found a flaw in it, or little worth. */
export const isFlawed = ({ right, alone }: Pick<Measures, "right" | "alone">): boolean =>
  (right ?? flawless) < flawless || (alone ?? useful) < useful;
