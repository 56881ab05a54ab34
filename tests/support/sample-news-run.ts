// A small finished run of the news wing with losses of every kind, written through the engine's own store.

import type { Artifact } from "../../schemas/define.ts";
import { corrections, qaMultis, qaSingles } from "../../schemas/crud/drafts.ts";
import {
  articles,
  clusters,
  heldOut,
  leaks,
  pool,
  rawArticles,
  webArticles,
} from "../../schemas/crud/records.ts";
import { labels, questEval, splits } from "../../schemas/items/finished-items.ts";
import { storyDrafts } from "../../schemas/crud/stories/records.ts";
import {
  answers,
  type ItemRow,
  items,
  keypoints,
  questions,
  verdicts,
} from "../../schemas/items/records.ts";
import { isReverse } from "../../schemas/items/item-types.ts";
import { documents } from "../../schemas/items/documents.ts";
import { errors, newsItems, newsLabels } from "./sample-news.ts";
import { fixtureYaml } from "./fixtures.ts";
import { putEach, putRows, putWhole, type SampleOutcome } from "./sample-run.ts";
import { putRunJson, stageNote } from "./run-files.ts";

const given = fixtureYaml<Record<string, readonly SampleOutcome[]>>("sample-news-run.yaml");

const draftOf = ({ id, language, domain, question, answer, documentIds }: ItemRow) => ({
  id: `d-${id}`,
  planId: `p-${id}`,
  language,
  domain,
  question,
  answer,
  documentIds,
});

const spans = [{ documentId: "a-bridge", start: 0, end: 1 }];
const thoughts = { event: "E", common: "C", differences: "D", question: "Q?", rebuilt: "<R>" };

function putDrafts(directory: string, rows: readonly ItemRow[]): void {
  const put = (artifact: Artifact, types: readonly ItemRow["type"][], more: object) => {
    const drafts = rows
      .filter(({ type }) => types.includes(type))
      .map(row => ({ ...draftOf(row), ...more }));
    putEach(directory, artifact, drafts, ({ planId }) => planId);
  };
  put(qaSingles, ["qa-1-document"], { spans, thoughts: "只有这篇报道写了收费。" });
  put(qaMultis, ["qa-2-documents", "qa-3-documents"], { spans, thoughts, derivations: [] });
  put(corrections, ["correction"], { ...errors, origin: "planted" });
}

const questionOf = ({
  id,
  questionId,
  type,
  language,
  domain,
  question,
  answer,
  documentIds,
  heldOutIds,
}: ItemRow) => ({
  id: questionId,
  wing: "crud",
  type,
  language,
  domain,
  question,
  answer,
  subjects: [],
  documentIds,
  heldOutIds,
  factIds: [],
  derivations: [],
  originId: `d-${id}`,
});

/** Of a rejected item too: its one fact stands nowhere in the corpus. */
function putTail(directory: string, rows: readonly ItemRow[]): void {
  const ofFerry = rows.find(({ type }) => type === "continuation");
  const lost: ItemRow[] = ofFerry
    ? [
        {
          ...ofFerry,
          id: "i-lost",
          questionId: "q-i-lost",
          evidence: [],
          keypoints: [{ claim: "Tickets cost $4.", kind: "fact", spans: [] }],
        },
      ]
    : [];
  const all = [...rows, ...lost];
  const answered = (row: ItemRow) => ({
    id: `a-${row.id}`,
    language: row.language,
    question: questionOf(row),
    answer: row.answer,
    evidence: row.evidence,
    derivations: [],
    changes: [],
  });
  putEach(directory, questions, all.map(questionOf), ({ originId }) => originId);
  putEach(directory, answers, all.map(answered));
  putRows(
    directory,
    keypoints,
    all.map(row => ({
      input: `a-${row.id}`,
      made: row.keypoints.map((each, at) => ({
        id: `a-${row.id}/${at}`,
        answerId: `a-${row.id}`,
        language: row.language,
        ...each,
      })),
    })),
  );
  const verdictOf = ({ id, questionId, language }: ItemRow, accepted: boolean) => ({
    id: `a-${id}/verdict`,
    answerId: `a-${id}`,
    questionId,
    language,
    accepted,
    reasons: accepted ? [] : [{ code: "not-reconstructable", detail: "0 of 1 facts." }],
  });
  putRows(directory, verdicts, [
    ...rows.map(row => ({ input: `a-${row.id}`, made: [verdictOf(row, true)] })),
    ...lost.map(row => ({
      input: `a-${row.id}`,
      outcome: "rejected" as const,
      code: "not-reconstructable",
      detail: "0 of 1 facts.",
      made: [verdictOf(row, false)],
    })),
  ]);
}

const asked = { key: "三千件", question: "馆藏多少件？" };

/** Items, their splits (reverse ones are dev), labels and RAGQuestEval's questions. */
export function putNewsItems(
  directory: string,
  rows: readonly ItemRow[],
  relevant: readonly object[] = newsLabels,
): void {
  putWhole(directory, items, rows);
  putWhole(
    directory,
    splits,
    rows.map(({ id, language, type }) => ({
      id: `${id}/split`,
      itemId: id,
      language,
      split: isReverse(type) ? "dev" : "test",
    })),
  );
  putWhole(directory, labels, relevant);
  const entries = [
    { keyInfo: asked.key, question: asked.question, answer: "三千件" },
    { keyInfo: "馆长", question: "馆长是谁？", answer: "" },
  ];
  putWhole(
    directory,
    questEval,
    rows
      .slice(0, 1)
      .map(({ id, language }) => ({ id: `${id}/quest-eval`, itemId: id, language, entries })),
  );
}

/** run.json; `settings` are laid over the sample's, `input` is what the run took in. */
export function putNewsRun(
  directory: string,
  settings: object = {},
  input = "crud/raw-articles",
): void {
  const told = {
    wing: "crud",
    items: 6,
    languages: ["zh", "en"],
    model: { model: "rules", name: "rules@1" },
    crud: { leak: { similarity: 0.5, containment: 0.5 }, support: 0.5 },
    ...settings,
  };
  const stages = [
    stageNote("crud/articles", "crud/raw-articles"),
    stageNote("crud/clusters", "crud/articles"),
    stageNote("crud/pool", "crud/articles"),
    { ...stageNote("crud/corpus", "crud/pool"), writes: "items/documents" },
    stageNote("items/questions", "crud/qa-single"),
    { ...stageNote("crud/verdicts", "items/answers"), writes: "items/verdicts" },
    stageNote("items/items", "items/verdicts"),
  ];
  putRunJson(directory, { settings: told, inputs: [input], stages });
}

/** The whole run. */
export function writeNewsRun(directory: string, rows: readonly ItemRow[] = newsItems): void {
  putNewsRun(directory);
  for (const artifact of [
    rawArticles,
    articles,
    clusters,
    pool,
    webArticles,
    heldOut,
    leaks,
    documents,
  ])
    putRows(directory, artifact, given[artifact.name] ?? []);
  putDrafts(directory, rows);
  putTail(directory, rows);
  putNewsItems(directory, rows);
}

/** One summarization task as it was drafted, its reference telling six of the eight sentences of a withheld article. */
export function putWithheldDraft(directory: string): void {
  const [summary] = newsItems.filter(({ type }) => type === "summarization");
  const { id = "", language = "zh", domain = "", question = "", answer = "" } = summary ?? {};
  const of = { type: "summarization", input: question, answer, derivations: [], errors: [] };
  const claims = [{ claim: answer, spans }];
  const task = { ...of, number: 1, claims, original: { sentences: 8, told: 6 }, worth: 4 };
  const draft = { id: `d-${id}`, language, domain, tasksId: "t1", heldOutId: "n9", task, read: 4 };
  putRows(directory, storyDrafts, [{ input: "t1", made: [draft] }]);
}
