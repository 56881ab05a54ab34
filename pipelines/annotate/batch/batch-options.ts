// The options of a draw, checked once, and the folder names that annotators' names become.

import type { Protocol } from "../../../schemas/annotation.ts";
import type { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { ForDecision } from "./decision-draw.ts";
import { protocols } from "../protocols/all.ts";

export interface BatchOptions {
  readonly protocol: Protocol;
  /** One folder each; names that give one folder are refused. */
  readonly annotators: readonly string[];
  /** Of each stratum; 10 where neither this nor `share` is given. */
  readonly perStratum?: number | undefined;
  /** Of all candidates, 0 to 1. */
  readonly share?: number | undefined;
  /** Share of the sampled tasks that everyone gets. */
  readonly overlap?: number | undefined;
  /** Controls as a share of each person's tasks, on top. */
  readonly controls?: number | undefined;
  /** Candidates that the automatic filters rejected, as a share of the tasks drawn, on top. */
  readonly rejected?: number | undefined;
  /** Draws the items in conflict, all of them and nothing else, each for one person to settle. */
  readonly conflicts?: boolean | undefined;
  /** Of `judge` alone: a JSONL file of {id, answer}. */
  readonly predictions?: string | undefined;
  /** Of `judge` alone: draws the answers of two systems where people's verdicts help to decide between them. */
  readonly forDecision?: ForDecision | undefined;
  readonly types?: readonly ItemType[] | undefined;
  readonly languages?: readonly Language[] | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly randomSeed: number;
  /** `<run>/annotate/batches/<protocol>` if not given, with `-conflicts` after it for those, and a number where that is taken. */
  readonly out?: string | undefined;
}

interface Person {
  /** As it was given, trimmed. */
  readonly annotator: string;
  /** The name of their folder. */
  readonly folder: string;
}

/** Defaults filled in. */
export interface BatchPlan extends BatchOptions {
  readonly people: readonly Person[];
  readonly amount: { readonly perStratum: number } | { readonly share: number };
  readonly overlap: number;
  readonly controls: number;
  readonly rejected: number;
  readonly conflicts: boolean;
}

const wrongUse = (message: string, hint: string) =>
  new PipelineError("wrong-use", message, { hint });

/** PipelineError("wrong-use") for what cannot be drawn by. */
export function planBatch(options: BatchOptions): BatchPlan {
  const {
    protocol,
    overlap = 0.2,
    controls = 0.05,
    rejected = 0.1,
    conflicts = false,
    perStratum,
    share,
  } = options;
  checkAmounts({ overlap, controls, rejected, perStratum, share });
  checkFit(options);
  // What settles a conflict is one more look at each such item: nothing is hidden among them, and nobody shares them.
  const shares = conflicts
    ? { overlap: 0, controls: 0, rejected: 0 }
    : {
        overlap,
        controls,
        rejected: protocol === "judge" || protocol === "rageval-documents" ? 0 : rejected,
      };
  return {
    ...options,
    ...shares,
    conflicts,
    people: namePeople(options.annotators),
    amount: share === undefined ? { perStratum: perStratum ?? 10 } : { share },
  };
}

function checkAmounts({
  overlap,
  controls,
  rejected,
  perStratum,
  share,
}: Pick<BatchOptions, "perStratum" | "share"> &
  Record<"overlap" | "controls" | "rejected", number>): void {
  for (const [name, value] of Object.entries({ overlap, controls, rejected, share: share ?? 0 }))
    if (!(value >= 0 && value <= 1))
      throw wrongUse(
        `${name} is ${value}; a share from 0 to 1 is expected.`,
        `Give --${name} 0.1, for instance.`,
      );
  if (perStratum !== undefined && share !== undefined)
    throw wrongUse(
      "Both a number of each stratum and a share of all were given.",
      "Give --per-stratum or --share, one of them.",
    );
  if (
    share === 0 ||
    (perStratum !== undefined && !(Number.isInteger(perStratum) && perStratum > 0))
  )
    throw wrongUse(
      "Nothing would be drawn: the number or share of tasks must be above 0.",
      "Give --per-stratum 10 or --share 0.1, for instance.",
    );
}

function checkDecision({
  protocol,
  predictions,
  conflicts,
  forDecision,
  perStratum,
}: BatchOptions) {
  if (forDecision === undefined) return;
  if (protocol !== "judge" || predictions !== undefined || conflicts || perStratum !== undefined)
    throw wrongUse(
      "Answers for a decision are drawn by the protocol judge, from two files, by their own chances.",
      "Type --protocol judge --for-decision a.jsonl b.jsonl, with --share for more or fewer items.",
    );
}

function checkFit(options: BatchOptions): void {
  const { protocol, predictions, conflicts, types, forDecision } = options;
  checkDecision(options);
  if (protocol === "judge" && predictions === undefined && forDecision === undefined)
    throw wrongUse(
      "The protocol judge needs what a RAG system answered.",
      "Add --predictions <file.jsonl>, one {id, answer} a line.",
    );
  if (protocol !== "judge" && predictions !== undefined)
    throw wrongUse(
      `The protocol ${protocol} takes no predictions.`,
      "Leave --predictions out, or give --protocol judge.",
    );
  if (conflicts && !protocols[protocol].decide)
    throw wrongUse(
      `The protocol ${protocol} decides on no items, so none is in conflict.`,
      "Leave --conflicts out.",
    );
  if (protocol === "rageval-documents" && types)
    throw wrongUse("Documents have no question type to choose by.", "Leave --type out.");
}

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** A folder name of letters and digits of any script and hyphens; "" where a name has none. */
export function folderName(annotator: string): string {
  const name = annotator
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return reserved.test(name) ? `${name}-` : name;
}

function namePeople(annotators: readonly string[]): Person[] {
  const people = annotators.map(name => ({ annotator: name.trim(), folder: folderName(name) }));
  const takenBy = new Map<string, string>();
  if (people.length === 0)
    throw wrongUse("Nobody is named to give tasks to.", "Give --annotators with one name or more.");
  for (const { annotator, folder } of people) {
    if (
      folder === "" ||
      annotator.length > 80 ||
      /\p{Cc}/u.test(annotator) ||
      Buffer.byteLength(folder) > 240
    )
      throw wrongUse(
        `"${annotator.slice(0, 80)}" cannot name a person's folder.`,
        "Give names of at most 80 characters, with letters or digits in them.",
      );
    const other = takenBy.get(folder);
    if (other !== undefined)
      throw wrongUse(
        `"${other}" and "${annotator}" would both have the folder ${folder}.`,
        "Give each person a name of their own: upper and lower case and punctuation do not tell folders apart.",
      );
    takenBy.set(folder, annotator);
  }
  return people;
}
