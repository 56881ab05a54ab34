// A gate as JUnit XML: a test case for each thing it was asked, as CI servers read it.

import { XMLBuilder } from "fast-xml-parser";
import type { EvaluationResult, Gate } from "../../../schemas/evaluation/result.ts";
import { type GateLine, gateLines } from "./gate-lines.ts";

const attribute = "@";
// What XML has no place for.
const unwritable = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: attribute,
  format: true,
  suppressEmptyNode: true,
});

const attributes = (entries: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      `${attribute}${name}`,
      String(value).replace(unwritable, "\ufffd"),
    ]),
  );

const caseOf =
  (system: string, allowUndecided: boolean) =>
  ({ name, outcome, said }: GateLine) => {
    const told = attributes({ message: said, type: outcome });
    const isLetThrough = outcome === "undecided" && allowUndecided;
    return {
      ...attributes({ name, classname: `ragwright.${system}` }),
      ...(outcome === "passes" ? {} : isLetThrough ? { skipped: told } : { failure: told }),
    };
  };

/** `allowUndecided`: what is not decided is skipped, where it would else fail. */
export function junitOf(
  { name, gate }: Pick<EvaluationResult, "name"> & { readonly gate: Gate },
  allowUndecided: boolean,
): string {
  const cases = gateLines(gate).map(caseOf(name, allowUndecided));
  const suite = {
    ...attributes({
      name: `ragwright evaluate ${name}`,
      tests: cases.length,
      failures: cases.filter(each => "failure" in each).length,
      skipped: cases.filter(each => "skipped" in each).length,
    }),
    testcase: cases,
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ testsuites: { testsuite: suite } })}`;
}
