// A question that needs every one of two or three articles on one event, or the reason why none can be made.

import { qaMultiPrompt } from "../../../schemas/crud/prompts.ts";
import { fold } from "../../text/fold.ts";
import { answers } from "../answerer.ts";
import { dayInWords } from "../news/calendar-days.ts";
import { hasFullDay } from "../news/explicit-days.ts";
import { readArticles } from "./asked-facts.ts";
import { sharedNames } from "./event-frame.ts";
import { joinQuestions } from "./joined-questions.ts";

/** A longer question is a list of parts nobody would ask. */
const LONGEST = { zh: 200, en: 560 };

const noThoughts = { event: "", common: "", differences: "", question: "", rebuilt: "" };
const nothing = (declined: string) => ({ declined, thoughts: noThoughts, question: "", answer: "", support: [], derivations: [] });

export const qaMultiAnswerer = answers(qaMultiPrompt, ({ articles, shared }, { language }) => {
  const zh = language === "zh";
  const read = readArticles(articles, language);
  if (typeof read === "string") return nothing(read);
  const common = shared.filter(name => read.every(({ folded }) => folded.includes(fold(name))));
  if (articles.length < 2 || (common.length < 2 && sharedNames(read, language) === undefined))
    return nothing(zh ? "共有的名称和数字太少，看不出是同一件事" : "too few names and numbers are shared to take them for one event");
  const joined = joinQuestions(read, language);
  if (joined === undefined) return nothing(zh ? "没有一个名称或数值能把各篇连成一问" : "no name or value joins the articles in one question");
  if (joined.question.length > LONGEST[language]) return nothing(zh ? "合成的问题过长" : "the joined question is too long");
  const [published = null, ...otherDays] = [...new Set(articles.map(article => article.published))];
  const day = otherDays.length > 0 || published === null || hasFullDay(joined.question, language) ? undefined : dayInWords(published, language);
  const question = day === undefined ? joined.question : zh ? `据${day}的报道，${joined.question}` : joined.question.replace(/\?$/, `, according to reports of ${day}?`);
  const names = common.slice(0, 5).join(zh ? "、" : ", ");
  return {
    declined: null,
    thoughts: {
      event: zh ? `${articles.length}篇报道在相近的日子里说到${names}。` : `${articles.length} articles of about the same days speak of ${names}.`,
      common: names,
      ...joined.rebuilt,
    },
    question,
    answer: joined.answer,
    support: joined.support,
    derivations: joined.derivations,
  };
});
