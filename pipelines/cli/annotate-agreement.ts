// `ragwright annotate agreement`: measures how well people agree with one another, with a judge model and with the automatic filters.

import type { Protocol } from "../../schemas/annotation.ts";
import { agreementOf } from "../run/annotation.ts";
import { agreementText } from "./agreement-text.ts";
import { createPrinter } from "./print.ts";

interface AgreementFlags {
  readonly protocol?: Protocol;
  readonly judge?: string;
  readonly json?: boolean;
}

/** Prints the agreement; returns the exit code. */
export function printAgreement(directory: string, flags: AgreementFlags): number {
  const results = agreementOf(directory, flags);
  createPrinter(flags.json === true).result(results, agreementText(results));
  return 0;
}
