// The table of a folder, as a person gets it and fills it in.

import { emptyContent } from "../../../pipelines/annotate/form.ts";
import { protocols } from "../../../pipelines/annotate/protocols/protocols.ts";
import { layOutTable, type Table } from "../../../pipelines/annotate/tables/table-layout.ts";
import type { Content, Protocol } from "../../../schemas/annotation.ts";

/** Of 李雷; the document `gone` is missing, every other holds `text`. */
export const layOut = (
  protocol: Protocol,
  contents: readonly Partial<Content>[],
  text = "全文",
): Table =>
  layOutTable({
    tasks: contents.map((content, index) => ({
      id: `t${index}`,
      protocol,
      content: { ...emptyContent({ language: "zh", domain: "law" }), ...content },
    })),
    document: id => (id === "gone" ? undefined : { id, language: "zh", name: `文书 ${id}`, text }),
    protocol: protocols[protocol],
    annotator: "李雷",
  });

export const fillIn = (table: Table, values: Readonly<Record<string, string>>): Table => ({
  ...table,
  rows: table.rows.map(row => new Map([...row, ...Object.entries(values)])),
});
