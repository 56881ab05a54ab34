// Writes a gate as JUnit XML for CI servers, with one test case per check.

import { XMLBuilder } from "fast-xml-parser";
import type { EvaluationResult, Gate } from "../../../schemas/evaluation/result.ts";
import { type GateLine, gateLines } from "./gate-lines.ts";

const attributePrefix = "@";
// Characters that XML does not allow.
const disallowedCharacters = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  format: true,
  suppressEmptyNode: true,
});

const attributes = (entries: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      `${attributePrefix}${name}`,
      String(value).replace(disallowedCharacters, "\ufffd"),
    ]),
  );

const testCaseOf =
  (system: string, allowUndecided: boolean) =>
  ({ name, outcome, finding }: GateLine) => {
    const details = attributes({ message: finding, type: outcome });
    const isSkipped = outcome === "undecided" && allowUndecided;
    return {
      ...attributes({ name, classname: `ragwright.${system}` }),
      ...(outcome === "passes" ? {} : isSkipped ? { skipped: details } : { failure: details }),
    };
  };

/** With `allowUndecided`, an undecided check is skipped; otherwise it fails. */
export function junitOf(
  { name, gate }: Pick<EvaluationResult, "name"> & { readonly gate: Gate },
  allowUndecided: boolean,
): string {
  const cases = gateLines(gate).map(testCaseOf(name, allowUndecided));
  const suite = {
    ...attributes({
      name: `ragwright evaluate ${name}`,
      tests: cases.length,
      failures: cases.filter(testCase => "failure" in testCase).length,
      skipped: cases.filter(testCase => "skipped" in testCase).length,
    }),
    testcase: cases,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: { testsuite: suite } })}`;
}
