// `ragwright twin`: makes the same corpus with facts changed, and the answers that are then correct.

import type { TwinOutput as TwinMade } from "../../schemas/output/datasets.ts";
import { twin as makeTwin } from "../run/twin.ts";
import { optionalShare, optionalWholeNumber } from "./parse-numbers.ts";
import { printResult } from "./printer.ts";

interface TwinFlags {
  readonly out?: string;
  readonly share?: string;
  readonly randomSeed?: string;
  readonly json?: boolean;
}

/** Makes the twin and reports what changed, what stayed the same, and what was left out and why; returns the exit code. */
export function twin(run: string, flags: TwinFlags): number {
  const twinMade = makeTwin({
    run,
    out: flags.out,
    share: optionalShare("share", flags.share),
    randomSeed: optionalWholeNumber("random-seed", flags.randomSeed),
  });
  return printResult(flags.json, twinMade, twinText(twinMade));
}

const twinText = ({
  directory,
  of,
  facts,
  changeable,
  changed,
  kept,
  notCarried,
}: TwinMade): string => {
  const placeCount = facts.reduce((sum, fact) => sum + fact.places, 0);
  return [
    `Twin of ${of} written to ${directory}`,
    `${facts.length} of ${changeable} facts changed, in ${placeCount} places (listed in twin.json)`,
    `${changed.length} items have a different answer; ${kept.length} have the same and are not part of the grounded share`,
    ...notCarried.map(({ id, because: reason }) => `not carried over: ${id}, because ${reason}`),
  ].join("\n");
};
