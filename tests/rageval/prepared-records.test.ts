// The prepared courses over days and figures of the year before: whole, in order, within the stay, and carried from report to report.

import { describe, expect, test } from "vitest";
import { amountIn } from "../../pipelines/rageval/amounts.ts";
import { fillByRule } from "../../pipelines/rageval/rule-fill.ts";
import { firstDateRangeIn } from "../../pipelines/text/clashes.ts";
import { fitsPattern } from "../../pipelines/text/draw-parts.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { dayInWords } from "../../pipelines/text/write-values.ts";
import { fillPattern } from "../../schemas/rageval/paths.ts";
import type { ConfigValue, MemberRow } from "../../schemas/rageval/records.ts";
import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import { names, readDomain } from "./clinic.ts";
import { leafAt, subScenarios } from "./domain-files.ts";
import { floorFamily } from "./floor-families.ts";

const seeds = Array.from({ length: 6 }, (_, index) => 31 + 17 * index);
const languages = ["zh", "en"] as const;

const valueOf = (values: readonly ConfigValue[]) => (path: string) =>
  values.find(value => value.path === path)?.value;

const fill = (schema: ScenarioSchema, subScenario: string, seed: number): ConfigValue[] =>
  fillByRule(schema, { subScenario, names: names[schema.language], draw: drawFrom(seed) });

/** Every sub-scenario with the list, several times. */
function filled(schema: ScenarioSchema, list: string) {
  return subScenarios(schema).flatMap(kind =>
    seeds
      .map(seed => ({ kind, values: fill(schema, kind, seed) }))
      .filter(({ values }) => values.some(({ path }) => path.startsWith(`${list}/`))),
  );
}

/** The values of one field, record after record. */
const column = (values: readonly ConfigValue[], list: string, field: string): string[] =>
  values
    .filter(({ path }) => path.startsWith(`${list}/`) && path.endsWith(`/${field}`))
    .map(({ value }) => value);

describe.each(languages)("in %s", language => {
  const medical = readDomain("medical", language);
  const finance = readDomain("finance", language);
  const courses = filled(medical, "days");
  const day = (text: string) => firstDateRangeIn(text)?.first ?? Number.NaN;

  test("each of twelve diseases has a course over days, each of twelve industries its revenue drivers", () => {
    expect(new Set(courses.map(({ kind }) => kind)).size).toBe(12);
    const driven = filled(finance, "drivers");
    expect(new Set(driven.map(({ kind }) => kind)).size).toBe(12);
  });

  test("a course is one of its disease's lists, whole and in its order, with no brace left", () => {
    const { optionListsBy = {} } = leafAt(medical, "days")!;
    const told = courses.map(({ kind, values }) => ({ kind, values, at: valueOf(values) }));
    const wrong = told.filter(({ kind, values, at }) => {
      const findings = column(values, "days", "finding");
      return !optionListsBy[kind]?.some(
        list =>
          list.length === findings.length &&
          list.every(({ finding = "" }, index) =>
            fitsPattern(fillPattern(finding, at) ?? "", findings[index] ?? ""),
          ),
      );
    });
    expect(wrong).toEqual([]);
    expect(
      courses.flatMap(({ values }) => values.filter(({ value }) => /[{}]/.test(value))),
    ).toEqual([]);
  });

  test("the days of a course follow one another from admission on, none after discharge", () => {
    const wrong = courses.filter(({ values }) => {
      const at = valueOf(values);
      const days = column(values, "days", "date").map(day);
      const stay = [at("admission/date") ?? "", at("discharge/date") ?? ""].map(day);
      const order = [...days, stay[1]!].map(
        (later, index) => later - (days[index - 1] ?? stay[0]!),
      );
      return order.some(
        (gap, index) => Number.isNaN(gap) || gap < (index % days.length === 0 ? 0 : 1),
      );
    });
    expect(wrong).toEqual([]);
  });

  test("the next report gives as last year's figures those that the report before stated", async () => {
    const previous = finance.leaves.flatMap(({ path, previous: now }) =>
      now === undefined ? [] : [[path, now] as const],
    );
    expect(previous.length).toBeGreaterThanOrEqual(5);
    const wish = { domain: "finance", language, documents: 3, twin: false, seed: "carried" };
    const { members } = await floorFamily(wish);
    const number = (member: MemberRow, path: string) =>
      amountIn(valueOf(member.values)(path) ?? "")?.canonical;
    const pairs = members.slice(1).map((later, index) => [members[index]!, later] as const);
    expect(pairs).toHaveLength(2);
    expect(
      pairs.flatMap(([earlier, later]) =>
        previous.filter(([then, now]) => number(later, then) !== number(earlier, now)),
      ),
    ).toEqual([]);
  });

  test("what the third report leaves out it looks up in the first, which states it", async () => {
    const wish = { domain: "finance", language, documents: 3, twin: false, seed: "carried" };
    const { members } = await floorFamily(wish);
    const [first, second, third] = members.map(({ family: { day } }) => dayInWords(day!, language));
    const { label } = leafAt(finance, "drivers")!;
    expect(members[1]!.refers[0]).toContain(first);
    expect(members[1]!.refers[0]).toContain(label);
    expect(members[2]!.refers[0]).toContain(second);
    expect(members[2]!.refers[0]).not.toContain(label);
    expect(members[2]!.refers[1]).toContain(first);
    expect(members[2]!.refers[1]).toContain(label);
    expect(members[2]!.refers.join()).not.toContain(third);
  });
});
