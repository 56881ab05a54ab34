// CRUD-RAG's check of queries: reasonable as they are, or refined by the person.

import type { Control } from "../../../schemas/annotation.ts";
import { type Field, noteField } from "../form.ts";
import type { AnnotationProtocol, Fault } from "../protocol.ts";
import { areUnrelated, cutShortFault } from "./fault-content.ts";

const needsRefinement = "needs-refinement";

const expectRefinement: Control["expect"] = [{ field: "verdict", oneOf: [needsRefinement] }];

/** Plants a question about another document, which this answer does not match; not for unanswerable items, whose answer would still be true. */
const otherQuestion: Fault = {
  name: "question-of-another-item",
  plant(content, other) {
    if (
      content.type === "unanswerable" ||
      other.question.trim() === "" ||
      !areUnrelated(content, other)
    )
      return undefined;
    return { content: { ...content, question: other.question }, expect: expectRefinement };
  },
};

export const crudQueryProtocol: AnnotationProtocol = {
  name: "crud-query",
  title: { zh: "检查问题", en: "Check the query" },
  guide: {
    zh: [
      "请判断这条查询（一个问题、一则事件，或一篇文章的开头）是否自然、准确、合乎语法，给出的答案和文档是否正好回答了它。",
      "没有毛病就选“合理”。有毛病就选“需要修改”，并在下面把它改好：改措辞，不改所问的事（所问与答案不符时除外，见下例）。选了“需要修改”就必须改动原文，否则无法完成。读得懂、只是略显生硬的，算合理；让人读不下去、会误解，或者以文档里没有的事为前提的，算需要修改。",
      "查询要写明说的是谁、哪件事。“他”“该公司”“上述项目”这类离开上下文就不知所指的说法，都要改成名称。",
      "如果查询是一段待续写或待改正的文字，只看它本身是否完整、通顺；待改正的文字里本来就有错，那些错误不用改。",
      "标为“无法回答”的问题，文档里没有答案是应该的；只看问题本身是否清楚。",
      "例：“该公司去年营收多少？”需要修改，可改为“云桥乳业2022年营收多少？”；“云桥乳业2022年营收多少？”而答案说的是另一家公司，也需要修改，让它与答案相符。",
    ],
    en: [
      "Judge whether the query (a question, an event, or the opening of an article) reads naturally, is accurate and grammatical, and matches the answer and the documents.",
      "If nothing is wrong, choose “Reasonable”. If something is, choose “Needs refinement” and correct it below: change the wording, not what is asked (unless the answer is about something else, as in the example below). If you choose it, you must change something, or the task cannot be finished. A query that is merely stiff is reasonable; one that is hard to follow, can be misunderstood, or assumes something the documents do not say is not.",
      "A query names what it is about. Replace words that mean nothing without their context, such as “he”, “the company” or “this project”, with names.",
      "If the query is a passage to be continued or corrected, check only whether it is complete and reads well. A passage to be corrected contains errors on purpose: leave them in.",
      "The documents should contain no answer to a question of the type “unanswerable”; judge only whether the question is clear.",
      "Example: “What did the company earn last year?” needs refinement: “What did Larkbridge Dairy earn in 2022?” And if the question asks about Larkbridge Dairy but the answer is about another company, change the question to fit the answer.",
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
        { value: needsRefinement, words: { zh: "需要修改", en: "Needs refinement" } },
      ],
      level: "nominal",
    },
    {
      name: "question",
      kind: "text",
      words: { zh: "修改后的问题", en: "Refined query" },
      initial: question,
      when: { field: "verdict", oneOf: [needsRefinement] },
    },
    noteField,
  ],
  decide(content, { verdict, question }) {
    const refined = question?.trim() ?? "";
    if (verdict === needsRefinement && refined !== "" && refined !== content.question.trim())
      return { accepted: true, question: refined };
    return { accepted: verdict === "reasonable" };
  },
  faults: [cutShortFault("cut-short", expectRefinement), otherQuestion],
};
