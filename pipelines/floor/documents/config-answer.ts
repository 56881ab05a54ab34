// Fills the open leaves of a config: from their options where they have some, else by type, and never against what is set.

import type { VariablesOf } from "../../../schemas/define.ts";
import { fillPattern, withoutElement } from "../../../schemas/rageval/paths.ts";
import { configPrompt } from "../../../schemas/rageval/prompts.ts";
import type { Leaf, ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { daysIn, fits, type PathValue } from "../../text/clashes.ts";
import { shuffle } from "../../text/random.ts";
import { daysOf } from "../../text/written-values.ts";
import { type AnswerContext, answers } from "../answerer.ts";
import { inventLike } from "./codes.ts";
import { type PlainLeaf, plainValue } from "./plain-values.ts";
import { preparedSchema } from "../prepared-schema.ts";

type Open = VariablesOf<typeof configPrompt>["open"][number];

interface Filling {
  readonly schema: ScenarioSchema | undefined;
  readonly context: AnswerContext;
  readonly set: readonly PathValue[];
  /** Set and filled so far. */
  readonly told: PathValue[];
}

const toldAt = ({ told }: Filling, path: string) =>
  told
    .filter(value => value.path === path || withoutElement(value.path) === path)
    .map(({ value }) => value);

// Conditions are the schema's; a leaf whose condition fails is not told, even if it is asked for.
function isWanted(open: Open, filling: Filling): boolean {
  const condition = filling.schema?.leaves.find(({ path }) => path === open.path)?.onlyIf;
  return (
    condition === undefined ||
    toldAt(filling, condition.path).some(value => condition.equals.includes(value))
  );
}

const holds =
  (path: string, { schema, told }: Filling) =>
  (value: string) =>
    schema === undefined || fits(schema, told, { path, value });

// What a person prepared for a leaf is meant as it stands.
const isPrepared = (open: Open, { schema }: Filling) =>
  schema?.leaves.some(({ path }) => path === open.path) ?? false;

function fillOpen(open: Open, filling: Filling): string[] {
  const { draw } = filling.context;
  const count = open.many ? 2 + draw(3) : 1;
  if (open.options.length === 0)
    return Array.from({ length: count }, () => fillByType(open, filling));
  const invented = isPrepared(open, filling) ? undefined : inventLike(open.options, draw);
  if (invented !== undefined) return [invented];
  const options = shuffle(draw, open.options).flatMap(
    option => fillPattern(option, path => toldAt(filling, path)[0]) ?? [],
  );
  const fitting = firstFitting(options, count, holds(open.path, filling));
  return fitting.length > 0
    ? fitting
    : (options.length > 0 ? options : open.options).slice(0, count);
}

// Looking for clashes is dear: it stops at as many as are needed.
function firstFitting(
  options: readonly string[],
  count: number,
  isFitting: (option: string) => boolean,
): string[] {
  const found: string[] = [];
  for (const option of options) {
    if (found.length === count) break;
    if (isFitting(option)) found.push(option);
  }
  return found;
}

function fillByType(open: Open, filling: Filling): string {
  const { context, schema } = filling;
  const leaf: PlainLeaf & { readonly after?: Leaf["after"] } = schema?.leaves.find(
    ({ path }) => path === open.path,
  ) ?? {
    label: open.label,
    type: open.type,
    ...(open.unit === null ? {} : { unit: open.unit }),
  };
  const days = open.type === "date" ? daysFor(leaf, filling) : null;
  const isFitting = holds(open.path, filling);
  let value = plainValue(leaf, { ...context, days });
  for (let attempt = 1; attempt < 20 && !isFitting(value); attempt++)
    value = plainValue(leaf, { ...context, days });
  return value;
}

// After the date the schema says; without a schema, within two months after the last date set.
function daysFor(
  leaf: { readonly after?: Leaf["after"]; readonly period?: Leaf["period"] },
  filling: Filling,
): { first: number; last: number } | null {
  const { language } = filling.context;
  const datesOf = (values: readonly string[]) =>
    values.flatMap(value => daysIn(value, language) ?? []);
  if (leaf.after) {
    const base = datesOf(toldAt(filling, leaf.after.path)).at(-1);
    const last = daysOf(leaf.period?.to ?? "")?.last ?? Number.POSITIVE_INFINITY;
    const { minimumDays, maximumDays } = leaf.after;
    return base
      ? {
          first: base.first + minimumDays,
          last: Math.max(base.first + minimumDays, Math.min(last, base.first + maximumDays)),
        }
      : null;
  }
  if (leaf.period) return null;
  const latest = Math.max(
    ...datesOf(filling.set.map(({ value }) => value)).map(({ last }) => last),
  );
  return Number.isFinite(latest) ? { first: latest + 1, last: latest + 60 } : null;
}

export const configAnswer = answers(
  configPrompt,
  ({ domain, set, open }, context: AnswerContext) => {
    const filling: Filling = {
      schema: preparedSchema(context, domain),
      context,
      set,
      told: [...set],
    };
    for (const leaf of open) {
      if (!isWanted(leaf, filling)) continue;
      const values = fillOpen(leaf, filling);
      filling.told.push(
        ...values.map((value, index) => ({
          path: leaf.many ? `${leaf.path}/${index + 1}` : leaf.path,
          value,
        })),
      );
    }
    return { values: filling.told.slice(set.length) };
  },
);
