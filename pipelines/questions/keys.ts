// Requests keypoints, keywords and final marks for the shortlisted candidates, a sheet per request, each judged on its own.

import type { ReplyOf, VariablesOf } from "../../schemas/define.ts";
import { distractors, type DocumentRow, documents } from "../../schemas/items/documents.ts";
import { questionTypes } from "../../schemas/items/question-types.ts";
import { keys, type KeysRow, type SheetRow, sheets } from "../../schemas/questions/keys.ts";
import { keysPrompt } from "../../schemas/questions/prompts.ts";
import {
  settled,
  type SettledRow,
  type Shortlisted,
  shortlist,
  type ShortlistRow,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, type Table } from "../engine/stage.ts";
import type { PlacedSentence } from "../items/numbered-sentences.ts";
import { indexKeywords } from "../retrieval/keyword-index.ts";
import { keyedEvidence, linesShown } from "./keyed-evidence.ts";
import { type CheckedKeys, checkKeys, type KeysCandidate } from "./key-check.ts";
import type { Corpus } from "./keyword-places.ts";
import { showMaterial } from "./material-view.ts";
import { documentsWithTitles } from "./document-titles.ts";
import { toAnswer, type UnfoldOptions } from "./candidate-rows.ts";

type Reply = ReplyOf<typeof keysPrompt>;
type ShownItem = VariablesOf<typeof keysPrompt>["items"][number];

interface Tables {
  readonly documents: Table<DocumentRow>;
  readonly distractors?: Table<DocumentRow> | undefined;
  readonly settled: Pick<Table<SettledRow>, "get">;
  readonly shortlist: Pick<Table<ShortlistRow>, "get">;
}

interface KeysRequest extends KeysCandidate {
  readonly row: ShortlistRow;
  readonly candidate: Shortlisted;
  readonly shownItem: Omit<ShownItem, "problem">;
}

/** What all candidates of a sheet share. */
interface SheetContext {
  readonly wing: UnfoldOptions["wing"];
  readonly tables: Tables;
  readonly documentOf: Corpus["documentOf"];
  readonly usesMarks: boolean;
}

function toRequest(
  row: ShortlistRow,
  candidate: Shortlisted,
  { wing, tables, documentOf, usesMarks }: SheetContext,
): Omit<KeysRequest, "shownItem"> & { readonly lines: readonly PlacedSentence[] } {
  const { language } = row;
  const { sentences } = showMaterial(tables.settled.get(row.settledId), documentOf);
  const lines = linesShown(candidate, { language, sentences });
  const evidence = lines.map(({ number, documentId, start, end, text }) => ({
    number,
    span: { documentId, start, end },
    text,
  }));
  const documentIds = [...new Set(candidate.evidence.map(({ span }) => span.documentId))];
  const nameOf = (documentId: string) => documentOf(documentId).name;
  return {
    row,
    candidate,
    lines,
    usesMarks,
    answer: { ...toAnswer({ ...row, wing, documentIds, scope: [], nameOf }, candidate), evidence },
    basisOf: uses => keyedEvidence(candidate, uses, { language, sentences }),
  };
}

const requestsOf = ({ entries }: SheetRow, context: SheetContext): KeysRequest[] =>
  entries.flatMap(({ shortlistId, number }, index) => {
    const row = context.tables.shortlist.get(shortlistId);
    const candidate = row.accepted.find(each => each.number === number);
    if (!candidate) return [];
    const { lines, ...request } = toRequest(row, candidate, context);
    const { type, question, answer } = candidate;
    const { conclusion } = questionTypes[type];
    return {
      ...request,
      shownItem: {
        number: index + 1,
        type,
        question,
        answer,
        conclusion,
        lines: lines.map(({ number, documentId, text }) => ({
          number,
          document: context.documentOf(documentId).name,
          text,
        })),
      },
    };
  });

const missingKeys: CheckedKeys = {
  keys: undefined,
  fault: { code: "no-keypoints", detail: "The reply has no keypoints for this question." },
};

const checkedKeysOf = ({ items }: Reply, request: KeysRequest, corpus: Corpus): CheckedKeys => {
  const reply = items.find(item => item?.number === request.shownItem.number);
  return reply ? checkKeys(request, reply, corpus) : missingKeys;
};

/** The documents in which keywords are searched. */
function corpusOf(
  { documents: ownTable, distractors: distractorTable }: Tables,
  documentOf: Corpus["documentOf"],
): Corpus {
  return {
    index: ownTable.derive("keywords", indexKeywords),
    documentOf,
    ...(distractorTable && {
      distractors: {
        index: distractorTable.derive("keywords", indexKeywords),
        documentOf: distractorTable.get,
      },
    }),
  };
}

function toRow({ row, candidate }: KeysRequest, { keys: usableKeys, fault }: CheckedKeys): KeysRow {
  const { language, domain, id: shortlistId, proposalId } = row;
  const { number } = candidate;
  return {
    id: rowId("keys", shortlistId, number),
    language,
    domain,
    shortlistId,
    proposalId,
    keys: usableKeys ? { number, ...usableKeys } : null,
    losses: fault ? [{ number, code: fault.code, detail: fault.detail }] : [],
  };
}

interface KeysOptions extends UnfoldOptions {
  /** Whether there are documents about which nothing is asked. */
  readonly distracted?: boolean | undefined;
  /** Whether the last reader's marks count. */
  readonly usesMarks: boolean;
}

export const keysStage = ({ wing, titles, distracted, usesMarks }: KeysOptions) =>
  defineStage({
    name: "questions/keypoints",
    module: import.meta.filename,
    prompts: [keysPrompt],
    // Distractors are also a setting, because a table that was absent when a row was made is not recorded as read.
    settings: { usesMarks, ...(distracted && { distracted }) },
    over: sheets,
    lookup: {
      documents,
      settled,
      shortlist,
      ...(titles && { titles }),
      ...(distracted && { distractors }),
    },
    writes: keys,
    async each(sheet, { ask, tables }) {
      const { language } = sheet;
      const documentOf = documentsWithTitles(tables);
      const corpus = corpusOf(tables, documentOf);
      const requests = requestsOf(sheet, { wing, tables, documentOf, usesMarks });
      const firstReply = await ask(keysPrompt, language, {
        items: requests.map(({ shownItem }) => ({ ...shownItem, problem: "" })),
      });
      const results = requests.map(each => ({
        request: each,
        checked: checkedKeysOf(firstReply, each, corpus),
      }));
      // A second request, for the faulty candidates only.
      const faulty = results.filter(({ checked: { fault } }) => fault && !fault.isFinal);
      const secondReply =
        faulty.length === 0
          ? { items: [] }
          : await ask(keysPrompt, language, {
              items: faulty.map(({ request: { shownItem }, checked: { fault } }) => ({
                ...shownItem,
                problem: fault?.detail ?? "",
              })),
            });
      return made(
        results.map(each => {
          const latest = faulty.includes(each)
            ? checkedKeysOf(secondReply, each.request, corpus)
            : each.checked;
          return toRow(each.request, latest.keys || !each.checked.keys ? latest : each.checked);
        }),
      );
    },
  });
