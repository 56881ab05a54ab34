// Options for drawing a batch, with their checks and defaults, and the folder names made from annotators' names.

import type { Protocol } from "../../../schemas/annotation.ts";
import type { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { DecisionRequest } from "./decision-draw.ts";
import { protocols } from "../protocols/protocols.ts";

export interface BatchOptions {
  readonly protocol: Protocol;
  /** Each person gets a folder; names that would share a folder are rejected. */
  readonly annotators: readonly string[];
  /** Tasks per stratum; 10 if neither this nor `share` is given. */
  readonly perStratum?: number | undefined;
  /** Share of all candidates, 0 to 1. */
  readonly share?: number | undefined;
  /** Share of the sampled tasks that everyone gets. */
  readonly overlap?: number | undefined;
  /** Controls to add, as a share of each person's tasks. */
  readonly controls?: number | undefined;
  /** Filter-rejected candidates to add, as a share of the tasks drawn. */
  readonly rejected?: number | undefined;
  /** Draws all items in conflict and nothing else, each for a single person to settle. */
  readonly conflicts?: boolean | undefined;
  /** For `judge` only: a JSONL file of {id, answer}. */
  readonly predictions?: string | undefined;
  /** For `judge` only: draws two systems' answers to items whose verdicts help to decide between them. */
  readonly forDecision?: DecisionRequest | undefined;
  readonly types?: readonly ItemType[] | undefined;
  readonly languages?: readonly Language[] | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly randomSeed: number;
  /** Defaults to `<run>/annotate/batches/<protocol>`, plus `-conflicts` for conflicts and a number if the folder is in use. */
  readonly out?: string | undefined;
}

interface Person {
  /** The name as given, trimmed. */
  readonly annotator: string;
  /** The name of the annotator's folder. */
  readonly folder: string;
}

/** Checked options with defaults filled in. */
export interface BatchPlan extends BatchOptions {
  readonly people: readonly Person[];
  readonly amount: { readonly perStratum: number } | { readonly share: number };
  readonly overlap: number;
  readonly controls: number;
  readonly rejected: number;
  readonly conflicts: boolean;
}

const wrongUseError = (message: string, hint: string) =>
  new PipelineError("wrong-use", message, { hint });

/** Checks the options and fills in defaults. Throws PipelineError("wrong-use") for options that cannot be used. */
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
  // One more verdict settles the conflict over an item: no item is shared, and no controls or rejected candidates are added.
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
      throw wrongUseError(
        `${name} is ${value}; a share from 0 to 1 is expected.`,
        `Give --${name} 0.1, for instance.`,
      );
  if (perStratum !== undefined && share !== undefined)
    throw wrongUseError(
      "Both a number per stratum and a share of all candidates were given.",
      "Give either --per-stratum or --share.",
    );
  if (
    share === 0 ||
    (perStratum !== undefined && !(Number.isInteger(perStratum) && perStratum > 0))
  )
    throw wrongUseError(
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
    throw wrongUseError(
      "Answers for a decision are drawn under the protocol judge, from two files, each with its own probability.",
      "Use --protocol judge --for-decision a.jsonl b.jsonl, with --share for more or fewer items.",
    );
}

function checkFit(options: BatchOptions): void {
  const { protocol, predictions, conflicts, types, forDecision } = options;
  checkDecision(options);
  if (protocol === "judge" && predictions === undefined && forDecision === undefined)
    throw wrongUseError(
      "The protocol judge needs the answers of a RAG system.",
      "Add --predictions <file.jsonl>, one {id, answer} per line.",
    );
  if (protocol !== "judge" && predictions !== undefined)
    throw wrongUseError(
      `The protocol ${protocol} does not use predictions.`,
      "Leave --predictions out, or give --protocol judge.",
    );
  if (conflicts && !protocols[protocol].decide)
    throw wrongUseError(
      `The protocol ${protocol} makes no decisions about items, so none can be in conflict.`,
      "Leave --conflicts out.",
    );
  if (protocol === "rageval-documents" && types)
    throw wrongUseError("Documents have no question type to filter by.", "Leave --type out.");
}

const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Makes a folder name from a name's letters and digits, of any script, joined by hyphens; "" if it has none. */
export function folderName(annotator: string): string {
  const name = annotator
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return reservedName.test(name) ? `${name}-` : name;
}

function namePeople(annotators: readonly string[]): Person[] {
  const people = annotators.map(name => ({ annotator: name.trim(), folder: folderName(name) }));
  const nameByFolder = new Map<string, string>();
  if (people.length === 0)
    throw wrongUseError("No annotators were named.", "Give one or more names with --annotators.");
  for (const { annotator, folder } of people) {
    if (
      folder === "" ||
      annotator.length > 80 ||
      /\p{Cc}/u.test(annotator) ||
      Buffer.byteLength(folder) > 240
    )
      throw wrongUseError(
        `"${annotator.slice(0, 80)}" cannot be the name of a person's folder.`,
        "Give names of at most 80 characters, with letters or digits in them.",
      );
    const otherName = nameByFolder.get(folder);
    if (otherName !== undefined)
      throw wrongUseError(
        `"${otherName}" and "${annotator}" would share the folder ${folder}.`,
        "Give each person a different name: case and punctuation do not distinguish folders.",
      );
    nameByFolder.set(folder, annotator);
  }
  return people;
}
