// Documents with lists of records by the floor: each value is told, and found where its record stands.

import { describe, expect, test } from "vitest";
import { sectionAnswerer } from "../../pipelines/floor/documents/section-answer.ts";
import { documentsStage } from "../../pipelines/rageval/documents.ts";
import { locateFacts } from "../../pipelines/rageval/facts.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { documents } from "../../schemas/items/documents.ts";
import { recordOf } from "../../schemas/rageval/paths.ts";
import type { MemberRow, ConfigValue } from "../../schemas/rageval/records.ts";
import { aMember, aValue } from "../support/facts.ts";
import { aDocument } from "../support/items.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { at, change, en, fill, seeds, zh } from "./counts.ts";

describe.each([zh, en])("documents with counts by the floor in $language", schema => {
  const write = async (values: readonly ConfigValue[], layout: "prose" | "labelled" | "either") => {
    const laid = { ...schema, sections: schema.sections.map(section => ({ ...section, layout })) };
    const config: MemberRow = {
      ...aMember(...values),
      language: schema.language,
      domain: "trials",
      subject: at(values, "defendant/name")[0]!,
    };
    const { context } = scriptedContext(
      {
        schemas: [
          {
            id: "schema-1",
            language: schema.language,
            domain: "trials",
            schema: laid,
            changes: [],
          },
        ],
      },
      {
        "rageval/section": variables =>
          sectionAnswerer.answer(variables, {
            language: schema.language,
            draw: drawFrom(3),
            domains: [laid],
          }) as object,
      },
    );
    const stage = documentsStage({
      repairRounds: 0,
      statutes: [],
      licence: null,
      length: "like-seeds",
    });
    const { rows } = await stage.each(config, context as never);
    const document = documents.row.parse(rows[0]);
    const facts = locateFacts(document, config, laid);
    const spoken = facts.map(({ spans }) =>
      spans.map(({ start, end }) => document.text.slice(start, end)).join(" "),
    );
    return { facts, spoken, text: document.text };
  };

  test.each(["prose", "labelled", "either"] as const)("state every value in %s", async layout => {
    for (const seed of seeds.slice(0, 6)) {
      const { facts } = await write(fill(schema, seed), layout);
      expect(facts.filter(({ state }) => state !== "stated").map(({ path }) => path)).toEqual([]);
    }
  });

  test.each(["prose", "labelled"] as const)(
    "tell each value of a record in its own sentence, though others say the same, in %s",
    async layout => {
      const drawn = fill(schema, 2);
      const same = ["rate", "weight", "amount"].flatMap(field =>
        [2, 3].map(number => [`counts/${number}/${field}`, at(drawn, `counts/${field}`)[0]!]),
      );
      const { facts, spoken } = await write(change(drawn, Object.fromEntries(same)), layout);
      const sentences = [1, 2, 3].map(number => {
        const own = facts.flatMap(({ path }, index) =>
          recordOf(path) === `counts/${number}` ? [spoken[index]!] : [],
        );
        expect(new Set(own).size).toBe(1);
        return own[0]!;
      });
      expect(new Set(sentences).size).toBe(3);
      sentences.forEach((sentence, index) =>
        expect(sentence).toContain(at(drawn, "counts/item")[index]),
      );
    },
  );
});

describe("a record that a model tells in several sentences", () => {
  const told = (text: string, ...values: [string, string][]) => {
    const config = aMember(
      ...values.map(([path, value]) => aValue(path, value, { type: "money" })),
    );
    const document = aDocument({ configId: "c1", kind: "generated", text, sections: [] });
    return locateFacts(document, config, en).map(({ path, spans }) => [
      path,
      spans.map(({ start, end }) => text.slice(start, end)),
    ]);
  };

  test("is found where the most of it stands, the rest nearest to that", () => {
    const text =
      "He took goods worth US$300 at US$10 a kilogram. They weighed little. " +
      "Later he took goods at US$20 a kilogram and sold them for US$7. Those were worth US$300.";
    const [one, , three, four] = text.match(/[^.]+\./g)!.map(sentence => sentence.trim());
    expect(
      told(
        text,
        ["counts/1/amount", "US$300"],
        ["counts/1/rate", "US$10"],
        ["counts/2/amount", "US$300"],
        ["counts/2/rate", "US$20"],
        ["counts/2/fee", "US$7"],
      ),
    ).toEqual([
      ["counts/1/amount", [one]],
      ["counts/1/rate", [one]],
      ["counts/2/amount", [four]],
      ["counts/2/rate", [three]],
      ["counts/2/fee", [three]],
    ]);
  });

  test("does not take a value from where another record has it", () => {
    expect(
      told(
        "Once US$300 at US$10 a kilogram. Then US$20 a kilogram.",
        ["counts/1/amount", "US$300"],
        ["counts/1/rate", "US$10"],
        ["counts/2/amount", "US$300"],
        ["counts/2/rate", "US$20"],
      )[2],
    ).toEqual(["counts/2/amount", []]);
  });
});

test("without a statement that has all of it a record is one labelled line", async () => {
  const [facts] = [
    [
      { path: "counts/2/item", label: "", type: "text" as const, value: "a bicycle" },
      { path: "counts/2/amount", label: "", type: "money" as const, value: "US$300" },
    ],
  ];
  const written = (schema: typeof en) =>
    sectionAnswerer.answer(
      {
        scenario: "",
        domain: "trials",
        subject: "S",
        before: "x",
        refers: [],
        sections: [
          { id: "facts", title: "T", facts: facts?.map(fact => ({ ...fact, since: null })) },
        ],
      } as never,
      {
        language: schema.language,
        draw: drawFrom(1),
        domains: [{ ...schema, leaves: schema.leaves.map(leaf => ({ ...leaf, statements: [] })) }],
      },
    );
  const only = (text: string) => ({ sections: [{ id: "facts", text }] });
  expect(written(en)).toEqual(only("T – S\n\nCount 2: loot a bicycle; amount US$300."));
  expect(written(zh)).toEqual(only("T（S）\n\n第2项犯罪事实：财物a bicycle，金额US$300。"));
});
