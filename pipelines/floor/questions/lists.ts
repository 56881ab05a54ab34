// The answerer of QA init of lists over all documents: criteria and members as code found them, in plain words.

import {
  type ListReply,
  listsPrompt,
  type ShownList,
  type ShownListed,
} from "../../../schemas/questions/families/prompts.ts";
import { answers, preparedSchema } from "../answerer.ts";
import { isAre, labelOf, ofZh, valueOf, type Wording, wordingOf } from "./family-wording.ts";
import { asSentence, countedList, listOf } from "./phrase.ts";

/** None where no prepared schema has the words. */
export const listsAnswerer = answers(listsPrompt, ({ domain, lists, count }, context) => {
  const schema = preparedSchema(context, domain);
  const wording = schema && wordingOf(schema.scenario, context.language);
  return wording && { candidates: lists.slice(0, count).map(list => toReply(list, wording)) };
});

function questionOf({ leaves, latest, members }: ShownList, wording: Wording): string {
  const isOne = members.length === 1;
  if (wording.language === "zh") {
    const said = leaves.map(leaf => labelOf(leaf, wording) + leaf.words).join("且");
    return `${latest && "以各自最后载明的为准，"}所有${wording.kind}中，${said}的${isOne ? "是哪一个，具体是多少" : "有哪些，一共几个"}？`;
  }
  const clauses = leaves.map((leaf, at) => {
    const [label, is] = [labelOf(leaf, wording), isAre(leaf, "now")];
    return at < leaves.length - 1
      ? ` in which ${label} ${is} ${leaf.words}`
      : ` ${is} ${label} ${leaf.words}, ${isOne ? "and what is it" : "and how many are they"}?`;
  });
  const asked = `in which of all the ${wording.kind}s${clauses.join("")}`;
  return asSentence(latest ? `by what was last stated of each, ${asked}` : asked);
}

/** What a member states of each leaf, as one claim. */
function claimOf({ subject, told }: ShownListed, { leaves }: ShownList, wording: Wording): string {
  const said = leaves.map((leaf, at) => {
    const label = labelOf(leaf, wording);
    const value = valueOf({ ...leaf, value: told[at]?.value ?? "" });
    if (wording.language === "en") return `${label} ${isAre(leaf, "now")} ${value}`;
    return `${at === 0 ? ofZh(subject, label) : label}为${value}`;
  });
  return wording.language === "zh" ? said.join("，") : `for ${subject}, ${listOf(said, "en")}`;
}

function toReply(list: ShownList, wording: Wording): ListReply {
  const { number, members, others } = list;
  const [isOne, stop] = [members.length === 1, wording.language === "zh" ? "。" : "."];
  const say = (some: readonly ShownListed[]) => {
    const claims = some.map(member => claimOf(member, list, wording));
    return isOne ? asSentence(`${claims.join("")}${stop}`) : countedList(claims, wording.language);
  };
  const question = questionOf(list, wording);
  const partial = say(isOne ? others.slice(0, 1) : members.slice(0, -1));
  return { list: number, asker: "", question, answer: say(members), partial, worth: 1 };
}
