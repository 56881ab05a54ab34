// A chain is let through where only a name in the first document leads to the next, which alone has the answer.

import { describe, expect, test } from "vitest";
import { statesValue } from "../../pipelines/text/stated-value.ts";
import type { FamilyCandidateReply } from "../../schemas/questions/families/prompts.ts";
import { askFloor, proposeOn, type SmallFamily, smallFamily } from "../support/small-family.ts";

type Told = Parameters<NonNullable<Parameters<typeof smallFamily>[1]>>[0];
type Line = Told["lines"][number];

const chain: FamilyCandidateReply = {
  type: "chain",
  asker: "buyer of used rails",
  question:
    "One report tells of a tank for 64 tonnes under Bram Holt. How far apart are the rails?",
  answer: "The rails of Tarnwick Works lie 760 mm apart.",
  sentences: [],
  derivations: [],
  worth: 5,
  asOf: null,
  wrong: [{ answer: "The rails lie 914 mm apart.", trap: "twin", documents: [4] }],
  members: [],
};
const [tank, gauge] = [
  "Since 9 August 2021 the tank has held 64 tonnes.",
  "The rails lie 760 mm apart.",
];

/** What becomes of it where its evidence is the first sentence that says each of these. */
async function proposed(
  reply: FamilyCandidateReply,
  says: readonly string[],
  family: SmallFamily = smallFamily("en"),
) {
  const { row } = await proposeOn(family, ({ documents }) => {
    const all = documents.flatMap(({ sentences }) => sentences);
    const sentences = says.map(said => all.find(({ text }) => text.includes(said))!.number);
    return [{ ...reply, sentences }];
  });
  return { candidates: row.candidates, codes: row.losses.map(({ code }) => code) };
}

test("it comes through with the line of each document that names the subject, by which one leads to the other, and that dates it", async () => {
  const { candidates, codes } = await proposed(chain, [tank, "been Bram Holt", gauge]);
  expect(codes).toEqual([]);
  expect(candidates[0]!.evidence.map(({ text }) => text)).toEqual([
    "Tarnwick Works was inspected as in every year.",
    "This report was written on 1 March 2021.",
    gauge,
    "Tarnwick Works was inspected again.",
    "Written on 10 March 2022.",
    "Since 5 June 2021 the manager has been Bram Holt.",
    tank,
  ]);
});

const manager = {
  question: "A report tells of a tank for 64 tonnes. Who was manager of that works?",
  wrong: [{ answer: "It was Bram Holt.", trap: "superseded", documents: [2] }],
} as const satisfies Partial<FamilyCandidateReply>;

test.each<[string, Partial<FamilyCandidateReply>, string[]]>([
  [
    "no-first-document",
    { question: "A works has a licence of Orla Council. Its gauge?" },
    [tank, gauge],
  ],
  ["names-the-next", { question: `${chain.question} I mean Tarnwick Works.` }, [tank, gauge]],
  [
    "leads-straight",
    { question: "Cora Vale has 40 tonnes in her tank. What gauge?" },
    ["Cora Vale", gauge],
  ],
  ["no-bridge", {}, [tank]],
  ["two-subjects", {}, [tank, gauge, "914 mm"]],
  ["not-further-on", { answer: "Orla Council licensed Tarnwick Works." }, [tank, gauge]],
  ["open-value", { ...manager, answer: "Ada Finch was manager." }, [tank, "Ada Finch"]],
  ["no-wrong-answer", { wrong: [] }, [tank, gauge]],
])("%s: one of that kind ends", async (code, over, says) => {
  expect((await proposed({ ...chain, ...over }, says)).codes).toEqual([code]);
});

test("of a value that changed the last one, one of a kind of document asked for, or each of the others' is an answer", async () => {
  const last = { ...chain, ...manager, answer: "Cora Vale has been its manager." };
  const each = { ...chain, ...manager, answer: "Ada Finch, and Cora Vale later." };
  const kinds = smallFamily("en");
  const facts = kinds.facts.map(fact =>
    fact.documentId === "d1"
      ? { ...fact, family: { ...fact.family!, kind: "first report" } }
      : fact,
  );
  const first = { ...chain, ...manager, answer: "It was Ada Finch." };
  const asked = { ...first, question: `${manager.question} I mean by its first report.` };
  const codes = [
    await proposed(last, [tank, "Cora Vale"]),
    await proposed(each, [tank, "Ada Finch", "Cora Vale"]),
    await proposed(asked, [tank, "Ada Finch"], { ...kinds, facts }),
    await proposed(first, [tank, "Ada Finch"], { ...kinds, facts }),
  ].map(one => one.codes);
  expect(codes).toEqual([[], [], [], ["open-value"]]);
});

test("what the first document states may be told in its own words, if they are no other subject's", async () => {
  const family = smallFamily("en", (told, at): Told => {
    const line: Line = ["Storks nest on its old chimney.", "works/inspector", "storks nest there"];
    return at === 1 ? { ...told, lines: [...told.lines, line] } : told;
  });
  const question = "Where storks have a nest, how far apart are the rails?";
  const asked = (over: SmallFamily) => proposed({ ...chain, question }, [tank, gauge], over);
  expect((await asked(family)).codes).toEqual([]);
  expect((await asked(smallFamily("en"))).codes).toEqual(["no-first-document"]);
});

test("what a part of the first document says that nobody is shown is not an answer of the next", async () => {
  const family = smallFamily("en", (told, at): Told => {
    const line: Line = [gauge, "works/gauge", "760 mm"];
    return at === 1 ? { ...told, lines: [...told.lines, line] } : told;
  });
  const scope = family.documents.slice(0, 4).map(({ id, text }) => ({
    documentId: id,
    start: 0,
    end: id === "d2" ? text.indexOf(gauge) : text.length,
  }));
  const read = { ...family, material: { ...family.material, scope } };
  expect((await proposed(chain, [tank, gauge], read)).codes).toEqual(["not-further-on"]);
});

/** The first report without the works' name, under a number that the second and this further document give. */
const numbered = (further: number) =>
  smallFamily("en", (told, at): Told => {
    const line: Line = [`Register number TX-4711, ${at}.`, "works/register", "TX-4711"];
    const lines = [
      ...told.lines.slice(at === 0 ? 1 : 0),
      ...([0, 1, further].includes(at) ? [line] : []),
    ];
    return { ...told, lines };
  });
const overTwo = {
  ...chain,
  question: "Cora Vale has run a works for some time. How far apart are its rails?",
};

test("over three documents one name leads to the second, and a number there to the third", async () => {
  const { candidates, codes } = await proposed(
    overTwo,
    ["Cora Vale", "Register number TX-4711, 1", gauge],
    numbered(1),
  );
  expect(codes).toEqual([]);
  expect(new Set(candidates[0]!.evidence.map(({ span }) => span.documentId)).size).toBe(3);
});

test.each<[string, string[], SmallFamily]>([
  ["the second document is left out", ["Cora Vale", gauge], numbered(1)],
  ["another subject has the number too", ["Cora Vale", "TX-4711, 1", gauge], numbered(4)],
])("where %s no name leads to the third document", async (_, says, family) => {
  expect((await proposed(overTwo, says, family)).codes).toEqual(["no-bridge"]);
});

describe.each(["en", "zh"] as const)("by the floor (%s)", language => {
  const chainsOf = async (family: SmallFamily) => {
    const { row } = await askFloor(family);
    return row.candidates.filter(({ type }) => type === "chain");
  };
  const family = smallFamily(language);
  const textOf = (id: string) => family.documents.find(document => document.id === id)!.text;
  const says = (text: string, value: string) => statesValue(text, value, language);

  test("a scan of all texts finds one document that the question fits, and the answer in others that share its name alone", async () => {
    const chains = await chainsOf(family);
    expect(chains.length).toBeGreaterThan(4);
    for (const { question, answer, evidence } of chains) {
      const values = [...new Set(family.facts.map(({ value }) => value))];
      const told = values.filter(value => says(question, value));
      const fitting = family.documents.filter(({ text }) => told.every(value => says(text, value)));
      expect(fitting).toHaveLength(1);
      const [{ id: start, name }] = fitting as [(typeof fitting)[0]];
      const further = new Set(evidence.map(({ span }) => span.documentId));
      expect(further.delete(start)).toBe(true);
      const gold = values.filter(value => says(answer, value) && !says(textOf(start), value));
      expect(gold.length).toBeGreaterThan(0);
      for (const id of further) {
        expect(told.filter(value => says(textOf(id), value))).toEqual([]);
        expect([says(textOf(id), name), says(textOf(start), name), says(question, name)]).toEqual([
          true,
          true,
          false,
        ]);
      }
    }
    expect(
      new Set(chains.map(({ evidence }) => new Set(evidence.map(e => e.span.documentId)).size)),
    ).toEqual(new Set([2, 3]));
  });

  test("what is planted in one document is asked from the others, and no longer where all state it", async () => {
    const planted = (among: readonly number[]) =>
      smallFamily(language, (told, at): Told => {
        const line: Line = [`TX-4711 ${at}`, "works/register", "TX-4711"];
        return among.includes(at) ? { ...told, lines: [...told.lines, line] } : told;
      });
    const asked = async (among: readonly number[]) =>
      (await chainsOf(planted(among))).filter(({ answer }) => answer.includes("TX-4711")).length;
    expect([await asked([]), await asked([0, 1, 2])]).toEqual([0, 0]);
    expect(await asked([0])).toBeGreaterThan(0);
  });
});
