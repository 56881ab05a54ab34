// Among five hundred siblings no list that is kept fires on a wrong chunk, however the documents are cut.

import { expect, test } from "vitest";
import { chunksOf } from "../../pipelines/evaluate/baseline/chunks.ts";
import { overlaps } from "../../pipelines/evaluate/evidence/passage-evidence.ts";
import { locate } from "../../pipelines/items/read-keywords.ts";
import { distinguishKeywords } from "../../pipelines/questions/distinct-keywords.ts";
import { indexKeywords } from "../../pipelines/retrieval/keyword-index.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { matchStrictly } from "../../pipelines/text/keyword-matching.ts";
import { splitSentences } from "../../pipelines/text/sentences.ts";
import { aDocument } from "../support/items.ts";

const draw = drawFrom(11);
const pick = <T>(among: readonly T[]): T => among[draw(among.length)] as T;

/** Sheets of one form, in which hardly a line names what it is of: as recipes are. */
function sheet(number: number) {
  const name = `${pick(["Salt", "Iron", "Reed", "Clay"])} glaze ${number}`;
  const lines = Array.from({ length: 14 }, () =>
    pick([
      `- ${pick(["feldspar", "quartz", "kaolin"])} ${10 * (1 + draw(9))} g`,
      `Fire for ${1 + draw(9)} hours at ${900 + 20 * draw(20)} degrees.`,
      "Stir well and let it rest overnight.",
      `The ${name} turns ${pick(["blue", "green", "brown"])} where it is thick.`,
    ]),
  );
  return aDocument({
    id: `sheet-${number}`,
    name,
    text: `# ${name}\n\nIt keeps for a year.\n\n${lines.join("\n")}\n`,
  });
}

const sheets = Array.from({ length: 530 }, (_, number) => sheet(number));
const [own, siblings] = [sheets.slice(0, 30), sheets.slice(30)];
const counted = (rows: typeof sheets) => ({
  index: indexKeywords(rows),
  documentOf: (id: string) => rows.find(row => row.id === id) ?? aDocument(),
});
const corpus = { ...counted(own), distractors: counted(siblings) };

/** An item on one sentence of a sheet, with the words that somebody would copy. */
function itemOn(document: (typeof sheets)[number]) {
  const { text, start, end } = pick(splitSentences(document.text, "en").slice(2));
  const evidence = [{ number: 1, text, span: { documentId: document.id, start, end } }];
  const words = text.replace(/^- |\.$/g, "").split(" ");
  const found = [words.slice(-2).join(" "), words[0] ?? ""].flatMap(
    word => locate(word, evidence[0]!) ?? [],
  );
  const coarse = [words[0] ?? ""];
  return { given: { coarse, fine: [found] }, evidence };
}

const items = own
  .flatMap(document => [document, document, document])
  .map(document => {
    const { given, evidence } = itemOn(document);
    return { given, ...distinguishKeywords(given, evidence, corpus) };
  });

/** How many items have a list that fires on a chunk with nothing of their evidence; `kept`: of the lists that were kept, else as given. */
function wrongIn(size: number, kept: boolean): number {
  const looked = items.map(({ keywords, given, evidence }) => ({
    ...(kept ? (keywords ?? { coarse: [], fine: [] }) : given),
    places: evidence.flatMap(({ span, alternatives = [] }) => [
      span,
      ...alternatives.map(one => one.span),
    ]),
  }));
  const wrong = sheets
    .flatMap(row => chunksOf(row, [{ size, overlap: 0 }]))
    .flatMap(chunk => {
      const holds = matchStrictly(chunk.text);
      return looked.filter(
        ({ coarse, fine, places }) =>
          coarse.some(holds) &&
          fine.some(list => list.every(({ text }) => holds(text))) &&
          !places.some(place => overlaps(chunk, place)),
      );
    });
  return new Set(wrong).size;
}

test.each([64, 512])("chunks of %d tokens", size => {
  expect(wrongIn(size, false)).toBeGreaterThan(items.length / 2);
  expect(wrongIn(size, true)).toBe(0);
});

test("most items keep keywords", () => {
  const kept = items.filter(({ keywords }) => keywords !== undefined);
  expect(kept.length / items.length).toBeGreaterThan(0.9);
});
