// Finds the kinds of document among unsorted seeds; a seed unfit as a model for others has none.

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

/** Most documents in a request. */
const LOT = 40;
const NONE = "none";

/** `kind` is "" if none has been found yet. */
type KindOfSeed = SeedBriefsRow["briefs"][number] & { readonly kind: string };

/** Splits items into as few lots as possible, of similar size. */
export function lotsOf<T>(items: readonly T[]): T[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / LOT));
  return Array.from({ length: Math.ceil(items.length / size) || 0 }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** Valid names of a kind: used as a folder, as a domain, and in commands. */
const NAME = /^(?=.{2,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LANGUAGES: readonly string[] = ["zh", "en"];

const PROBLEMS = {
  zh: {
    once: (number: number) => `文档 ${number} 必须恰好出现一次`,
    unknown: (number: number) => `没有文档 ${number}`,
    name: (kind: string) => `“${kind}”不合要求：名称用小写英文单词，以连字符连接，如 price-list`,
    stands: (number: number) => `文档 ${number} 代表一种文档，要有名称`,
    why: (number: number) => `文档 ${number} 为 ${NONE}，要说明原因`,
  },
  en: {
    once: (number: number) => `Document ${number} must stand exactly once.`,
    unknown: (number: number) => `There is no document ${number}.`,
    name: (kind: string) =>
      `"${kind}" is not a name in small English letters with hyphens, such as price-list.`,
    stands: (number: number) => `Document ${number} stands for a kind: it has a name.`,
    why: (number: number) => `Document ${number} is ${NONE}: say why.`,
  },
};

/** Why a reply does not sort every document exactly once, in words for the model. */
export function kindsProblem(
  { documents }: ReplyOf<typeof kindsPrompt>,
  lot: readonly Pick<KindOfSeed, "kind">[],
  language: "zh" | "en",
): string | undefined {
  const { once, unknown, name, stands, why: reason } = PROBLEMS[language];
  const byNumber = groupBy(documents, ({ number }) => String(number));
  const problemOf = ({ number, kind, why }: (typeof documents)[number]): string[] => {
    const shown = lot[number - 1];
    if (shown === undefined) return [unknown(number)];
    if (kind !== NONE) return NAME.test(kind) && !LANGUAGES.includes(kind) ? [] : [name(kind)];
    if (shown.kind !== "") return [stands(number)];
    return why.trim() === "" ? [reason(number)] : [];
  };
  const problems = [
    ...lot.flatMap((_, at) => (byNumber.get(String(at + 1))?.length === 1 ? [] : [once(at + 1)])),
    ...documents.flatMap(problemOf),
  ];
  return problems.length > 0 ? problems.slice(0, LOT).join("\n") : undefined;
}

type Sort = (lot: readonly KindOfSeed[]) => Promise<SeedKindRow[]>;

const sortBy =
  (ask: Ask, language: "zh" | "en"): Sort =>
  async lot => {
    const documents = lot.map(({ file, kind, headings, opening }, at) => ({
      number: at + 1,
      file,
      kind,
      headings,
      opening,
    }));
    const check = (reply: ReplyOf<typeof kindsPrompt>) => kindsProblem(reply, lot, language);
    const reply = await ask(kindsPrompt, language, { documents }, { check });
    const found = new Map(reply.documents.map(document => [document.number, document]));
    return lot.map(({ seedId: id }, at) => {
      const { kind = NONE, why = "" } = found.get(at + 1) ?? {};
      return kind === NONE ? { id, kind: null, because: why.trim() } : { id, kind, because: "" };
    });
  };

/** Sorts lot by lot; then one document of each kind represents the others of its lot, until one request shows them all. */
async function sortAll(sort: Sort, documents: readonly KindOfSeed[]): Promise<SeedKindRow[]> {
  const lots = await Promise.all(lotsOf(documents).map(sort));
  const sorted = lots.flat();
  const kinds = lots.flatMap(rows => [...groupBy(rows, ({ kind }) => kind ?? NONE)]);
  const named = kinds.filter(([kind]) => kind !== NONE);
  // If no two documents share a kind, asking again is useless: equal names are one kind.
  if (lots.length < 2 || named.length === sorted.length) return sorted;
  const shown = new Map(documents.map(document => [document.seedId, document]));
  const firsts = named.flatMap(([kind, [first]]) => {
    const document = shown.get(first?.id ?? "");
    return document ? [{ ...document, kind }] : [];
  });
  const joined = new Map((await sortAll(sort, firsts)).map(({ id, kind }) => [id, kind]));
  return kinds.flatMap(([, rows]) =>
    rows.map(row => ({ ...row, kind: joined.get(rows[0]?.id ?? "") ?? row.kind })),
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
        sortBy(ask, language),
        briefs.map(brief => ({ ...brief, kind: "" })),
      ),
    ),
});
