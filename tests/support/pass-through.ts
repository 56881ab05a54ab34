// Stages one after another over rows in memory, without engine or model.

import type { Stage } from "../../pipelines/engine/stage.ts";
import { scriptedContext } from "./stage-context.ts";

type Rows = Record<string, readonly { id: string }[]>;

/** Runs stages one after another over what there is, each row in turn. */
export async function passThrough(stages: readonly Stage[], given: Rows) {
  const tables: Record<string, readonly { id: string }[]> = { ...given };
  const left: [string, string, string][] = [];
  for (const stage of stages) {
    const lookup = Object.fromEntries(
      Object.entries(stage.lookup ?? {}).map(([name, { name: artifact }]) => [
        name,
        tables[artifact] ?? [],
      ]),
    );
    const { context } = scriptedContext(lookup as never);
    const over = tables[stage.over.name] ?? [];
    const made: { id: string }[] = [];
    if ("all" in stage) {
      const { rows, dropped = [] } = stage.all(over as never[], context as never);
      made.push(...(rows as { id: string }[]));
      left.push(...dropped.map(({ id, code }): [string, string, string] => [stage.name, code, id]));
    } else
      for (const row of over) {
        const outcome = await stage.each(row as never, context as never);
        made.push(...(outcome.rows as { id: string }[]));
        if (outcome.outcome !== "made") left.push([stage.name, outcome.code, row.id]);
      }
    tables[stage.writes.name] = made.map(row => stage.writes.row.parse(row) as { id: string });
  }
  return { tables, left };
}
