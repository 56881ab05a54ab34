// Checks that a judge's reply has exactly the ids it was given: if one is missing or surplus, the judge is called again.

import type { Language } from "../../../schemas/items/item-types.ts";

const messages = {
  missing: { zh: (ids: string) => `缺少 ${ids}。`, en: (ids: string) => `Missing: ${ids}.` },
  surplus: {
    zh: (ids: string) => `没有给出过 ${ids} 这样的编号。`,
    en: (ids: string) => `There is no ${ids}.`,
  },
  twice: {
    zh: (ids: string) => `${ids} 出现了不止一次。`,
    en: (ids: string) => `More than once: ${ids}.`,
  },
  once: { zh: "每个编号恰好一次，照写不改。", en: "Give every id exactly once, as it is written." },
};

/** Maximum number and length of the ids quoted from a reply, which may contain anything. */
const maxIds = 20;
const maxIdLength = 40;
const quoteIds = (ids: readonly string[]): string =>
  ids
    .slice(0, maxIds)
    .map(id => `“${id.slice(0, maxIdLength)}”`)
    .join(", ");

interface Entry {
  readonly id: string;
}

/** Tells the model what is wrong with the ids of its reply's entries; undefined if they have each given id exactly once. */
export function idProblemOf(
  givenIds: readonly string[],
  entries: readonly Entry[],
  language: Language,
): string | undefined {
  const repliedIds = entries.map(({ id }) => id);
  const wrongIds = {
    missing: givenIds.filter(id => !repliedIds.includes(id)),
    surplus: [...new Set(repliedIds.filter(id => !givenIds.includes(id)))],
    twice: [
      ...new Set(
        repliedIds.filter((id, index) => givenIds.includes(id) && repliedIds.indexOf(id) !== index),
      ),
    ],
  };
  const parts = (["missing", "surplus", "twice"] as const).flatMap(kind =>
    wrongIds[kind].length > 0 ? messages[kind][language](quoteIds(wrongIds[kind])) : [],
  );
  return parts.length > 0
    ? [...parts, messages.once[language]].join(language === "zh" ? "" : " ")
    : undefined;
}

/** The entries of a complete reply, in the order of the given ids. */
export function sortByIds<E extends Entry>(
  givenIds: readonly string[],
  entries: readonly E[],
): E[] {
  const byId = new Map(entries.map(entry => [entry.id, entry]));
  return givenIds.flatMap(id => byId.get(id) ?? []);
}
