// What holds for every protocol: its form, its words in both languages, and the faults it plants.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ItemType } from "../../../schemas/items/item-types.ts";
import type { Content } from "../../../schemas/annotation.ts";
import { findProblems, isWanted } from "../../../pipelines/annotate/form.ts";
import { protocols } from "../../../pipelines/annotate/protocols/all.ts";
import { draft, drawing, everyContent, filled, names, quote } from "./contents.ts";

describe("every protocol", () => {
  test.each(Object.entries(protocols))("%s is listed under its name, tells its source, and explains itself in both languages", (name, protocol) => {
    expect(protocol.name).toBe(name);
    expect(protocol.source).not.toBe("");
    expect(protocol.guide.zh.length).toBeGreaterThanOrEqual(3);
    expect(protocol.guide.en).toHaveLength(protocol.guide.zh.length);
    expect(protocol.guide.zh.every(paragraph => /\p{Script=Han}/u.test(paragraph))).toBe(true);
    expect(protocol.guide.en.some(paragraph => /\p{Script=Han}|[<>*_#`]/u.test(paragraph))).toBe(false);
    expect(protocol.faults.length).toBeGreaterThanOrEqual(2);
  });

  const text = fc.string({ unit: "binary", maxLength: 30 });
  const texts = fc.array(text, { maxLength: 6 });
  const anyContent = fc.record({
    type: fc.option(fc.constantFrom(...ItemType.options)),
    language: fc.constantFrom("zh" as const, "en" as const),
    domain: text,
    question: text,
    answer: text,
    evidence: fc.array(
      text.map(words => quote("d", words)),
      { maxLength: 2 },
    ),
    keypoints: texts,
    documentIds: texts,
    keywords: fc.record({ coarse: texts, fine: fc.array(texts, { maxLength: 6 }) }),
    response: text,
    candidates: fc.uniqueArray(fc.record({ label: text, text: fc.oneof(text, fc.constant(draft("tide", 12))) }), { selector: ({ label }) => label, maxLength: 5 }),
  });

  test("fields have names of their own, and of an empty form exactly the wanted ones are missing", () =>
    fc.assert(
      fc.property(anyContent, fc.constantFrom(...Object.values(protocols)), (one, protocol) => {
        const fields = protocol.fields(one);
        expect(new Set(names(fields)).size).toBe(fields.length);
        expect(findProblems(fields, {})).toMatchObject(fields.filter(field => isWanted(field, {})).map(({ name }) => ({ field: name, kind: "missing" })));
        expect(protocol.check?.(one, {})).toBeUndefined();
        expect(protocol.decide?.(one, {}).accepted ?? false).toBe(false);
      }),
    ));

  test("a fault in any content whatever changes it, leaves it as it was, and expects what its form can say", () =>
    fc.assert(
      fc.property(anyContent, anyContent, fc.constantFrom(...Object.values(protocols)), fc.integer({ min: 1, max: 9999 }), (one, other, protocol, seed) => {
        const before = structuredClone([one, other]);
        const planted = protocol.faults.flatMap(fault => fault.plant(one, other, drawing(seed)) ?? []);
        expect([one, other]).toEqual(before);
        expectSound(protocol, one, planted);
      }),
    ));
});

/** Changed, and possible to be seen: every expected value is an option of its field, and some option is not expected. */
function expectSound(protocol: (typeof protocols)["judge"], before: Content, planted: readonly { content: Content; expect: readonly { field: string; oneOf: string[] }[] }[]) {
  for (const { content: spoiled, expect: expected } of planted) {
    expect(spoiled).not.toEqual(before);
    for (const { field, oneOf } of expected) {
      const options = protocol.fields(spoiled).flatMap(one => (one.name === field && one.kind === "choice" ? one.options.map(({ value }) => value) : []));
      expect(options).toEqual(expect.arrayContaining(oneOf));
      expect(oneOf.length).toBeLessThan(options.length);
    }
    expect(expected.length).toBeGreaterThan(0);
  }
}

describe("faults among ordinary contents", () => {
  const protocolNames = Object.keys(protocols) as (keyof typeof protocols)[];
  const planted = (name: keyof typeof protocols, language: "zh" | "en") =>
    everyContent
      .filter(one => one.language === language)
      .flatMap(one => everyContent.flatMap(other => protocols[name].faults.flatMap(fault => (fault.plant(one, other, drawing(7)) ? [fault.name] : []))));

  test.each(protocolNames.flatMap(name => [[name, "zh"] as const, [name, "en"] as const]))("%s can plant at least two different ones in %s", (name, language) => {
    expect(new Set(planted(name, language)).size).toBeGreaterThanOrEqual(2);
  });
});

describe("an honest verdict on what is not spoiled", () => {
  const best: Readonly<Record<string, string>> = { score: "5", verdict: "reasonable" };
  const honest = (protocol: (typeof protocols)["judge"], one: Content) =>
    filled(protocol.fields(one), field => {
      const values = field.kind === "choice" ? field.options.map(({ value }) => value) : [];
      return best[field.name] ?? (values.includes("yes") ? "yes" : values.includes("1") && field.repeats ? "1" : values.includes("5") ? "5" : "");
    });

  test("never passes for one on a planted fault", () => {
    const judged = Object.values(protocols).filter(({ name }) => name !== "judge");
    const planted = judged.flatMap(protocol =>
      everyContent.flatMap(one =>
        everyContent.flatMap(other => protocol.faults.flatMap(fault => fault.plant(one, other, drawing(11)) ?? []).map(control => ({ control, values: honest(protocol, one) }))),
      ),
    );
    const fooled = planted.filter(({ control, values }) => control.expect.some(({ field, oneOf }) => oneOf.includes(values[field] ?? "")));
    expect(planted.length).toBeGreaterThan(30);
    expect(fooled).toEqual([]);
  });
});
