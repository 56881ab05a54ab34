// A stage's context without engine or model: tables from arrays, and an `ask` that plays back given replies.

import type { z } from "zod";
import { ReplyError } from "../../pipelines/engine/errors.ts";
import {
  type EachStage,
  made,
  type Outcome,
  type StageContext,
  type Table,
  type Tables,
} from "../../pipelines/engine/stage.ts";
import { seedOf } from "../../pipelines/text/random.ts";
import type { RowOf } from "../../schemas/define.ts";

function tableOf<Row extends { id: string }>(rows: readonly Row[]): Table<Row> {
  const find = (key: string) => rows.find(({ id }) => id === key);
  return {
    find,
    get: key => {
      const row = find(key);
      if (!row) throw new Error(`no row ${key}`);
      return row;
    },
    where: (field, value) => rows.filter(row => row[field] === value),
    rows: () => [...rows],
    derive: (_, build) => build([...rows]),
  };
}

/** What becomes of a row: nothing where the stage is not for it. */
export async function outcomeFor<
  In extends z.ZodObject,
  Out extends z.ZodObject,
  Lookup extends Tables,
>(
  stage: EachStage<In, Out, Lookup>,
  row: z.output<In>,
  context: StageContext<Lookup>,
): Promise<Outcome<z.output<Out>>> {
  return stage.only?.(row) === false ? made([]) : stage.each(row, context);
}

interface Asked {
  readonly prompt: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read the variables of every prompt.
  readonly variables: any;
  /** What the stage's check said of each reply played back for this question; undefined for the one it took. */
  readonly complaints: (string | undefined)[];
}

/** Replies by prompt name, taken in turn; a function makes its reply from the variables, as often as it is asked. */
export type Script = Record<string, object[] | ((variables: never) => object)>;

const maxReplies = 3;

/** Like the real one: a reply that the check complains of is followed by the next, three in all; then the row fails. */
export function scriptedContext<Lookup extends Tables>(
  lookup: { readonly [Name in keyof Lookup]: readonly RowOf<Lookup[Name]>[] },
  script: Script = {},
) {
  const asked: Asked[] = [];
  const left = new Map(
    Object.entries(script).map(([name, replies]) => [
      name,
      Array.isArray(replies) ? [...replies] : replies,
    ]),
  );
  const context: StageContext<Lookup> = {
    tables: Object.fromEntries(
      Object.entries(lookup).map(([name, rows]) => [name, tableOf(rows as { id: string }[])]),
    ) as never,
    seedFor: (...parts) => seedOf("1", ...parts),
    async ask(prompt, _language, variables, { check } = {}) {
      const complaints: (string | undefined)[] = [];
      asked.push({ prompt: prompt.name, variables: prompt.variables.parse(variables), complaints });
      for (let turn = 0; turn < maxReplies; turn++) {
        const replies = left.get(prompt.name);
        const next = Array.isArray(replies) ? replies.shift() : replies?.(variables as never);
        if (next === undefined)
          throw new Error(`the script has no further reply for ${prompt.name}`);
        const reply = prompt.reply.parse(next) as never;
        complaints.push(check?.(reply));
        if (complaints.at(-1) === undefined) return reply;
      }
      throw new ReplyError(
        "contract",
        "failed-check",
        `${prompt.name}: ${complaints.at(-1)}`,
        null,
      );
    },
  };
  return { context, asked };
}
