// The answerer of QA init of lists over all documents: criteria and members as code found them, in plain words.

import {
  type ListReply,
  listsPrompt,
  type ShownList,
  type ShownListed,
} from "../../../schemas/questions/families/prompts.ts";
import { answers } from "../answerer.ts";
import { preparedSchema } from "../prepared-schema.ts";
import { isAre, labelOf, ofZh, valueOf, type Wording, wordingOf } from "./family-wording.ts";
import { listOf } from "./phrase.ts";

/** None where no prepared schema has the words. */
export const listsAnswerer = answers(listsPrompt, ({ domain, lists }, context) => {
  const schema = preparedSchema(context, domain);
  const wording = schema && wordingOf(schema.scenario, context.language);
  return wording && { candidates: lists.map(list => toReply(list, wording)) };
});

type Criterion = ShownList["criteria"][number];

/** "the fine is more than US$2,000", "is the fine more than US$2,000". */
const clauses = (criteria: readonly Criterion[], wording: Wording, isAsked: boolean): string =>
  listOf(
    criteria.map(criterion => {
      const [label, is] = [labelOf(criterion, wording), isAre(criterion, "now")];
      return isAsked ? `${is} ${label} ${criterion.words}` : `${label} ${is} ${criterion.words}`;
    }),
    "en",
  );

function questionOf({ criteria, members, latest }: ShownList, wording: Wording): string {
  const { kind, language } = wording;
  const isOne = members.length === 1;
  if (language === "zh") {
    const said = criteria.map(one => `${labelOf(one, wording)}${one.words}`).join("且");
    const asked = isOne ? "是哪一个，具体是多少" : "有哪些，一共几个";
    return `${latest && "以各自最新的一份为准，"}所有${kind}中，${said}的${asked}？`;
  }
  const last = criteria.slice(-1);
  const [given, asked] = isOne ? [criteria.slice(0, -1), last] : [[], criteria];
  const among = given.length > 0 ? ` in which ${clauses(given, wording, false)}` : "";
  const end = isOne ? "and what is it" : "and how many are they";
  return `${latest && `Going by the latest one on each subject, `}${latest ? "in" : "In"} which of all the ${kind}s${among} ${clauses(asked, wording, true)}, ${end}?`;
}

/** What a member states of each criterion, as one claim. */
function claimOf({ subject, told }: ShownListed, { criteria }: ShownList, wording: Wording) {
  const isZh = wording.language === "zh";
  const said = told.map(({ value }, at) => {
    const of = { label: "", type: "text" as const, ...criteria[at] };
    const label = labelOf(of, wording);
    if (isZh) return `${at === 0 ? ofZh(subject, label) : label}为${valueOf({ ...of, value })}`;
    return `${label} ${isAre(of, "now")} ${valueOf({ ...of, value })}`;
  });
  return isZh ? said.join("，") : `for ${subject}, ${listOf(said, "en")}`;
}

function answerOf(
  members: readonly ShownListed[],
  list: ShownList,
  wording: Wording,
  isCounted: boolean,
): string {
  const claims = members.map(member => claimOf(member, list, wording));
  const [count, stop, join] =
    wording.language === "zh"
      ? [`一共${members.length}个`, "。", "；"]
      : [`There are ${members.length} in all`, ".", "; "];
  const said = [...(isCounted ? [count] : []), ...claims].join(join);
  return `${said.replace(/^for /, "For ")}${stop}`;
}

function toReply(list: ShownList, wording: Wording): ListReply {
  const { number, members, others } = list;
  const isCounted = members.length > 1;
  const found = isCounted ? members.slice(0, -1) : others.slice(0, 1);
  return {
    list: number,
    asker: "",
    question: questionOf(list, wording),
    answer: answerOf(members, list, wording, isCounted),
    partial: found.length > 0 ? answerOf(found, list, wording, isCounted) : "",
    worth: 1,
  };
}
