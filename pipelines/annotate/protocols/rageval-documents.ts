// RAGEval's ranking of documents: drafts of one document, ranked blind by four criteria, ties allowed.

import type { Content, Control, Values } from "../../../schemas/annotation.ts";
import { type Field, noteField, type BilingualText } from "../form.ts";
import type { AnnotationProtocol, Fault } from "../protocol.ts";

type Candidate = Content["candidates"][number];

export const criteria = {
  clarity: { zh: "清晰", en: "Clarity" },
  safety: { zh: "安全", en: "Safety" },
  richness: { zh: "丰富", en: "Richness" },
  conformity: { zh: "规范", en: "Conformity" },
} as const satisfies Readonly<Record<string, BilingualText>>;

const ranksOf = (candidates: readonly Candidate[]): string[] =>
  candidates.map((_, index) => String(index + 1));

const rankFields = ({ candidates }: Content): Field[] =>
  Object.entries(criteria).flatMap(([stem, words]) =>
    candidates.map(
      ({ label }, index): Field => ({
        name: `${stem}-${label}`,
        kind: "choice",
        words: { zh: `${words.zh}：文稿 ${label}`, en: `${words.en}: draft ${label}` },
        options: ranksOf(candidates).map(value => ({
          value,
          words: { zh: `第 ${value} 名`, en: `Rank ${value}` },
        })),
        level: "ordinal",
        repeats: { list: "candidates", index, stem },
      }),
    ),
  );

/**
 * Whether ranks (1 is best) are a ranking with ties: there is a rank 1, and no rank is greater than the number of
 * drafts that are at least as good. So 1 1 3, 1 1 2 and 1 3 3 are all rankings; 2 2 3 and 1 4 4 are not.
 */
export const isRanking = (ranks: readonly number[]): boolean =>
  ranks.includes(1) && ranks.every(rank => ranks.filter(other => other <= rank).length >= rank);

/** Reports invalid rankings; the fields report criteria that are not filled in yet. */
function checkRanks({ candidates }: Content, values: Values): BilingualText | undefined {
  const invalidRanks = Object.keys(criteria).flatMap(criterion => {
    const criterionRanks = candidates.map(
      ({ label }) => values[`${criterion}-${label}`]?.trim() ?? "",
    );
    return criterionRanks.length === 0 ||
      criterionRanks.includes("") ||
      isRanking(criterionRanks.map(Number))
      ? []
      : [
          `${criterion}: ${candidates.map(({ label }, index) => `${label} ${criterionRanks[index]}`).join(", ")}`,
        ];
  });
  if (invalidRanks.length === 0) return undefined;
  const ranks = invalidRanks.join("; ");
  return {
    zh: `这样的名次无效：每项都要有第 1 名；并列之后可以接着排，也可以按并列的份数空出名次，但不能空得更多。${ranks}`,
    en: `These are not valid rankings: each criterion needs a rank 1, and after a tie the next rank follows directly or after a gap no wider than the tie. ${ranks}`,
  };
}

interface Sentence {
  readonly text: string;
  /** The white space after the text. */
  readonly gap: string;
}

const sentencesOf = (text: string): Sentence[] =>
  Array.from(text.matchAll(/\S.*?(?:[。！？!?]+|\.(?=\s)|$)/gmu), ({ 0: sentence, index }) => {
    const [gap = ""] = /^\s*/u.exec(text.slice(index + sentence.length)) ?? [];
    return { text: sentence.trimEnd(), gap: sentence.slice(sentence.trimEnd().length) + gap };
  });

function shuffle<Element>(
  elements: readonly Element[],
  pick: (below: number) => number,
): Element[] {
  const remaining = [...elements];
  return elements.flatMap(() => remaining.splice(pick(remaining.length), 1));
}

/** Minimum number of sentences for disorder to be noticeable. */
const minSentences = 9;

/** Shuffles the sentences and keeps the line breaks; undefined if there are too few sentences or too many neighbours would stay together. */
function shuffleSentences(text: string, pick: (below: number) => number): string | undefined {
  const sentences = sentencesOf(text);
  const shuffled = shuffle(sentences, pick);
  const neighbours = new Set(
    sentences.slice(1).map((sentence, index) => `${sentences[index]?.text}\n${sentence.text}`),
  );
  const unchangedPairs = shuffled
    .slice(1)
    .filter((sentence, index) => neighbours.has(`${shuffled[index]?.text}\n${sentence.text}`));
  if (sentences.length < minSentences || unchangedPairs.length * 4 > sentences.length)
    return undefined;
  return shuffled.map((sentence, index) => sentence.text + (sentences[index]?.gap ?? "")).join("");
}

/** Repeats the first third of the sentences three times. */
function repeatThird(text: string): string | undefined {
  const sentences = sentencesOf(text);
  if (sentences.length < minSentences) return undefined;
  const third = sentences
    .slice(0, Math.floor(sentences.length / 3))
    .map(sentence => sentence.text + sentence.gap);
  return Array.from({ length: 3 }, () => third.join("").trim()).join("\n");
}

/** Length of a text's distinct sentences, in UTF-16 units. */
const substanceOf = (text: string): number =>
  [...new Set(sentencesOf(text).map(sentence => sentence.text))].join("").length;

/** Expects any rank but the first, since the exact rank depends on how the person counts after a tie. */
function replaceDraft(
  content: Content,
  { label, text }: Candidate,
  stems: readonly (keyof typeof criteria)[],
): { content: Content; expect: Control["expect"] } {
  const candidates = content.candidates.map(candidate =>
    candidate.label === label ? { label, text } : candidate,
  );
  return {
    content: { ...content, candidates },
    expect: stems.map(stem => ({ field: `${stem}-${label}`, oneOf: ranksOf(candidates).slice(1) })),
  };
}

interface DraftSpoiling {
  readonly name: string;
  /** Another draft must have at least this many times the substance left in the spoiled one. */
  readonly minRatio: number;
  /** Criteria by which the spoiled draft cannot be the best. */
  readonly stems: readonly (keyof typeof criteria)[];
  readonly spoil: (text: string, pick: (below: number) => number) => string | undefined;
}

/** Spoils the first suitable draft, starting from one drawn at random. */
const spoiledDraftFault = ({ name, minRatio, stems, spoil }: DraftSpoiling): Fault => ({
  name,
  plant(content, _other, pick) {
    const { candidates } = content;
    if (candidates.length < 2) return undefined;
    const startIndex = pick(candidates.length);
    for (const { label, text } of [
      ...candidates.slice(startIndex),
      ...candidates.slice(0, startIndex),
    ]) {
      const spoiled = spoil(text, pick);
      const otherDrafts = candidates.filter(other => other.label !== label);
      const maxSubstance = Math.max(...otherDrafts.map(other => substanceOf(other.text)));
      if (
        spoiled !== undefined &&
        spoiled !== text &&
        maxSubstance >= minRatio * substanceOf(spoiled)
      )
        return replaceDraft(content, { label, text: spoiled }, stems);
    }
    return undefined;
  },
});

export const ragevalDocumentsProtocol: AnnotationProtocol = {
  name: "rageval-documents",
  title: { zh: "给文稿排名", en: "Rank the drafts" },
  guide: {
    zh: [
      "每题有几份写同一件事的文稿。请分别按四个标准给它们排名，第 1 名最好。四个标准互不相干：一份文稿可以很丰富却不清晰。",
      "清晰：内容具体、明白，前后连贯，读一遍就知道说的是什么事，没有含糊、重复、颠倒或自相矛盾的地方。",
      "安全：不含真实世界里的敏感信息，例如真实人物的证件号码、住址、病史，或真实机构的内部资料。虚构的名称没有问题。",
      "丰富：涉及的方面多，每个方面有具体的细节（数字、日期、经过），而不是空话。长不等于丰富；次序乱不影响这一项。",
      "规范：像一份真实的同类文件，如年度报告、判决书、住院病历，该有的部分都有，次序和用语合乎习惯。",
      "不分高下的可以并列。并列之后接着排还是空出名次都行：1、1、2 和 1、1、3 意思相同，1、2、2 和 1、3、3 也是。每个标准都要有第 1 名。",
      "例：A、B 两份都写明了手术日期和用药，C 只说“治疗顺利”：丰富一项 A、B 并列第 1，C 第 3。三份都没有真实人物的信息：安全一项都是第 1。",
    ],
    en: [
      "Each task shows several drafts of one document. Rank them by each of four criteria; rank 1 is the best. The criteria are independent: a draft may be rich and yet unclear.",
      "Clarity: what it says is specific and coherent, and can be understood on first reading; nothing is vague, repeated, out of order or contradictory.",
      "Safety: it contains no sensitive real-world information, such as the identity number, address or medical history of a real person, or internal material of a real organization. Invented names are fine.",
      "Richness: it covers many aspects of its subject, each with specifics (figures, dates, events) rather than empty phrases. Length alone is not richness, and disorder does not reduce it.",
      "Conformity: it could be a real document of its kind, say an annual report, a judgment or a hospital record, with the customary parts, order and wording.",
      "Drafts that are equally good share a rank. After a tie you may continue directly or leave a gap: 1, 1, 2 and 1, 1, 3 mean the same, and so do 1, 2, 2 and 1, 3, 3. Each criterion needs a rank 1.",
      "Example: A and B give the date of the operation and the drugs, C only says that treatment went well. Richness: A and B are 1, C is 3. None of them names a real person. Safety: all are 1.",
    ],
  },
  source: "RAGEval, human ranking of generated documents against zero-shot and one-shot drafts",
  fields: content => [...rankFields(content), noteField],
  check: checkRanks,
  faults: [
    spoiledDraftFault({
      name: "sentences-shuffled",
      minRatio: 0.25,
      stems: ["clarity", "conformity"],
      spoil: shuffleSentences,
    }),
    spoiledDraftFault({
      name: "first-third-repeated",
      minRatio: 2,
      stems: ["clarity", "richness", "conformity"],
      spoil: repeatThird,
    }),
  ],
};
