// Twenty-four short documents of a user's own, written by code, with items, and a reader that answers by what it reads.

import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import type { RunRows } from "../../pipelines/twin/twin.ts";
import { aDocument, anItem, aQuestion, evidenceOf } from "./items.ts";

type Language = "zh" | "en";

const towns: Readonly<Record<Language, readonly string[]>> = {
  en: "Ashlow Brackby Cawdale Dunmere Elsford Farrow Gilsey Hartby Inkwell Jarrow Kelby Lorne"
    .split(" ")
    .map(town => `${town} depot`),
  zh: "安河 白沙 常宁 大柳 东屏 丰谷 高桥 海晏 江口 金寨 临湖 马岭"
    .split(" ")
    .map(town => `${town}粮库`),
};
const months = ["January", "March", "April", "June", "August", "October"];

/** What a depot's document tells, sentence by sentence. */
const sentences: Readonly<Record<Language, (at: number) => readonly string[]>> = {
  en: at => {
    const [wheat, barley] = [3140 + 217 * at, 1260 + 131 * at];
    const comma = (number: number) => number.toLocaleString("en-US");
    return [
      `${towns.en[at]} was opened on ${5 + at} ${months[at % 6]} ${1981 + at}.`,
      `It holds ${comma(wheat)} tonnes of wheat and ${comma(barley)} tonnes of barley, ${comma(wheat + barley)} tonnes in all.`,
      `Its lease costs US$${(2.3 + at * 0.7).toFixed(1)} million, that is ${comma(2_300_000 + at * 700_000)} US dollars.`,
      `The gates are run by version 4.${at + 1}.6 of the program, the scales by version 2.0.3.`,
      "Nobody has said who drew the plans.",
    ];
  },
  zh: at => {
    const [wheat, rice] = [4130 + 223 * at, 1270 + 137 * at];
    return [
      `${towns.zh[at]}于${1983 + at}年${(at % 9) + 2}月${6 + at}日启用。`,
      `库内存有小麦${wheat}吨、稻谷${rice}吨，合计${wheat + rice}吨。`,
      `年租金为${(3.2 + at * 0.4).toFixed(1)}万元。`,
      `闸门程序为6.${at + 2}.4版，地磅程序为3.1.2版。`,
      "图纸出自何人，没有记载。",
    ];
  },
};

/** By what a reader takes its answer from a text; the name stands before it. */
const read: Readonly<Record<Language, Readonly<Record<string, RegExp>>>> = {
  en: {
    opened: /was opened on (\d+ \w+ \d+)/,
    total: /([\d,]+ tonnes) in all/,
    lease: /costs (US\$[\d.]+ million)/,
    gates: /run by version (\S+)/,
    plans: /who (drew the plans)/,
  },
  zh: {
    opened: /于(\d+年\d+月\d+日)启用/,
    total: /合计(\d+吨)/,
    lease: /年租金为([\d.]+万元)/,
    gates: /闸门程序为(\S+?)版/,
    plans: /(图纸)出自何人/,
  },
};

const sentenceAt = ["opened", "total", "lease", "gates", "plans"];

/** What somebody answers who reads it in this text. */
export function readAnswer(
  kind: string,
  { name, text, language }: Pick<DocumentRow, "name" | "text" | "language">,
): string {
  const value = read[language][kind]?.exec(text)?.[1] ?? "";
  if (kind === "plans") return language === "en" ? "That is not stated." : "没有写明。";
  return language === "en" ? `${name}, ${kind}: ${value}.` : `${name}（${kind}）：${value}。`;
}

export const kindOf = ({ questionId }: Pick<ItemRow, "questionId">): string =>
  questionId.split(" ")[1] ?? "";

function itemsOf(document: DocumentRow, written: readonly string[]): ItemRow[] {
  const { id, language, name } = document;
  return sentenceAt.map((kind, at) => {
    const answer = readAnswer(kind, document);
    const evidence = [evidenceOf(written[at] ?? "", 1, document)];
    const [wheat = "", second = "", total = ""] =
      (written[1] ?? "").match(/[\d,]+ ?(?:tonnes|吨)/g) ?? [];
    return anItem({
      id: `${id}-${kind}`,
      type: kind === "plans" ? "unanswerable" : "factual",
      language,
      question: language === "en" ? `${name}: ${kind}?` : `${name}的${kind}是什么？`,
      answer,
      documentIds: [id],
      evidence,
      keypoints: [{ claim: answer, kind: "fact", spans: evidence.map(({ span }) => span) }],
      derivations:
        kind === "total" ? [{ operation: "sum", operands: [wheat, second], result: total }] : [],
      questionId: `${id} ${kind}`,
    });
  });
}

/** Twelve documents in each language, five items on each. */
export function depots(): RunRows {
  const documents = (["en", "zh"] as const).flatMap(language =>
    (towns[language] ?? []).map((name, at) =>
      aDocument({
        id: `${language}-${at}`,
        language,
        name,
        text: sentences[language](at).join(language === "en" ? " " : ""),
      }),
    ),
  );
  const items = documents.flatMap(document =>
    itemsOf(document, sentences[document.language](Number(document.id.split("-")[1]))),
  );
  return {
    documents,
    facts: [],
    items,
    questions: items.map(({ questionId, answer, question, language, documentIds }) =>
      aQuestion({ id: questionId, answer, question, language, documentIds, factIds: [] }),
    ),
    labels: items.map(({ id, language, documentIds: [documentId = ""], evidence }) => ({
      id: `${id}/${documentId}`,
      itemId: id,
      language,
      documentId,
      role: "gold",
      grade: 1,
      spans: evidence.map(({ span }) => span),
      countsForMrr: true,
    })),
    splits: items.map(({ id, language }) => ({
      id: `${id} split`,
      itemId: id,
      language,
      split: "test",
    })),
  };
}
