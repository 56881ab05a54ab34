// Which leaves name a document in a question, and which one varies the scenario.

import type { DraftLeaf } from "./draft-leaves.ts";
import type { Element } from "./labelled-elements.ts";

type Language = "zh" | "en";

interface Candidate {
  readonly leaf: DraftLeaf;
  readonly element: Element;
}

const identifies = /\b(?:name|number|no\.?|title|registration|reference|id|code)\b|(?:名称|姓名|编号|号码|案号|标题|文号|代号)/i;

/** In every seed, and never the same twice. */
const isUnique = ({ element }: Candidate, seeds: number): boolean => element.seeds.size === seeds && element.values.length >= element.seeds.size;

const joined = (paths: readonly string[], language: Language): string => paths.map(path => `{${path}}`).join(language === "zh" ? "" : ", ");

const kinds = /\b(?:type|kind|category|class|phase|cause)\b|类型|种类|类别|性质|案由|等级|等别/i;

/** A pattern over the leaves that tell the documents apart, and the leaf with most kinds, or null. */
export const chooseSubject = (leaves: readonly DraftLeaf[], elements: readonly Element[], seeds: number, language: Language): { subject: string; subScenario: string | null } => {
  const all = leaves.flatMap((leaf, index): Candidate[] => {
    const element = elements[index];
    return element === undefined || leaf.many ? [] : [{ leaf, element }];
  });
  const everywhere = all.filter(({ element }) => element.seeds.size === seeds);
  const organisation = everywhere.find(({ leaf }) => leaf.type === "organisation");
  const unique = all.filter(candidate => isUnique(candidate, seeds) && (candidate.leaf.type === "text" || candidate.leaf.type === "person"));
  const named = unique.find(({ leaf }) => identifies.test(leaf.label)) ?? unique.find(({ leaf }) => leaf.type === "person");
  const chosen = [organisation, named].filter(candidate => candidate !== undefined);
  const subject = chosen.length > 0 ? chosen : [everywhere[0] ?? all[0]].filter(candidate => candidate !== undefined);
  const varied = everywhere.find(({ leaf }) => leaf.type === "choice" && kinds.test(leaf.label));
  return {
    subject: joined(
      subject.map(({ leaf }) => leaf.path),
      language,
    ),
    subScenario: varied?.leaf.path ?? null,
  };
};
