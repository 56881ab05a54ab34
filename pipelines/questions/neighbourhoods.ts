// Groups documents that are close to one another, so that a model looks for links where there may be any.

import { type DocumentRow, documents } from "../../schemas/items/documents.ts";
import {
  type Brief,
  type NeighbourhoodRow,
  neighbourhoods,
  type ProposalRow,
  proposals,
} from "../../schemas/questions/records.ts";
import type { AskingSettings } from "../../schemas/questions/settings.ts";
import { groupBy } from "../engine/grouping.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineWholeStage } from "../engine/stage.ts";
import { devDocuments } from "../items/dev-documents.ts";
import { unitFinder } from "./known-families.ts";
import type { FactRow } from "../../schemas/rageval/records.ts";
import type { Artifact } from "../../schemas/define.ts";
import { createUnionFind } from "../text/union-find.ts";
import { documentsWithTitles, type TitleOptions } from "./document-titles.ts";
import { type BriefedDocument, type Tie, tiesAmong } from "./document-ties.ts";

/** Maximum number of lines in a brief, however many sections of its document were read. */
const maxLines = 12;
/** Maximum number of reasons per row. */
const maxReasons = 30;

/** Joins the briefs of a document's sections into one, taking their lines in turn. */
export function joinBriefs(briefs: readonly [Brief, ...Brief[]]): Brief {
  const [first] = briefs;
  const maxLineCount = Math.max(...briefs.map(({ settles }) => settles.length));
  const lines = Array.from({ length: maxLineCount }, (_, turn) =>
    briefs.flatMap(({ settles }) => settles[turn] ?? []),
  ).flat();
  return { ...first, settles: [...new Set(lines)].slice(0, maxLines) };
}

/** Groups of at most `maxSize` members, grown along the ties, strongest first. */
function clusters(count: number, ties: readonly Tie[], maxSize: number): number[][] {
  const groups = createUnionFind(count);
  const sizes = new Map<number, number>();
  for (const { a, b } of ties) {
    const [left, right] = [groups.rootOf(a), groups.rootOf(b)];
    const size = (sizes.get(left) ?? 1) + (sizes.get(right) ?? 1);
    if (left === right || size > maxSize) continue;
    groups.join(left, right);
    sizes.set(groups.rootOf(left), size);
  }
  return groups.groups();
}

/** Packs small groups into shared requests, largest first, each where there is room. */
function pack(groups: readonly number[][], maxSize: number): number[][] {
  const requests: number[][] = [];
  for (const group of [...groups].sort((a, b) => b.length - a.length)) {
    const target = requests.find(({ length }) => length + group.length <= maxSize);
    if (target) target.push(...group);
    else requests.push([...group]);
  }
  return requests;
}

/** Groups with each document at most twice: by its strongest ties, then by the ties that found no room. */
export function growGroups(count: number, ties: readonly Tie[], maxSize: number): number[][] {
  const groups = pack(clusters(count, ties, maxSize), maxSize);
  const groupIndexByMember = new Map(
    groups.flatMap((group, index) => group.map(member => [member, index])),
  );
  const remainingTies = ties.filter(
    ({ a, b }) => groupIndexByMember.get(a) !== groupIndexByMember.get(b),
  );
  return [...groups, ...pack(clusters(count, remainingTies, maxSize), maxSize)];
}

type Group = Pick<NeighbourhoodRow, "domain" | "language">;

function neighbourhoodsOf(
  group: Group,
  briefedDocuments: readonly BriefedDocument[],
  maxSize: number,
): NeighbourhoodRow[] {
  const ties = tiesAmong(briefedDocuments, group.language);
  return growGroups(briefedDocuments.length, ties, maxSize).map(members => {
    const memberSet = new Set(members);
    const briefs = members.flatMap(member => briefedDocuments[member]?.brief ?? []);
    const tiesWithin = ties.filter(({ a, b }) => memberSet.has(a) && memberSet.has(b));
    return {
      id: rowId("near", briefs),
      ...group,
      briefs,
      near: [...new Set(tiesWithin.map(({ reason }) => reason))].slice(0, maxReasons),
    };
  });
}

/** One brief per document or fragment. */
function briefsOf(rows: readonly Pick<ProposalRow, "briefs">[]): Brief[] {
  const all = rows.flatMap(({ briefs }) => briefs);
  const placeKey = ({ documentId, fragment }: Brief) => `${documentId} ${fragment?.start ?? ""}`;
  return [...groupBy(all, placeKey).values()].flatMap(([first, ...rest]) =>
    first ? [joinBriefs([first, ...rest])] : [],
  );
}

interface BriefGrouping {
  /** All documents, to split into dev and test. */
  readonly documents: readonly DocumentRow[];
  readonly documentOf: (id: string) => DocumentRow;
  readonly devShare: number;
  /** The unit of a document, which stays together in dev or test. */
  readonly unitOf?: (documentId: string) => string;
  /** Maximum number of briefs in a neighbourhood. */
  readonly maxSize: number;
}

/** Neighbourhoods of each domain and language, with dev and test documents kept apart. */
export function groupBriefs(
  rows: readonly Pick<ProposalRow, "domain" | "language" | "briefs">[],
  { documents: all, documentOf, devShare, unitOf, maxSize }: BriefGrouping,
): NeighbourhoodRow[] {
  const groupKeyOf = ({ domain, language }: Group) => `${domain}\n${language}`;
  const documentsByGroup = groupBy(all, groupKeyOf);
  return [...groupBy(rows, groupKeyOf)].flatMap(([key, group]) => {
    const [first] = group;
    const ids = (documentsByGroup.get(key) ?? []).map(({ id }) => id);
    const dev = devDocuments(ids, devShare, unitOf);
    const splits = groupBy(briefsOf(group), ({ documentId }) =>
      dev.has(documentId) ? "dev" : "test",
    );
    return [...splits.values()].flatMap(briefs =>
      first
        ? neighbourhoodsOf(
            { domain: first.domain, language: first.language },
            briefs.map(brief => {
              const { name, text } = documentOf(brief.documentId);
              const { start, end } = brief.fragment ?? {};
              return { name, text: text.slice(start, end), brief };
            }),
            maxSize,
          )
        : [],
    );
  });
}

interface NeighbourhoodsOptions extends TitleOptions {
  readonly asking: Pick<AskingSettings, "briefs">;
  readonly devShare: number;
  /** Facts of generated documents. */
  readonly facts?: Artifact<typeof FactRow> | undefined;
}

export const neighbourhoodsStage = ({ asking, devShare, facts, titles }: NeighbourhoodsOptions) =>
  defineWholeStage({
    name: "questions/neighbourhoods",
    module: import.meta.filename,
    prompts: [],
    settings: { briefs: asking.briefs, devShare },
    over: proposals,
    lookup: { documents, ...(facts && { facts }), ...(titles && { titles }) },
    writes: neighbourhoods,
    all: (rows, { tables }) => ({
      rows: groupBriefs(rows, {
        documents: tables.documents.rows(),
        documentOf: documentsWithTitles(tables),
        devShare,
        unitOf: unitFinder(tables.facts),
        maxSize: asking.briefs,
      }),
    }),
  });
