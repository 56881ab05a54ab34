// The answerer of QA init of lists over all documents: criteria and members as code found them, in plain words.

import {
  type ListReply,
  listsPrompt,
  type ShownList,
  type ShownListed,
} from "../../../schemas/questions/families/prompts.ts";
import { groupBy } from "../../engine/grouping.ts";
import { answers } from "../answerer.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { isAre, labelOf, ofZh, valueOf, type Wording, wordingOf } from "./family-wording.ts";
import { asSentence, countedList, listOf } from "./phrase.ts";

/** None where no prepared schema has the words. */
export const listsAnswerer = answers(listsPrompt, ({ domain, lists }, context) => {
  const schema = preparedSchema(context, domain);
  const wording = schema && wordingOf(schema.scenario, context.language);
  return wording && { candidates: lists.map(list => toReply(list, wording)) };
});

/** The criteria of each leaf together. */
const byLeaf = ({ criteria }: Pick<ShownList, "criteria">): ShownList["criteria"][] => [
  ...groupBy(criteria, ({ path }) => path).values(),
];

/** "the fine is more than US$2,000" or, asked, "is the fine more than US$2,000". */
function clausesEn(leaves: readonly ShownList["criteria"][], wording: Wording, isAsked: boolean) {
  const clauses = leaves.flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const [label, is] = [labelOf(first, wording), isAre(first, "now")];
    const said = [first, ...more].map(({ words }) => words).join(" and ");
    return isAsked ? `${is} ${label} ${said}` : `${label} ${is} ${said}`;
  });
  return listOf(clauses, "en");
}

function questionOf(list: ShownList, wording: Wording): string {
  const { kind, language } = wording;
  const { criteria, latest } = list;
  const isOne = criteria.some(({ bound }) => bound === null);
  if (language === "zh") {
    const said = criteria.map(one => `${labelOf(one, wording)}${one.words}`).join("且");
    const asked = isOne ? "是哪一个，具体是多少" : "有哪些，一共几个";
    return `${latest && "以各自最后载明的为准，"}所有${kind}中，${said}的${asked}？`;
  }
  const leaves = byLeaf(list);
  const [given, asked] = isOne ? [leaves.slice(0, -1), leaves.slice(-1)] : [[], leaves];
  const among = given.length > 0 ? ` in which ${clausesEn(given, wording, false)}` : "";
  const end = isOne ? "and what is it" : "and how many are they";
  const question = `in which of all the ${kind}s${among} ${clausesEn(asked, wording, true)}, ${end}?`;
  return asSentence(`${latest && "by what was last stated of each, "}${question}`);
}

/** What a member states of each leaf, as one claim. */
function claimOf({ subject, told }: ShownListed, list: ShownList, wording: Wording): string {
  const isZh = wording.language === "zh";
  const said = byLeaf(list).flatMap(([first], at) => {
    const value = told[at]?.value;
    if (first === undefined || value === undefined) return [];
    const [label, shown] = [labelOf(first, wording), valueOf({ ...first, value })];
    if (isZh) return `${at === 0 ? ofZh(subject, label) : label}为${shown}`;
    return `${label} ${isAre(first, "now")} ${shown}`;
  });
  return isZh ? said.join("，") : `for ${subject}, ${listOf(said, "en")}`;
}

function toReply(list: ShownList, wording: Wording): ListReply {
  const { number, members, others } = list;
  const isOne = members.length === 1;
  const say = (some: readonly ShownListed[]) => {
    const claims = some.map(member => claimOf(member, list, wording));
    const stop = wording.language === "zh" ? "。" : ".";
    return isOne ? asSentence(`${claims.join("")}${stop}`) : countedList(claims, wording.language);
  };
  const found = isOne ? others.slice(0, 1) : members.slice(0, -1);
  return {
    list: number,
    asker: "",
    question: questionOf(list, wording),
    answer: say(members),
    partial: found.length > 0 ? say(found) : "",
    worth: 1,
  };
}
