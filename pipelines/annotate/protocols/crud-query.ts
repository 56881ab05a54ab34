// CRUD-RAG's check of queries: reasonable as it stands, or refined by the person.

import type { Content } from "../../../schemas/annotation.ts";
import { hasGivenAnswer } from "../../../schemas/items/records.ts";
import { type Field, noteField } from "../form.ts";
import { defineProtocol, type Fault } from "../protocol.ts";

const refine = "needs-refinement";

function hanPairs(run: string): string[] {
  const signs = Array.from(run);
  return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => (signs[index] ?? "") + sign);
}

/** Words of a text, and pairs of Han signs: by them two texts are compared. */
export function piecesOf(text: string): Set<string> {
  const runs = text
    .normalize("NFKC")
    .toLowerCase()
    .matchAll(/(\p{Script=Han}+)|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu);
  return new Set(Array.from(runs, ([run, han]) => (han === undefined ? [run] : hanPairs(han))).flat());
}

/** Share of a text's pieces, 0 to 1, that another text has too, given by its own; 1 for a text without any, of which nothing can be told. */
export function echoOf(text: string, there: ReadonlySet<string>): number {
  const pieces = [...piecesOf(text)];
  return pieces.length === 0 ? 1 : pieces.filter(piece => there.has(piece)).length / pieces.length;
}

/** From here on two texts may say the same. */
export const likeness = 0.6;

const isLike = (text: string, within: string): boolean => text.trim() !== "" && echoOf(text, piecesOf(within)) >= likeness;

/** Whether two contents have so little in common that what belongs to one is plainly wrong for the other. */
export function areApart(content: Content, other: Content): boolean {
  const same = other.language !== content.language || other.question === content.question || other.documentIds.some(id => content.documentIds.includes(id));
  return !same && !isLike(content.answer, other.answer) && !isLike(other.answer, content.answer);
}

const asking = /什么|谁|孰|哪|几|多少|多[久长大远高重]|何|怎|吗|呢|是否|能否|请|说明|介绍|比较|对比|概括|总结|归纳|梳理|指出|给出|告诉|回答|[述析列谈评描]/u;

/** Chinese: what stands before the asking word, half the question at most. */
function cutChinese(question: string): string | undefined {
  if (!/\p{Script=Han}/u.test(question)) return undefined;
  const end = question.search(asking);
  const half = Array.from(question).slice(0, Math.floor(Array.from(question).length / 2));
  const kept = (end < 0 ? half : Array.from(question.slice(0, end)).slice(0, half.length)).join("").trimEnd();
  return Array.from(kept).length >= 4 ? kept : undefined;
}

/** English: a stop in the middle of a word, since at a word's end the question may happen to be whole. */
function cutEnglish(question: string): string | undefined {
  const middle = [...question.matchAll(/(?<=\s)\p{Ll}{6,}/gu)].find(({ index }) => index >= question.length / 3);
  return middle && question.slice(0, middle.index + Math.floor(middle[0].length / 2));
}

/** A question that stops before it asks; undefined where that cannot be made sure, or where the query is no question but a passage. */
export function cutQuestion({ question, language, type }: Content): string | undefined {
  if (type === null || hasGivenAnswer(type)) return undefined;
  return language === "zh" ? cutChinese(question) : cutEnglish(question);
}

const cutShort: Fault = {
  name: "cut-short",
  plant(content) {
    const question = cutQuestion(content);
    return question === undefined ? undefined : { content: { ...content, question }, expect: [{ field: "verdict", oneOf: [refine] }] };
  },
};

/** A question on another document has nothing to do with this answer; only that it cannot be answered would still be true. */
const otherQuestion: Fault = {
  name: "question-of-another-item",
  plant(content, other) {
    if (content.type === "unanswerable" || other.question.trim() === "" || !areApart(content, other)) return undefined;
    return { content: { ...content, question: other.question }, expect: [{ field: "verdict", oneOf: [refine] }] };
  },
};

export const crudQueryProtocol = defineProtocol({
  name: "crud-query",
  title: { zh: "检查问题", en: "Check the query" },
  guide: {
    zh: [
      "请判断这条查询（一个问题、一则事件，或一篇文章的开头）是否自然、准确、合乎语法，并且给出的答案和文档回答的正是它。",
      "没有毛病就选“合理”。有毛病就选“需要修改”，并在下面把它改好：改措辞，不改所问的事。选了“需要修改”就必须改动原文，否则无法完成。",
      "查询要写明说的是谁、哪件事。“他”“该公司”“上述项目”这类离开上下文就不知所指的说法，都要改成名称。",
      "如果查询是一段待续写或待改正的文字，只看它本身是否完整、通顺；待改正的文字里本来就有错，那些错误不用改。",
      "标为“无法回答”的问题，文档里没有答案是应该的；只看问题本身是否清楚。",
      "例：“该公司去年营收多少？”需要修改，可改为“云桥乳业2022年营收多少？”；“云桥乳业2022年营收多少？”而答案说的是另一家公司，也需要修改，让它与答案相符。",
    ],
    en: [
      "Judge whether the query (a question, an event, or the opening of an article) reads naturally, is accurate and grammatical, and is what the answer and the documents answer.",
      "If nothing is wrong, choose “Reasonable”. If something is, choose “Needs refinement” and put it right below: change the wording, not what is asked. Having chosen it you must change something, or the task cannot be finished.",
      "A query names what it is about. Words that mean nothing without their context, such as “he”, “the company” or “this project”, become names.",
      "Where the query is a passage to be continued or corrected, look only at whether it is whole and reads well. A passage to be corrected holds errors on purpose: leave them in.",
      "The documents rightly hold no answer to a question of the type “unanswerable”; judge only whether the question is clear.",
      "Example: “What did the company earn last year?” needs refinement: “What did Larkbridge Dairy earn in 2022?” And where the question asks about Larkbridge Dairy but the answer is about another company, make it ask what the answer answers.",
    ],
  },
  source: "CRUD-RAG, section on data quality: manual refinement of queries",
  fields: ({ question }): Field[] => [
    {
      name: "verdict",
      kind: "choice",
      words: { zh: "问题", en: "The query" },
      options: [
        { value: "reasonable", words: { zh: "合理", en: "Reasonable" } },
        { value: refine, words: { zh: "需要修改", en: "Needs refinement" } },
      ],
      level: "nominal",
      required: true,
    },
    { name: "question", kind: "text", words: { zh: "修改后的问题", en: "The query, refined" }, initial: question, when: { field: "verdict", oneOf: [refine] } },
    noteField,
  ],
  decide(content, { verdict, question }) {
    const refined = question?.trim() ?? "";
    if (verdict === refine && refined !== "" && refined !== content.question.trim()) return { accepted: true, question: refined };
    return { accepted: verdict === "reasonable" };
  },
  faults: [cutShort, otherQuestion],
});
