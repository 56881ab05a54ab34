// Finds the candidates for blind ranking: our document and the two drafts generated without its config, with labels in hash order.

import type { Content, DraftSource } from "../../../schemas/annotation.ts";
import { documents } from "../../../schemas/items/documents.ts";
import { drafts } from "../../../schemas/rageval/records.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { OpenRun } from "../../engine/open-run.ts";
import {
  type Candidate,
  type Candidates,
  type Filter,
  passesFilter,
  type CandidateContent,
} from "./batch-candidates.ts";
import { emptyContent } from "../form.ts";
import { inHashOrder } from "./sampling.ts";

type Kind = Exclude<DraftSource, "control">;

const labels = ["A", "B", "C"];

function readDraftKinds(run: OpenRun): ReadonlyMap<string, ReadonlySet<Kind>> {
  const kinds = new Map<string, Set<Kind>>();
  for (const { configId, kind } of run.rows(drafts))
    kinds.set(configId, (kinds.get(configId) ?? new Set()).add(kind));
  if (kinds.size > 0) return kinds;
  throw new PipelineError(
    "bad-input",
    `${run.directory} has no drafts of its documents to rank them against (rageval/drafts).`,
    { hint: "Repeat the command that created the run, with --drafts: existing results are kept." },
  );
}

/** Finds a candidate for each config whose document has both a zero-shot and a one-shot draft. Throws PipelineError("bad-input") for a run without drafts. */
export function findDraftsToRank(run: OpenRun, filter: Filter): Candidates {
  const draftKinds = readDraftKinds(run);
  const configIdByDocument = new Map<string, string>();
  const seenConfigIds = new Set<string>();
  const rows: Candidate[] = [];
  let incompleteCount = 0;
  for (const { id, configId, language, domain } of run.rows(documents)) {
    if (
      configId === null ||
      seenConfigIds.has(configId) ||
      !passesFilter(filter, { type: null, language, domain })
    )
      continue;
    seenConfigIds.add(configId);
    if ((draftKinds.get(configId)?.size ?? 0) < 2) {
      incompleteCount += 1;
      continue;
    }
    configIdByDocument.set(id, configId);
    rows.push({
      id,
      type: null,
      language,
      domain,
      isRejected: false,
      itemId: null,
      sourceId: id,
      response: "",
      filterVerdict: null,
    });
  }
  const notices =
    incompleteCount > 0
      ? [`${incompleteCount} documents lack a zero-shot or a one-shot draft and were left out.`]
      : [];
  return {
    rows,
    readContents: requestedCandidates => showDrafts(run, requestedCandidates, configIdByDocument),
    notices,
  };
}

function showDrafts(
  run: OpenRun,
  requestedCandidates: readonly Candidate[],
  configIdByDocument: ReadonlyMap<string, string>,
): ReadonlyMap<string, CandidateContent> {
  const configIdOf = (documentId: string) => configIdByDocument.get(documentId) ?? "";
  const texts = new Map<string, Map<Kind, string>>(
    requestedCandidates.map(({ id }) => [configIdOf(id), new Map()]),
  );
  const ids = new Set(requestedCandidates.map(({ id }) => id));
  for (const { id, text } of run.rows(documents))
    if (ids.has(id)) texts.get(configIdOf(id))?.set("ours", text);
  for (const { configId, kind, text } of run.rows(drafts)) texts.get(configId)?.set(kind, text);
  return new Map(
    requestedCandidates.map(({ id, language, domain }) => [
      id,
      blindContentOf(configIdOf(id), texts, { language, domain }),
    ]),
  );
}

// Labels depend only on the config: if a document is drawn again, its drafts keep their labels and the task keeps its id.
function blindContentOf(
  configId: string,
  texts: ReadonlyMap<string, ReadonlyMap<Kind, string>>,
  head: Pick<Content, "language" | "domain">,
): CandidateContent {
  const ordered = inHashOrder(
    ["label", configId],
    [...(texts.get(configId) ?? [])],
    ([kind]) => kind,
  );
  const labelled = ordered.map(([kind, text], index) => ({
    label: labels[index] ?? "",
    kind,
    text,
  }));
  return {
    content: {
      ...emptyContent(head),
      candidates: labelled.map(({ label, text }) => ({ label, text })),
    },
    sources: Object.fromEntries(labelled.map(({ label, kind }) => [label, kind])),
  };
}
