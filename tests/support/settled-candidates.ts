// Two short documents, and what is proposed and settled of them; each test changes what it is about.

import type { QuestionType } from "../../schemas/items/item-types.ts";
import type { Settled, SettledRow, ShortlistRow } from "../../schemas/questions/records.ts";
import { aDocument, evidenceOf } from "./items.ts";

export const notice = aDocument({
  id: "d-notice",
  domain: "advisories",
  name: "Kettle 2.4 notice",
  text: "Kettle before 2.4.1 writes tokens to its log. Only servers with verbose logging are affected. Upgrading to 2.4.1 ends it; tokens already written must be revoked by hand.",
});

export const recipe = aDocument({
  id: "d-recipe",
  language: "zh",
  domain: "recipes",
  name: "葱香薄饼",
  text: "面团要醒30分钟。没有小葱可以用韭菜代替。平底锅烧到微微冒烟再下饼。每面烙2分钟。",
});

export const sentences = {
  logs: evidenceOf("Kettle before 2.4.1 writes tokens to its log.", 1, notice),
  verbose: evidenceOf("Only servers with verbose logging are affected.", 2, notice),
  revoke: evidenceOf(
    "Upgrading to 2.4.1 ends it; tokens already written must be revoked by hand.",
    3,
    notice,
  ),
  leek: evidenceOf("没有小葱可以用韭菜代替。", 1, recipe),
};

export const measures: Settled["measures"] = {
  proof: "reading",
  asker: "a maintainer",
  proposed: 5,
  read: 4,
  right: null,
  alone: null,
  known: false,
  passages: 1,
  lexicalRank: 3,
  linked: null,
  weight: 1,
};

/** A mix of all types that does not change when another type is added. */
export const nineTypes: Partial<Record<QuestionType, number>> = {
  factual: 10,
  "why-how": 15,
  condition: 15,
  "multi-hop": 15,
  summary: 10,
  integration: 15,
  comparison: 5,
  "time-sequence": 5,
  unanswerable: 10,
};

/** A candidate on the notice. */
export const aCandidate = (
  number: number,
  {
    measures: some = {},
    ...over
  }: Partial<Omit<Settled, "measures">> & { measures?: Partial<Settled["measures"]> } = {},
): Settled => ({
  number,
  type: "condition",
  asker: "a maintainer",
  question: "We run Kettle 2.3 without verbose logging: must we revoke our tokens?",
  answer: "No: only servers with verbose logging are affected.",
  evidence: [sentences.logs, sentences.verbose],
  derivations: [],
  aside: [],
  mark: 4,
  changes: [],
  ...over,
  measures: { ...measures, ...some },
});

export const aSettledRow = (
  accepted: readonly Settled[],
  over: Partial<SettledRow> = {},
): SettledRow => ({
  id: `settled-${over.proposalId ?? "p1"}`,
  language: "en",
  domain: "advisories",
  proposalId: "p1",
  documentIds: [notice.id],
  scope: [],
  accepted: [...accepted],
  losses: [],
  compared: [],
  ...over,
});

export const aShortlistRow = (
  accepted: readonly Settled[],
  over: Partial<ShortlistRow> = {},
): ShortlistRow => ({
  id: "shortlist-1",
  language: "en",
  domain: "advisories",
  settledId: "settled-p1",
  proposalId: "p1",
  accepted: accepted.map((candidate, at) => ({ ...candidate, rank: at + 1 })),
  ...over,
});
