// Documents are repaired a bounded number of times, and rejected when they tell what they were to keep back.

import { describe, expect, test } from "vitest";
import { documentsStage } from "../../pipelines/rageval/documents.ts";
import { leakedValues } from "../../pipelines/rageval/write-sections.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { MemberRow, ConfigValue } from "../../schemas/rageval/records.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import type { sectionPrompt } from "../../schemas/rageval/prompts.ts";
import { aFamilyForm, aMember, aSchema, aValue, leaves } from "../support/facts.ts";
import { scriptedContext } from "../support/stage-context.ts";

describe("a leak", () => {
  const hidden = aValue("company/founded", "5 March 2021", { withheld: true });
  const leaked = (text: string, ...told: ConfigValue[]) =>
    leakedValues(text, aMember(hidden, ...told)).map(({ path }) => path);

  test.each(["Founded on 2021-03-05.", "Founded on March 5th, 2021.", "成立于2021年3月5日。"])(
    "is found in %s",
    text => {
      expect(leaked(text)).toEqual(["company/founded"]);
    },
  );

  test("is not a value that another one equals or contains, nor a coarser date", () => {
    expect(leaked("It merged on 2021-03-05.", aValue("event/merger", "2021-03-05"))).toEqual([]);
    expect(leaked("From 5 March 2021 on.", aValue("note", "From 5 March 2021 on"))).toEqual([]);
    expect(leaked("It was founded in March 2021.")).toEqual([]);
  });

  test("is not the day of a change that falls on a kept-back day", () => {
    const changed = aValue("company/staff", "214 people", { from: "2021-03-05" });
    expect(leaked("Since 5 March 2021 it has employed 214 people.", changed)).toEqual([]);
  });

  test("is not what another text that is told has words of", () => {
    const kept = aValue("event/project", "a training yard for crane drivers", { withheld: true });
    const sold = aValue("event/sold", "a yard of used cranes (Leeds)", { type: "text" });
    const given = (text: string, ...told: ConfigValue[]) =>
      leakedValues(text, aMember(kept, ...told));
    const text = "After some training it sold a yard of used cranes (Leeds).";
    expect(given(text, sold)).toEqual([]);
    expect(given(text)).toHaveLength(1);
    expect(given("A yard was built for the training of crane drivers.", sold)).toHaveLength(1);
  });

  test("is not what the kind of document has words of, beside a name that is told", () => {
    const kept = aValue("review/team", "the tenancy board's review panel", {
      withheld: true,
      type: "text",
    });
    const board = aValue("board/name", "Aldmoor Tenancy Board", { type: "organisation" });
    const member = aMember(kept, board);
    const titled = (kind: string) => ({ ...member, family: { ...member.family, kind } });
    const text = "Aldmoor Tenancy Board: Decision of the Review Panel";
    expect(leakedValues(text, titled("decision of the review panel"))).toEqual([]);
    expect(leakedValues(text, titled("notice"))).toHaveLength(1);
  });

  test("is not what a label that is told has words of, and is what is said as it is", () => {
    const kept = aValue("review/result", "a higher blood count", { withheld: true, type: "text" });
    const count = aValue("tests/count", "74 g/L", { label: "blood count" });
    const given = (text: string) =>
      leakedValues(text, aMember(kept, count)).map(({ path }) => path);
    expect(given("The blood count was 74 g/L, no higher one was known.")).toEqual([]);
    expect(given("Then came a higher blood count.")).toEqual(["review/result"]);
  });
});

describe("the stage", () => {
  const run = async (
    row: MemberRow,
    drafts: string[],
    repairs: string[],
    options = {},
    schema = aSchema(),
  ) => {
    const { context, asked } = scriptedContext(
      { schemas: [schema], seeds: [] },
      {
        "rageval/section": ({ sections }: VariablesOf<typeof sectionPrompt>) => ({
          sections: sections.map(({ id }) => ({ id, text: drafts.shift() })),
        }),
        "rageval/section-repair": repairs.map(text => ({ text })),
      },
    );
    return {
      asked,
      outcome: await documentsStage({
        repairRounds: 2,
        statutes: [],
        licence: null,
        length: "like-seeds",
        ...options,
      }).each(row, context as never),
    };
  };
  const told = aValue("company/staff", "214 people");
  const hidden = aValue("company/founded", "5 March 2021", { withheld: true });

  test("asks for lost facts once more and keeps the repaired text", async () => {
    const { asked, outcome } = await run(
      aMember(told),
      ["It employs many."],
      ["It employs 214 people."],
    );
    expect(asked.map(({ prompt }) => prompt)).toEqual([
      "rageval/section",
      "rageval/section-repair",
    ]);
    expect(asked[1]?.variables.missing.map(({ path }: { path: string }) => path)).toEqual([
      "company/staff",
    ]);
    expect(outcome.rows.map(row => documents.row.parse(row).text)).toEqual([
      "It employs 214 people.",
    ]);
  });

  test("tells the writer the day of a change, and asks once more for a text that leaves it out", async () => {
    const since = aValue("company/staff", "214 people", {
      from: "2021-11-08",
      because: "a strike",
    });
    const place = { familyId: "c1", number: 2, of: 2, kind: "later report", isTwin: false };
    const member = {
      ...aMember(since),
      family: { ...place, day: "2022-06-01" },
      refers: ["the report of 1 June 2021"],
    };
    const { asked, outcome } = await run(
      member,
      ["It has 214 people."],
      ["It has had 214 people since 8 November 2021."],
      {},
      aSchema({ family: aFamilyForm }),
    );
    expect(asked[0]?.variables).toMatchObject({
      kind: "later report",
      refers: ["the report of 1 June 2021"],
      sections: [
        { facts: [{ value: "214 people", since: "8 November 2021", because: "a strike" }] },
      ],
    });
    expect(asked[1]?.variables.missing).toMatchObject([{ since: "8 November 2021" }]);
    expect(outcome.rows).toMatchObject([{ published: "2022-06-01", configId: member.id }]);
  });

  test("asks for no short text whose words stand together, told in other words", async () => {
    const label = "part affected";
    const part = aValue("company/staff", "KL4, both reels", { type: "text", label });
    const damage = "KL4 has holes. They run through both its reels.";
    expect((await run(aMember(part), [damage], [])).asked).toHaveLength(1);
    const elsewhere = "KL4 has holes. They are old. Tape was found. Two reels are whole.";
    expect((await run(aMember(part), [elsewhere], [damage])).asked).toHaveLength(2);
  });

  test("asks for nothing where a sentence says that there is none", async () => {
    const none = aValue("company/staff", "none", { label: "named heirs" });
    const { asked } = await run(aMember(none), ["The mill has never named an heir."], []);
    expect(asked).toHaveLength(1);
  });

  test("stops repairing after its rounds; what is lost is for the facts to tell", async () => {
    const { asked, outcome } = await run(aMember(told), ["a"], ["b", "c", "d"]);
    expect(asked).toHaveLength(3);
    expect(outcome).toMatchObject({ outcome: "made", rows: [{ text: "c" }] });
  });

  test("never shows a withheld value when it asks for a section", async () => {
    const { asked } = await run(aMember(told, hidden), ["It employs 214 people."], []);
    expect(JSON.stringify(asked[0]?.variables)).not.toContain("2021");
  });

  test("rejects a document that keeps leaking, and names leaves only", async () => {
    const leaking = "It employs 214 people since 5 March 2021.";
    const { outcome } = await run(aMember(told, hidden), [leaking], [leaking, leaking]);
    expect(outcome).toMatchObject({ outcome: "rejected", code: "withheld-fact-leaked", rows: [] });
    expect(outcome).not.toMatchObject({ detail: expect.stringContaining("2021") });
  });

  const revenue = aValue("report/revenue", "US$3");
  // More facts than a section that shares its request may have.
  const long = Array.from({ length: 160 }, (_, at) =>
    aValue(`company/staff/${at + 1}`, `the ${at + 1} people of hall ${at + 1}`),
  );

  test("asks for short sections in one request, each repaired for itself", async () => {
    const { asked, outcome } = await run(
      aMember(told, revenue),
      ["It employs many.", "Revenue was US$3."],
      ["It employs 214 people."],
    );
    expect(asked.map(({ prompt, variables }) => [prompt, variables.sections?.length])).toEqual([
      ["rageval/section", 2],
      ["rageval/section-repair", undefined],
    ]);
    expect(outcome).toMatchObject({
      rows: [{ text: "It employs 214 people.\n\nRevenue was US$3.", name: "Alder Mills" }],
    });
  });

  test("writes the other sections against what opens the document", async () => {
    const opening = long.map(({ value }) => value).join(", ");
    const { asked } = await run(
      aMember(...long, revenue),
      [opening, "Revenue was US$3."],
      [],
      {},
      aSchema({ leaves: leaves.map(leaf => ({ ...leaf, many: leaf.path === "company/staff" })) }),
    );
    expect(asked.map(({ variables }) => variables.before)).toEqual(["", opening]);
  });

  test("asks once more where a section is missing from a reply", async () => {
    const replies = [
      { sections: [{ id: "report", text: "Revenue was US$3." }] },
      {
        sections: [
          { id: "company", text: "It employs 214 people." },
          { id: "report", text: "Revenue was US$3." },
        ],
      },
    ];
    const { context, asked } = scriptedContext(
      { schemas: [aSchema()] },
      { "rageval/section": replies },
    );
    const options = { repairRounds: 0, statutes: [], licence: null, length: "short" } as const;
    await documentsStage(options).each(aMember(told, revenue), context as never);
    expect(asked[0]?.complaints).toEqual([expect.stringContaining("company, report"), undefined]);
  });

  test("tells each section its share of the words wanted, by its facts, and counts a text far from them", async () => {
    const equal = aMember(aValue("company/staff", "7 people"), aValue("report/profit", "US$ 7"));
    const { asked, outcome } = await run(equal, ["7 people", "US$ 7"], [], { length: 1000 });
    const [first, second] = asked[0]!.variables.sections.map(
      ({ length }: { length: number }) => length,
    );
    // 1,000 tokens are 680 words.
    expect(first + second).toBeGreaterThanOrEqual(680);
    expect(first + second).toBeLessThanOrEqual(700);
    expect(outcome).toMatchObject({ outcome: "made", lost: [{ code: "length-missed" }] });
  });

  test("sends invented values back once, counts those that stay, and keeps the document", async () => {
    const inventing = "It employs 214 people and 35 dogs.";
    const { asked, outcome } = await run(aMember(told), [inventing], [inventing, "unasked"]);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.variables).toMatchObject({ missing: [], invented: ["35"] });
    expect(outcome).toMatchObject({
      outcome: "made",
      rows: [{ text: inventing }],
      lost: [{ code: "invented-value", detail: expect.stringContaining('"35"') }],
    });
  });

  test("says nothing of length where there are no seeds to be like", async () => {
    const { asked, outcome } = await run(aMember(told), ["It employs 214 people."], []);
    expect(asked[0]?.variables.sections).toMatchObject([{ length: null }]);
    expect(outcome).not.toHaveProperty("lost");
  });
});
