// Names documents in requests and rows by the titles found for them, if the wing looks for titles.

import type { Artifact } from "../../schemas/define.ts";
import type { TitleRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Table } from "../engine/stage.ts";

/** Options of stages that show documents. */
export interface TitleOptions {
  /** The documents' titles; if absent, documents keep their own names. */
  readonly titles?: Artifact<typeof TitleRow> | undefined;
}

interface Tables {
  readonly documents: Pick<Table<DocumentRow>, "get">;
  readonly titles?: Pick<Table<TitleRow>, "find">;
}

/** Names a document by its title, if one was found. */
export const titleDocument =
  ({ titles }: Pick<Tables, "titles">) =>
  (document: DocumentRow): DocumentRow => {
    const title = titles?.find(document.id)?.title;
    return title === undefined ? document : { ...document, name: title };
  };

/** Reads all titles at once, for values that are derived from all documents and so depend on every title. */
export function withAllTitles(titles: Table<TitleRow> | undefined): Pick<Tables, "titles"> {
  const titlesById = titles?.derive("all", rows => new Map(rows.map(row => [row.id, row])));
  return titlesById === undefined ? {} : { titles: { find: id => titlesById.get(id) } };
}

/** Finds a document by its id and names it by its title. */
export function documentsWithTitles(tables: Tables): (id: string) => DocumentRow {
  const toTitled = titleDocument(tables);
  return id => toTitled(tables.documents.get(id));
}
