// What documents are called in requests and rows: by the titles found for them, where a wing seeks titles.

import type { Artifact } from "../../schemas/define.ts";
import type { TitleRow } from "../../schemas/cofe/records.ts";
import type { DocumentRow } from "../../schemas/items/documents.ts";
import type { Table } from "../engine/stage.ts";

/** Of stages that show documents. */
export interface Titling {
  /** Where their titles are; documents go by their own names where absent. */
  readonly titles?: Artifact<typeof TitleRow> | undefined;
}

interface Tables {
  readonly documents: Pick<Table<DocumentRow>, "get">;
  readonly titles?: Pick<Table<TitleRow>, "find">;
}

/** A document under its title; one whose title was not sought, or not found, under its own name. */
export const underTitle =
  ({ titles }: Pick<Tables, "titles">) =>
  (document: DocumentRow): DocumentRow => {
    const title = titles?.find(document.id)?.title;
    return title === undefined ? document : { ...document, name: title };
  };

/** All titles at once, for what is derived from all documents: it then rests on every title there is. */
export function wholly(titles: Table<TitleRow> | undefined): Pick<Tables, "titles"> {
  const all = titles?.derive("all", rows => new Map(rows.map(row => [row.id, row])));
  return all === undefined ? {} : { titles: { find: id => all.get(id) } };
}

export function titled(tables: Tables): (id: string) => DocumentRow {
  const named = underTitle(tables);
  return id => named(tables.documents.get(id));
}
