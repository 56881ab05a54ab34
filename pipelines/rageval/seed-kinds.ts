// Finds the kinds of document among unsorted seeds; a seed that is unsuitable as a model for others has none.

import type { ReplyOf } from "../../schemas/define.ts";
import { kindsPrompt } from "../../schemas/rageval/kinds/prompts.ts";
import {
  type SeedBriefsRow,
  type SeedKindRow,
  seedBriefs,
  seedKinds,
} from "../../schemas/rageval/records.ts";
import { groupBy } from "../engine/grouping.ts";
import { type Ask, defineStage, made } from "../engine/stage.ts";

/** Maximum number of documents in a request. */
const maxDocuments = 40;
const none = "none";

/** `kind` is "" if none has been found yet. */
type KindOfSeed = SeedBriefsRow["briefs"][number] & { readonly kind: string };

/** Splits items into as few batches as possible, of similar size. */
export function splitIntoBatches<T>(items: readonly T[]): T[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / maxDocuments));
  return Array.from({ length: Math.ceil(items.length / size) || 0 }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Valid names for a kind: used as a folder, as a domain, and in commands. */
const namePattern = /^(?=.{2,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const languages: readonly string[] = ["zh", "en"];

const problemTexts = {
  zh: {
    notOnce: (number: number) => `文档 ${number} 必须恰好出现一次`,
    unknown: (number: number) => `没有文档 ${number}`,
    badName: (kind: string) => `“${kind}”不合要求：名称用小写英文单词，以连字符连接，如 price-list`,
    unnamed: (number: number) => `文档 ${number} 代表一类文档，须写明这类文档的名称`,
    noReason: (number: number) => `文档 ${number} 为 ${none}，要说明原因`,
  },
  en: {
    notOnce: (number: number) => `Document ${number} must occur exactly once.`,
    unknown: (number: number) => `There is no document ${number}.`,
    badName: (kind: string) =>
      `"${kind}" is not a name of lowercase English words joined by hyphens, such as price-list.`,
    unnamed: (number: number) => `Document ${number} represents a kind, so the kind must be named.`,
    noReason: (number: number) => `Document ${number} is ${none}: say why.`,
  },
};

/** Why a reply does not sort every document exactly once, described for the model. */
export function kindsProblem(
  { documents }: ReplyOf<typeof kindsPrompt>,
  batch: readonly Pick<KindOfSeed, "kind">[],
  language: "zh" | "en",
): string | undefined {
  const { notOnce, unknown, badName, unnamed, noReason } = problemTexts[language];
  const byNumber = groupBy(documents, ({ number }) => String(number));
  const problemOf = ({ number, kind, why }: (typeof documents)[number]): string[] => {
    const document = batch[number - 1];
    if (document === undefined) return [unknown(number)];
    if (kind !== none)
      return namePattern.test(kind) && !languages.includes(kind) ? [] : [badName(kind)];
    if (document.kind !== "") return [unnamed(number)];
    return why.trim() === "" ? [noReason(number)] : [];
  };
  const problems = [
    ...batch.flatMap((_, index) =>
      byNumber.get(String(index + 1))?.length === 1 ? [] : [notOnce(index + 1)],
    ),
    ...documents.flatMap(problemOf),
  ];
  return problems.length > 0 ? problems.slice(0, maxDocuments).join("\n") : undefined;
}

type KindSorter = (batch: readonly KindOfSeed[]) => Promise<SeedKindRow[]>;

const createKindSorter =
  (ask: Ask, language: "zh" | "en"): KindSorter =>
  async batch => {
    const documents = batch.map(({ file, kind, headings, opening }, index) => ({
      number: index + 1,
      file,
      kind,
      headings,
      opening,
    }));
    const check = (reply: ReplyOf<typeof kindsPrompt>) => kindsProblem(reply, batch, language);
    const reply = await ask(kindsPrompt, language, { documents }, { check });
    const byNumber = new Map(reply.documents.map(document => [document.number, document]));
    return batch.map(({ seedId: id }, index) => {
      const { kind = none, why = "" } = byNumber.get(index + 1) ?? {};
      return kind === none ? { id, kind: null, because: why.trim() } : { id, kind, because: "" };
    });
  };

/** Sorts batch by batch; then one document of each kind represents the others in its batch, until one request shows them all. */
async function sortAll(sort: KindSorter, documents: readonly KindOfSeed[]): Promise<SeedKindRow[]> {
  const batches = await Promise.all(splitIntoBatches(documents).map(sort));
  const sortedRows = batches.flat();
  const kinds = batches.flatMap(batch => [...groupBy(batch, ({ kind }) => kind ?? none)]);
  const namedKinds = kinds.filter(([kind]) => kind !== none);
  // If no two documents share a kind, another request is pointless: equal names are one kind.
  if (batches.length < 2 || namedKinds.length === sortedRows.length) return sortedRows;
  const documentById = new Map(documents.map(document => [document.seedId, document]));
  const representatives = namedKinds.flatMap(([kind, [first]]) => {
    const document = documentById.get(first?.id ?? "");
    return document ? [{ ...document, kind }] : [];
  });
  const mergedKinds = new Map(
    (await sortAll(sort, representatives)).map(({ id, kind }) => [id, kind]),
  );
  return kinds.flatMap(([, rows]) =>
    rows.map(row => ({ ...row, kind: mergedKinds.get(rows[0]?.id ?? "") ?? row.kind })),
  );
}

export const seedKindsStage = defineStage({
  name: "rageval/seed-kinds",
  module: import.meta.filename,
  prompts: [kindsPrompt],
  over: seedBriefs,
  writes: seedKinds,
  each: async ({ language, briefs }, { ask }) =>
    made(
      await sortAll(
        createKindSorter(ask, language),
        briefs.map(brief => ({ ...brief, kind: "" })),
      ),
    ),
});
