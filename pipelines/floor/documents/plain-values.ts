// A value by type alone, for a leaf no schema says more of: what `rules` puts where a model would invent.

import type { Leaf } from "../../../schemas/rageval/schema.ts";
import { pick } from "../../text/random.ts";
import {
  daysOf,
  inventDay,
  inventNumber,
  writeDate,
  writeQuantity,
} from "../../text/written-values.ts";

export type PlainLeaf = Pick<Leaf, "label" | "type" | "unit" | "range" | "period" | "precision">;

interface Plain {
  readonly language: "zh" | "en";
  readonly draw: (n: number) => number;
  /** First and last day open to a date, or null where nothing bounds it. */
  readonly days: { readonly first: number; readonly last: number } | null;
}

// Invented; the lists of schemas/domains/names.*.yaml serve the leaves that are filled by rule.
const WORDS = {
  zh: {
    surnames: ["纪", "阮", "祝", "骆", "柯", "倪", "符", "甄", "詹", "蒲", "乐", "卞"],
    given: [
      "知白",
      "云舟",
      "思齐",
      "若晴",
      "砚青",
      "怀瑾",
      "书宁",
      "嘉言",
      "望舒",
      "景澄",
      "明溪",
      "以安",
    ],
    towns: ["溪口湾市", "云栈市", "鹤渚市", "松浦湾市", "澄岭市", "雁浦市"],
    stems: ["澄远", "禾砚", "云栈", "岚启", "沅石", "恒渚", "晓泽", "砺岳"],
    bodies: ["服务有限公司", "咨询有限公司", "工程有限公司", "研究所", "服务中心"],
  },
  en: {
    surnames: [
      "Amberley",
      "Brackett",
      "Calloway",
      "Denholm",
      "Elsworth",
      "Fennimore",
      "Garrick",
      "Hollis",
      "Inskip",
      "Kerrigan",
      "Lattimer",
      "Mowbray",
    ],
    given: [
      "Alma",
      "Bertram",
      "Cora",
      "Dexter",
      "Enid",
      "Frederic",
      "Greta",
      "Hollis",
      "Ingrid",
      "Jonas",
      "Kendra",
      "Leopold",
    ],
    towns: [
      "Alderbrook Falls",
      "Cobble Bay",
      "Dunwick Hill",
      "Fernleigh",
      "Oxmarsh",
      "Stonemere Vale",
    ],
    stems: [
      "Alderbrook",
      "Brightfen",
      "Corrigale",
      "Dunwick",
      "Everholt",
      "Fernleigh",
      "Marlstone",
      "Oxmarsh",
    ],
    bodies: ["Services Ltd", "Partners", "Works Ltd", "Institute", "Centre"],
  },
};

/** One value that has the leaf's type and keeps to its range, period and unit. */
export function plainValue(leaf: PlainLeaf, { language, draw, days }: Plain): string {
  const words = WORDS[language];
  switch (leaf.type) {
    case "person":
      return language === "zh"
        ? `${pick(draw, words.surnames)}${pick(draw, words.given)}`
        : `${pick(draw, words.given)} ${pick(draw, words.surnames)}`;
    case "organisation":
      return language === "zh"
        ? `${pick(draw, words.stems)}${pick(draw, words.bodies)}`
        : `${pick(draw, words.stems)} ${pick(draw, words.bodies)}`;
    case "place":
      return pick(draw, words.towns);
    case "date":
      return plainDate(leaf, { language, draw, days });
    case "number":
    case "money":
      return writeQuantity(
        inventNumber(leaf, draw),
        leaf.type === "money"
          ? { ...leaf, unit: leaf.unit ?? (language === "zh" ? "万元" : "US$ thousand") }
          : leaf,
        language,
      );
    case "choice":
      return language === "zh" ? "是" : "yes";
    case "text":
      return plainText(leaf, language, draw);
  }
}

function plainDate({ period, precision }: PlainLeaf, { language, draw, days }: Plain): string {
  const first = days?.first ?? daysOf(period?.from ?? "2019-01-01")?.first ?? 0;
  const last = days?.last ?? daysOf(period?.to ?? "2024-12-31")?.last ?? first;
  return writeDate(inventDay(first, last, draw), language, precision);
}

// Says no more than that the matter took its usual course: nothing else is known of it.
function plainText(
  { label }: PlainLeaf,
  language: "zh" | "en",
  draw: (n: number) => number,
): string {
  const zh = [`按惯常方式处理的${label}`, `与同类情形一致的${label}`, `未见特殊之处的${label}`];
  const en = [
    `a ${label} of the usual kind`,
    `an ordinary ${label}`,
    `a ${label} in line with similar cases`,
  ];
  return pick(draw, language === "zh" ? zh : en);
}
