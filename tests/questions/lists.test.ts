// What a model words of a list over all documents stands where it tells all members and no other; else it ends with its reason.

import { expect, test } from "vitest";
import { orderByWorth } from "../../pipelines/questions/candidate-order.ts";
import { toQuestion } from "../../pipelines/questions/candidate-rows.ts";
import type { ListReply, ShownList } from "../../schemas/questions/families/prompts.ts";
import { familyMaterials, familyProposals } from "../../schemas/questions/records.ts";
import { listMaterialsOf, proposeLists } from "../support/asked-lists.ts";
import { ruleCorpus, writeOut } from "../support/rule-corpus.ts";
import { aCandidate, aSettledRow } from "../support/settled-candidates.ts";

const corpus = ruleCorpus("finance", "en", 20);

const namesOf = (list: ShownList) => list.members.map(({ subject }) => subject);
const saying = ({ number, leaves }: ShownList, names: readonly string[]): ListReply => ({
  list: number,
  asker: "fund manager before a vote",
  question: `Before the vote on ${number} I need all reports of which this holds, ${leaves
    .map(({ label, words }) => `${label}: ${words}`)
    .join(", ")}; which companies are these, and how many?`,
  answer: `${names.length === 1 ? "It is" : `There are ${names.length}:`} ${names.join(", ")}.`,
  partial: `Just ${names[0]}.`,
  worth: 5,
});
const told = (list: ShownList): ListReply => {
  const reply = saying(list, namesOf(list));
  const value = list.members[0]!.told.at(-1)!.value;
  return list.members.length > 1 ? reply : { ...reply, answer: `${reply.answer} ${value}.` };
};
const isLong = ({ members }: ShownList) => members.length > 1;

test("a request holds the lists of one kind, their members and some that come near, by the sentences that decide", () => {
  const [row, ...more] = listMaterialsOf(corpus).map(each => familyMaterials.row.parse(each));
  expect(more).toEqual([]);
  expect(row!.wanted).toEqual([{ type: "complete-list", count: row!.lists!.length / 2 }]);
  const ids = row!.lists!.flatMap(({ members, others }) =>
    [...members, ...others].flatMap(({ factIds }) => factIds.map(id => id.split("-")[0])),
  );
  expect(new Set(row!.documentIds)).toEqual(new Set(ids));
  const texts = new Map(corpus.documents.map(({ id, text }) => [id, text]));
  for (const { documentId, start, end } of row!.scope)
    expect(texts.get(documentId)!.slice(start, end)).toMatch(/^[^\n]+$/);
});

test("what names all members and no other comes with its members, its facts and a sentence of each, and the part that is none", async () => {
  const { row, variables, material } = await proposeLists(corpus, [({ lists }) => lists.map(told)]);
  expect(familyProposals.row.parse(row).losses).toEqual([]);
  expect(row.candidates).toHaveLength(material.lists!.length);
  for (const [
    at,
    { members, evidence, factIds, wrongAnswers, derivations },
  ] of row.candidates.entries()) {
    const list = variables.lists[at]!;
    expect(members).toHaveLength(list.members.length);
    expect([...new Set(evidence.map(({ span }) => span.documentId))].sort()).toEqual(
      [...members!].sort(),
    );
    const said = evidence.map(({ text }) => text).join("\n");
    for (const { subject, told: values } of list.members)
      for (const part of [subject, ...values.map(({ value }) => value)])
        expect(said).toContain(part);
    expect(factIds).toEqual(material.lists![at]!.members.flatMap(member => member.factIds));
    expect(derivations.map(({ result }) => result)).toEqual(
      isLong(list) ? [`${list.members.length}`] : [],
    );
    expect(wrongAnswers?.map(({ trap }) => trap) ?? []).toEqual(isLong(list) ? ["partial"] : []);
  }
});

const change: Record<string, (list: ShownList) => Partial<ListReply>> = {
  "incomplete-list": list => saying(list, namesOf(list).slice(1)),
  "foreign-member": list => saying(list, [...namesOf(list), list.others[0]!.subject]),
  "criterion-not-asked": () => ({ question: "Which companies shall I vote for, and how many?" }),
  "names-its-members": list => ({
    question: `${told(list).question} Not just ${namesOf(list)[0]}?`,
  }),
  "no-count": list => ({ answer: `These: ${namesOf(list).join(", ")}.` }),
  "unsupported-value": list => ({ answer: `${told(list).answer} All pay US$17.77 million.` }),
};

test.each(Object.entries(change))(
  "%s: a reply that lies of one list loses that one",
  async (code, over) => {
    const { row } = await proposeLists(corpus, [
      ({ lists }) => {
        const lying = lists.find(isLong)!;
        return lists.map(list => ({ ...told(list), ...(list === lying && over(list)) }));
      },
    ]);
    expect(row.losses.map(loss => loss.code)).toEqual([code]);
    expect(row.candidates.length).toBeGreaterThan(0);
  },
);

test("where a value changed the question says that the last one counts", async () => {
  const { schema } = corpus;
  const capital = (amount: number) => ({
    path: "company/capital",
    label: "capital",
    type: "money" as const,
    value: `US$${amount} million`,
  });
  const written = [100, 120, 130, 150, 400, 420, 160, 170].map((amount, at) =>
    writeOut(schema, { id: `d${at}`, subject: `Firm ${at}`, values: [capital(amount)] }),
  );
  const later = writeOut(schema, {
    id: "d8",
    subject: "Firm 6",
    values: [{ ...capital(410), from: "2022-01-01" }],
    place: { familyId: "d6", number: 2 },
  });
  const firms = {
    schema,
    documents: [...written, later].map(({ document }) => document),
    facts: [...written, later].flatMap(({ facts }) => facts),
  };
  const asking = (last: string) => {
    const reply = ({ lists }: { lists: readonly ShownList[] }) =>
      lists.map(list => ({ ...told(list), question: `${last}${told(list).question}` }));
    return proposeLists(firms, [reply, reply]);
  };
  const { row, variables } = await asking("");
  expect(variables.lists.map(({ latest }) => latest)).toEqual([
    expect.stringMatching(/last stated/),
  ]);
  expect(row.losses.map(({ code }) => code)).toEqual(["latest-not-asked"]);
  expect((await asking("By the latest report of each: ")).row.losses).toEqual([]);
});

test("a reply of which less than half can stand is sent back with what is wrong, once", async () => {
  const short = (list: ShownList) => ({ ...told(list), answer: "There are some." });
  const { row, complaints } = await proposeLists(corpus, [
    ({ lists }) => lists.map(short),
    ({ lists }) => lists.map(told),
  ]);
  expect(complaints[0]).toMatch(/The answer does not name /);
  expect(complaints.slice(1)).toEqual([undefined]);
  expect(row.losses).toEqual([]);
});

test("a list takes none of its documents from other questions, and its question keeps the facts that make it up", () => {
  const place = { type: "condition", domain: "advisories", language: "en" } as const;
  const accepted = Array.from({ length: 7 }, (_, at) =>
    aCandidate(at + 1, {
      question: `Question ${at} asks something of its own ${"abcdefg"[at]!.repeat(9)}`,
      evidence: [],
      measures: { lexicalRank: 2 },
      ...(at === 6 && { factIds: ["f1"], members: ["d1"], measures: { lexicalRank: 1 } }),
    }),
  );
  const row = aSettledRow(accepted);
  const turns = Array.from({ length: 7 }, () => place);
  const order = orderByWorth([row], turns).map(({ candidate }) => candidate.number);
  expect(order.indexOf(7)).toBe(5);
  const around = { ...row, wing: "rageval" as const, nameOf: (id: string) => id };
  expect(toQuestion(around, accepted[6]!)).toMatchObject({ factIds: ["f1"], members: ["d1"] });
});
