// The order of files, lines and imports is of no matter to what stands in the run.

import { existsSync, readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importVerdicts } from "../../../pipelines/annotate/verdicts/import-verdicts.ts";
import type { VerdictOutcome } from "../../../pipelines/annotate/verdicts/verdict-outcome.ts";
import { freshFolder } from "../../support/folder.ts";
import { minute, reasonable, refined, verdict, writeJudgedRun } from "../../support/judged-run.ts";

const at = freshFolder();
const read = (name: string) => {
  const path = at("run", "annotate", `${name}.jsonl`);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};
const bytes = () => ["reviews", "versions", "decisions"].map(read);
const take = (...outcomes: readonly VerdictOutcome[]) => importVerdicts(at("run"), outcomes);
const startAnew = () => {
  rmSync(at("run"), { recursive: true, force: true });
  writeJudgedRun(at("run"));
};

const better = "In which year was Alder Mills founded?";

test("a verdict that came in two formats is one row, the same whichever is read first", () => {
  const [page, table] = (["page", "xlsx"] as const).map((source, index) =>
    verdict("crud-query-item-0", "anna", reasonable, {
      source,
      seconds: index + 1,
      decidedAt: minute(1),
    }),
  );
  startAnew();
  expect(take(page!, table!)).toMatchObject({ added: 1, ambiguous: [] });
  const first = bytes();
  startAnew();
  take(table!, page!);
  expect(bytes()).toEqual(first);
});

const people = fc.constantFrom("anna", "李雷");
const moment = fc.constantFrom(null, minute(1), minute(2));
const values = fc.constantFrom<Record<string, string>>(
  reasonable,
  refined(better),
  refined("Who founded Alder Mills?"),
  { verdict: "合理" },
  { verdict: "?" },
);
const anyVerdict = fc
  .record({
    task: fc.constantFrom("crud-query-item-0", "crud-query-item-1", "nowhere"),
    name: people,
    values,
    decidedAt: moment,
    seconds: fc.constantFrom(null, 3, 4),
  })
  .chain(({ task, name, values, ...fields }) =>
    fc
      .record({ complete: fc.boolean(), source: fc.constantFrom("csv" as const, "page" as const) })
      .map(more => verdict(task, name, values, { ...fields, ...more })),
  );

const shuffled = <Value>(list: fc.Arbitrary<Value[]>) =>
  list.chain(drawn =>
    fc.tuple(fc.constant(drawn), fc.shuffledSubarray(drawn, { minLength: drawn.length })),
  );

test("the order in which verdicts are read is of no matter to a byte", () => {
  fc.assert(
    fc.property(shuffled(fc.array(anyVerdict, { maxLength: 20 })), ([one, other]) => {
      const [first, second] = [one, other].map(given => {
        startAnew();
        const { problems: _, ...summary } = take(...given);
        return { summary, bytes: bytes() };
      });
      expect(second).toEqual(first);
    }),
    { numRuns: 40 },
  );
});
