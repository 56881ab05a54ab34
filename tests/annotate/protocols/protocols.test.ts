// What holds for every protocol: its form, its words in both languages, and the faults it plants.

import { describe, expect, test } from "vitest";
import type { Content } from "../../../schemas/annotation.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import { drawing, everyContent, filled } from "./contents.ts";

describe("every protocol", () => {
  test.each(Object.entries(protocols))(
    "%s is listed under its name, tells its source, and explains itself in both languages",
    (name, protocol) => {
      expect(protocol.name).toBe(name);
      expect(protocol.source).not.toBe("");
      expect(protocol.guide.zh.length).toBeGreaterThanOrEqual(3);
      expect(protocol.guide.en).toHaveLength(protocol.guide.zh.length);
      expect(protocol.guide.zh.every(paragraph => /\p{Script=Han}/u.test(paragraph))).toBe(true);
      expect(protocol.guide.en.some(paragraph => /\p{Script=Han}|[<>*_#`]/u.test(paragraph))).toBe(
        false,
      );
      expect(protocol.faults.length).toBeGreaterThanOrEqual(2);
    },
  );
});

const best: Readonly<Record<string, string>> = { score: "5", verdict: "reasonable" };
const honest = (protocol: (typeof protocols)["judge"], one: Content) =>
  filled(protocol.fields(one), field => {
    const values = field.kind === "choice" ? field.options.map(({ value }) => value) : [];
    return (
      best[field.name] ??
      (values.includes("yes")
        ? "yes"
        : values.includes("1") && field.repeats
          ? "1"
          : values.includes("5")
            ? "5"
            : "")
    );
  });

test("an honest verdict on what is not spoiled never passes for one on a planted fault", () => {
  const judged = Object.values(protocols).filter(({ name }) => name !== "judge");
  const planted = judged.flatMap(protocol =>
    everyContent.flatMap(one =>
      everyContent.flatMap(other =>
        protocol.faults
          .flatMap(fault => fault.plant(one, other, drawing(11)) ?? [])
          .map(control => ({ control, values: honest(protocol, one) })),
      ),
    ),
  );
  const fooled = planted.filter(({ control, values }) =>
    control.expect.some(({ field, oneOf }) => oneOf.includes(values[field] ?? "")),
  );
  expect(planted.length).toBeGreaterThan(30);
  expect(fooled).toEqual([]);
});
