// Makes a document of each article that stays: of what is told twice or written from one template, one or a few.

import {
  type ArticleRow,
  articles,
  type ClusterRow,
  clusters,
  pool,
} from "../../schemas/crud/records.ts";
import type { Language } from "../../schemas/items/item-types.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { CrudSettings } from "../../schemas/settings.ts";
import { hashOf } from "../engine/fingerprint.ts";
import { defineWholeStage, type Dropped } from "../engine/stage.ts";
import { repeatsOf } from "../text/near-duplicates.ts";

/** UTF-16 units a name may have where the article has no headline. */
const longestName: Record<Language, number> = { zh: 40, en: 80 };
const clauseEnd: Record<Language, RegExp> = {
  zh: /[，。；！？：,;!?\n]/u,
  en: /[,;:!?\n]|\.(?=\s|$)/u,
};

/** Who reports and when names no article: "IT之家 8 月 16 日消息", "8月16日". */
const dateline =
  /^(?:[^。]{0,20}?\d{1,2} ?月 ?\d{1,2} ?日[^。]{0,6}?(?:消息|电|讯|报道)?|[^。]{0,12}(?:消息|讯|报道)|.{1,4})$|^\p{Lu}[\p{Lu} ]{3,}$/u;

/** The headline, or the article's first clause; a longer one is cut (an English one between words). */
export function nameOf({
  headline,
  text,
  language,
}: Pick<ArticleRow, "headline" | "text" | "language">): string {
  const given = headline?.replace(/\s+/g, " ").trim();
  if (given) return given;
  const opening = text.trim();
  const clause =
    opening
      .split(clauseEnd[language])
      .find(part => /[\p{L}\p{N}]/u.test(part) && !dateline.test(part.trim()))
      ?.replace(/\s+/g, " ")
      .trim() ?? opening;
  return shorten(clause, language);
}

function shorten(clause: string, language: Language): string {
  const most = longestName[language];
  if (clause.length <= most) return clause;
  const cut = clause.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  const isWhole = language === "zh" || clause[most] === " " || !cut.includes(" ");
  return isWhole ? cut : cut.slice(0, cut.lastIndexOf(" "));
}

/** What an article is to the wing from here on. */
export const toDocument = (article: ArticleRow): DocumentRow => ({
  id: article.id,
  language: article.language,
  domain: article.domain,
  name: nameOf(article),
  text: article.text,
  kind: "own",
  published: article.published,
  configId: null,
  sections: [],
  format: null,
  places: [],
  provenance: article.provenance,
  foreign: null,
});

const codes = {
  exact: "exact-duplicate",
  "near-duplicate": "near-duplicate",
  template: "template",
} as const satisfies Record<ClusterRow["kind"], string>;

/** What the clusters leave out, by article. */
function droppedBy(rows: readonly ClusterRow[]): Map<string, Dropped> {
  const dropped = new Map<string, Dropped>();
  for (const { kind, articleIds, kept } of rows) {
    const detail = `${articleIds.length} articles are ${sameness[kind]}; kept: ${articleIds.slice(0, kept).join(", ")}.`;
    for (const id of articleIds.slice(kept)) dropped.set(id, { id, code: codes[kind], detail });
  }
  return dropped;
}
const sameness: Record<ClusterRow["kind"], string> = {
  exact: "the same",
  "near-duplicate": "nearly the same",
  template: "written from one template",
};

export interface PoolOptions extends Pick<CrudSettings, "nearDuplicate"> {
  /** Texts that an older split was built from: what repeats one of them is left out as well. */
  readonly usedTexts?: readonly string[];
}

/** Dropped are `exact-duplicate`, `near-duplicate`, `template`, and `used-before` where texts used before are given. */
export const poolStage = ({ nearDuplicate, usedTexts = [] }: PoolOptions) =>
  defineWholeStage({
    name: "crud/pool",
    module: import.meta.filename,
    prompts: [],
    settings: usedTexts.length === 0 ? {} : { nearDuplicate, used: hashOf(usedTexts) },
    over: articles,
    lookup: { clusters },
    writes: pool,
    all(rows, { tables }) {
      const dropped = droppedBy(tables.clusters.rows());
      const left = rows.filter(({ id }) => !dropped.has(id));
      const repeats =
        usedTexts.length === 0
          ? []
          : repeatsOf(
              left.map(({ text }) => text),
              usedTexts,
              nearDuplicate,
            );
      for (const { text, similarity } of repeats) {
        const id = left[text]?.id ?? "";
        dropped.set(id, {
          id,
          code: "used-before",
          detail: `The older split has a text as alike as ${similarity.toFixed(3)}.`,
        });
      }
      return {
        rows: left.filter(({ id }) => !dropped.has(id)).map(toDocument),
        dropped: [...dropped.values()],
      };
    },
  });
