// `ragwright pack` packs a run into a folder to commit; `ragwright check` finds the stale items of such a folder.

import type { CheckOutput, PackOutput } from "../../schemas/output/datasets.ts";
import { checkPack, packRun } from "../run/pack.ts";
import type { Split } from "../run/evaluation-inputs.ts";
import { excludingFindings } from "./export.ts";
import { joinLines } from "./job.ts";
import { optionalRating, optionalWholeNumber } from "./parse-numbers.ts";
import { printResult } from "./printer.ts";

interface PackFlags {
  readonly json?: boolean;
  readonly to: string;
  readonly split?: Split;
  readonly items?: string;
  readonly accepted?: boolean;
  /** True if `--sound` names no findings: then all of them count. */
  readonly sound?: true | string;
  readonly minWorth?: string;
}

/** Packs the run and reports what was written and what did not fit; returns the exit code. */
export function pack(run: string, flags: PackFlags): number {
  const { to, split, accepted } = flags;
  const packed = packRun({
    run,
    to,
    split,
    items: optionalWholeNumber("items", flags.items),
    accepted,
    sound: excludingFindings(flags),
    minWorth: optionalRating("min-worth", flags.minWorth),
  });
  const { items, tooMany, notWanted, documents, bytes } = packed;
  const text = joinLines(
    `${items} items from ${documents} documents written to ${to} (${(bytes / 1e6).toFixed(2)} MB)`,
    tooMany > 0
      ? `${tooMany} more items do not fit into 2 MB and are left out; items are chosen by id, so the same items stay when the run grows.`
      : "",
    notWanted > 0 ? `${notWanted} more items are left out because of --items.` : "",
  );
  const value: PackOutput = { to, ...packed };
  return printResult(flags.json, value, text);
}

/** Maximum number of characters quoted from evidence. */
const maxQuoteLength = 160;

const excerpt = (text: string) =>
  text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text;

function checkText({ items, stale, documents, unread }: CheckOutput): string {
  const staleLines = stale.flatMap(({ id, question, evidence }) => [
    `stale ${id}: ${question}`,
    ...evidence.map(({ state, document, text }) => `  ${state} in ${document}: “${excerpt(text)}”`),
  ]);
  return joinLines(
    `${stale.length} of ${items} items are stale; ${documents} documents were read.`,
    ...staleLines,
    ...unread.map(({ file, reason }) => `${file} could not be read: ${reason}`),
    stale.length > 0
      ? "Stale items no longer say anything about a system. Run again over these documents and pack again."
      : "",
  );
}

/** Reports stale items; the exit code is 0, since they are not a failure. */
export async function check(
  benchmark: string,
  flags: { readonly documents: readonly string[]; readonly json?: boolean },
): Promise<number> {
  const checked = await checkPack({ benchmark, documents: flags.documents });
  return printResult(flags.json, checked, checkText(checked));
}
