// CRUD-RAG's check of queries: reasonable as it stands, or refined by the person.

import { type Field, noteField } from "../form.ts";
import { defineProtocol, type Fault } from "../protocol.ts";

const refine = "needs-refinement";

/** The first half of a question asks for nothing. */
const cutShort: Fault = {
  name: "cut-short",
  plant(content) {
    const signs = Array.from(content.question);
    if (signs.length < 8) return undefined;
    const question = signs
      .slice(0, Math.floor(signs.length / 2))
      .join("")
      .trimEnd();
    return { content: { ...content, question }, expect: [{ field: "verdict", oneOf: [refine] }] };
  },
};

/** A question on another document has nothing to do with this answer. */
const otherQuestion: Fault = {
  name: "question-of-another-item",
  plant(content, other) {
    if (other.question === content.question || other.language !== content.language || other.documentIds.some(id => content.documentIds.includes(id))) return undefined;
    return { content: { ...content, question: other.question }, expect: [{ field: "verdict", oneOf: [refine] }] };
  },
};

export const crudQueryProtocol = defineProtocol({
  name: "crud-query",
  title: { zh: "检查问题", en: "Check the query" },
  guide: {
    zh: [
      "判断左侧的问题（或事件、文章开头）是否自然、准确、合乎语法，并且能由给出的答案和文档回答。",
      "没有毛病就选“合理”。有毛病就选“需要修改”，并在下面把它改好；不要改变它问的内容。",
      "问题的主语要写明，不要用“他”“该公司”这类离开上下文就不知所指的说法。",
    ],
    en: [
      "Judge whether the query (a question, an event, or the opening of an article) reads naturally, is accurate and grammatical, and is what the answer and the documents answer.",
      "If nothing is wrong, choose “Reasonable”. If something is, choose “Needs refinement” and put it right below, without changing what is asked.",
      "A query names what it is about: words such as “he” or “the company” mean nothing without their context.",
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
  decide: (_content, { verdict, question }) => (verdict === "reasonable" ? { accepted: true } : question ? { accepted: true, question } : { accepted: false }),
  faults: [cutShort, otherQuestion],
});
