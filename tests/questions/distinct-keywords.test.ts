// Lists of fine keywords tell their passage from all others: what stands elsewhere is bound to what stands beside it, or dropped.

import { expect, test } from "vitest";
import { distinguishKeywords } from "../../pipelines/questions/distinct-keywords.ts";
import { locate } from "../../pipelines/items/read-keywords.ts";
import { indexKeywords } from "../../pipelines/retrieval/keyword-index.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Evidence } from "../../schemas/items/records.ts";
import { aDocument, evidenceOf } from "../support/items.ts";

const tarn = aDocument({
  id: "tarn",
  name: "Tarn Ferry: fares",
  text: "# Fares of the Tarn Ferry\n\nThe boat runs from May on. Bicycles cost 6 euros. On Sundays children of the valley go free of charge. Dogs must be kept on a lead.",
});
const lune = aDocument({
  id: "lune",
  name: "Lune Ferry: fares",
  text: "# Fares of the Lune Ferry\n\nBicycles cost 6 euros. Dogs must be kept on a lead.",
});

function tell(
  list: readonly string[],
  evidence: readonly Evidence[],
  { rows = [tarn, lune], beside = [], coarse = ["Bicycles"] }: Partial<Given> = {},
) {
  const counted = (all: readonly DocumentRow[]) => ({
    index: indexKeywords(all),
    documentOf: (id: string) => all.find(row => row.id === id) as DocumentRow,
  });
  const fine = list.flatMap(
    element => evidence.map(piece => locate(element, piece)).find(place => place) ?? [],
  );
  const { keywords, ...rest } = distinguishKeywords({ coarse, fine: [fine] }, evidence, {
    ...counted(rows),
    distractors: counted(beside),
  });
  return { ...rest, keywords, fine: keywords?.fine.map(each => each.map(({ text }) => text)) };
}
interface Given {
  rows: DocumentRow[];
  beside: DocumentRow[];
  coarse: string[];
}

const price = evidenceOf("Bicycles cost 6 euros.", 1, tarn);
const children = evidenceOf("On Sundays children of the valley go free of charge.", 2, tarn);

test("a list that stands nowhere else stays as it is, and holds one passage", () => {
  const { fine, keywords, strays } = tell(["6 euros"], [price], { rows: [tarn] });
  expect([fine, keywords?.passages, strays]).toEqual([[["6 euros"]], [1], []]);
});

test("a list that stands in another document is bound to the heading above it", () => {
  const { fine, keywords } = tell(["6 euros"], [price]);
  expect(fine).toEqual([["6 euros", "Fares of the Tarn Ferry"]]);
  const { start, end } = keywords?.fine[0]?.[1]?.span ?? { start: 0, end: 0 };
  expect(tarn.text.slice(start, end)).toBe("Fares of the Tarn Ferry");
});

test("where no heading is near it is bound to as much of its document's name as stands there", () => {
  const plain = { ...tarn, text: tarn.text.replace("# Fares of the", "We sail the") };
  const own = evidenceOf("Bicycles cost 6 euros.", 1, plain);
  expect(tell(["6 euros"], [own], { rows: [plain, lune] }).fine).toEqual([
    ["6 euros", "Tarn Ferry"],
  ]);
});

test("a clause of its own sentence comes before a name farther off", () => {
  const free = aDocument({ id: "wye", name: "Wye Ferry", text: "Children go free of charge." });
  const { fine } = tell(["free of charge"], [children], {
    rows: [tarn, free],
    coarse: ["children"],
  });
  expect(fine).toEqual([["On Sundays children of the valley go free of charge"]]);
});

test("a list that nothing binds is dropped and told with the document it stands in, while another is left", () => {
  const bare = (id: string) =>
    aDocument({ id, name: id, text: "Dogs stay out. The toll here is not the same for all." });
  const [one, other] = [bare("north"), bare("south")];
  const dogs = evidenceOf("Dogs stay out.", 1, one);
  const { keywords, strays } = tell(["Dogs"], [dogs], { rows: [one, other], coarse: ["Dogs"] });
  expect(keywords).toBeUndefined();
  expect(strays).toEqual([{ list: ["Dogs"], document: "south" }]);
});

test("documents beside the corpus count as well", () => {
  expect(tell(["6 euros"], [price], { rows: [tarn], beside: [lune] }).fine).toEqual([
    ["6 euros", "Fares of the Tarn Ferry"],
  ]);
});

test("elements of two documents become a list of each", () => {
  const dogs = evidenceOf("Dogs must be kept on a lead.", 2, lune);
  const { fine } = tell(["children of the valley", "Lune Ferry", "Dogs"], [children, dogs], {
    coarse: ["children", "Dogs"],
  });
  expect(fine?.[0]).toEqual(["children of the valley"]);
  expect(fine?.[1]).toContain("Dogs");
});

test("a place of the same document that says the same is an alternative and no other passage", () => {
  const twice = aDocument({
    ...lune,
    text: `${lune.text}\n\nThe boat takes twelve.\n\nIn short: bicycles cost 6 euros.`,
  });
  const own = evidenceOf("Bicycles cost 6 euros.", 1, twice);
  const again = aDocument({ ...twice, text: twice.text.replace("In short: bicycles", "Bicycles") });
  expect(tell(["6 euros"], [own], { rows: [again] })).toMatchObject({
    fine: [["6 euros"]],
    keywords: { passages: [2] },
    evidence: [
      { alternatives: [{ text: "Bicycles cost 6 euros.", span: { documentId: "lune" } }] },
    ],
  });
});

test("a word that makes the difference makes another passage", () => {
  const text = "Profit came to 6 million. Trading profit came to 6 million.";
  const report = aDocument({ id: "r", name: "Report", text });
  const { fine, evidence } = tell(
    ["6 million"],
    [evidenceOf("Profit came to 6 million.", 1, report)],
    { rows: [report], coarse: ["profit"] },
  );
  expect(evidence[0]).not.toHaveProperty("alternatives");
  expect(fine).toBeUndefined();
});

test("a sentence of the evidence that no list shows gets a list of its own clauses", () => {
  const far = evidenceOf("Dogs must be kept on a lead.", 2, tarn);
  const runs = evidenceOf("The boat runs from May on.", 1, tarn);
  expect(tell(["from May on"], [runs, far], { rows: [tarn], coarse: ["boat"] })).toMatchObject({
    fine: [["from May on"], ["Dogs must be kept on a lead"]],
    keywords: { coarse: ["boat", "Dogs must be kept on a lead"] },
  });
});

test("a list whose sentences have no coarse term brings one, its document's name where that stands there", () => {
  const named = aDocument({ id: "n", name: "Tarn Ferry", text: "The Tarn Ferry takes 12 people." });
  const evidence = [evidenceOf("The Tarn Ferry takes 12 people.", 1, named)];
  expect(
    tell(["12 people"], evidence, { rows: [named], coarse: ["boat"] }).keywords?.coarse,
  ).toEqual(["boat", "Tarn Ferry"]);
});

test("a heading that says all of a list does not stand for the sentence under it", () => {
  const sheet = (id: string, name: string, more: string) =>
    aDocument({
      id,
      name,
      text: `# Kaolin glaze of the valley\n\nKaolin glaze.\n\nIt is fired twice.\n\n${more}`,
    });
  const own = sheet("reed", "Reed kiln", "It stays grey for a year.");
  const other = sheet("clay", "Clay kiln", "It turns blue.");
  const said = [
    evidenceOf("It stays grey for a year.", 1, own),
    evidenceOf("Kaolin glaze.", 2, own),
  ];
  const given = { rows: [own], beside: [other], coarse: ["Kaolin glaze"] };
  expect(tell(["stays grey"], said, given).fine).toEqual([["stays grey"]]);
});
