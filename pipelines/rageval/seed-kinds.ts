// Finds the kinds of document among seeds that nobody sorted; one that is no model for others is of none.

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

/** Documents that a request shows at most. */
const LOT = 40;
const NONE = "none";

type Brief = SeedBriefsRow["briefs"][number];
/** `kind` is "" where none was found yet. */
type Shown = Omit<Brief, "seedId"> & { readonly kind: string };
type Sorted = Omit<SeedKindRow, "id">;

/** In as few lots as there may be, all of like size. */
export function lotsOf<T>(items: readonly T[]): T[][] {
  const size = Math.ceil(items.length / Math.ceil(items.length / LOT));
  return Array.from({ length: Math.ceil(items.length / size) || 0 }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

/** Of a folder and of what a domain is called, in a command too. */
const NAME = /^(?=.{2,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LANGUAGES: readonly string[] = ["zh", "en"];

/** What keeps a reply from sorting every document once, in words for the model. */
export function kindsProblem(
  { documents }: ReplyOf<typeof kindsPrompt>,
  lot: readonly Pick<Shown, "kind">[],
): string | undefined {
  const told = groupBy(documents, ({ number }) => String(number));
  const problems = [
    ...lot.flatMap((_, at) =>
      told.get(String(at + 1))?.length === 1 ? [] : [`Document ${at + 1} must stand exactly once.`],
    ),
    ...documents.flatMap(({ number, kind, why }) => {
      const shown = lot[number - 1];
      if (shown === undefined) return [`There is no document ${number}.`];
      if (kind !== NONE)
        return NAME.test(kind) && !LANGUAGES.includes(kind)
          ? []
          : [`"${kind}" is not a name in small English letters with hyphens, such as price-list.`];
      if (shown.kind !== "") return [`Document ${number} stands for a kind: it has a name.`];
      return why.trim() === "" ? [`Document ${number} is ${NONE}: say why.`] : [];
    }),
  ];
  return problems.length > 0 ? problems.slice(0, LOT).join("\n") : undefined;
}

async function sortLot(ask: Ask, language: "zh" | "en", lot: readonly Shown[]): Promise<Sorted[]> {
  const shown = lot.map((document, at) => ({ number: at + 1, ...document }));
  const { documents } = await ask(
    kindsPrompt,
    language,
    { documents: shown },
    { check: reply => kindsProblem(reply, lot) },
  );
  return [...documents]
    .sort((a, b) => a.number - b.number)
    .map(({ kind, why }) =>
      kind === NONE ? { kind: null, because: why.trim() } : { kind, because: "" },
    );
}

/** Lot by lot; then one document of each kind found stands for the others of its lot, until one request shows them all. */
async function sortAll(
  ask: Ask,
  language: "zh" | "en",
  documents: readonly Shown[],
): Promise<Sorted[]> {
  const lots = lotsOf(documents);
  const sorted = await Promise.all(
    lots.map(async (lot, number) =>
      (await sortLot(ask, language, lot)).map((one, at) => ({
        ...one,
        key: `${number} ${one.kind}`,
        document: lot[at] as Shown,
      })),
    ),
  );
  const all = sorted.flat();
  const named = all.flatMap(({ kind, key, document }) =>
    kind === null ? [] : [{ key, document: { ...document, kind } }],
  );
  const kinds = [...groupBy(named, ({ key }) => key)];
  // Where no two documents share a kind, nothing would come of asking again: equal names are one kind.
  const isSettled = lots.length < 2 || kinds.length === documents.length;
  const firsts = isSettled ? [] : kinds.flatMap(([, [first]]) => first?.document ?? []);
  const joined = firsts.length === 0 ? [] : await sortAll(ask, language, firsts);
  const names = new Map(kinds.map(([key], at) => [key, joined[at]?.kind]));
  return all.map(({ kind, because, key }) => ({ kind: names.get(key) ?? kind, because }));
}

export const seedKindsStage = defineStage({
  name: "rageval/seed-kinds",
  module: import.meta.filename,
  prompts: [kindsPrompt],
  over: seedBriefs,
  writes: seedKinds,
  async each({ language, briefs }, { ask }) {
    const shown = briefs.map(({ seedId: _, ...brief }) => ({ ...brief, kind: "" }));
    const sorted = await sortAll(ask, language, shown);
    return made(
      briefs.flatMap(({ seedId: id }, at) => {
        const one = sorted[at];
        return one ? [{ id, ...one }] : [];
      }),
    );
  },
});
