// Fills the open leaves of a config from the options of a prepared schema, never contradicting set values.

import type { VariablesOf } from "../../../schemas/define.ts";
import { fillPattern, leafAt, withoutElement } from "../../../schemas/rageval/paths.ts";
import { configPrompt } from "../../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { fits, isTaken, type PathValue } from "../../text/clashes.ts";
import { shuffle } from "../../text/random.ts";
import { type AnswerContext, answers, preparedSchema } from "../answerer.ts";

type Open = VariablesOf<typeof configPrompt>["open"][number];

interface Filling {
  readonly schema: ScenarioSchema;
  readonly draw: AnswerContext["draw"];
  /** Values set and filled so far. */
  readonly told: PathValue[];
}

const toldAt = ({ told }: Filling, path: string) =>
  told
    .filter(value => value.path === path || withoutElement(value.path) === path)
    .map(({ value }) => value);

// Conditions come from the schema; a leaf whose condition fails is not filled, even if requested.
function isWanted(open: Open, filling: Filling): boolean {
  const condition = leafAt(filling.schema, open.path)?.onlyIf;
  return (
    condition === undefined ||
    toldAt(filling, condition.path).some(value => condition.equals.includes(value))
  );
}

function fillOpen(open: Open, filling: Filling): string[] {
  const { draw, schema, told } = filling;
  const { minimum, maximum } = open.count ?? { minimum: 1, maximum: 1 };
  const count = minimum + draw(maximum - minimum + 1);
  const options = shuffle(draw, open.options).flatMap(
    option => fillPattern(option, path => toldAt(filling, path)[0]) ?? [],
  );
  // Checking for clashes is expensive: it stops at the number needed.
  const fitting: string[] = [];
  for (const value of options) {
    if (fitting.length === count) break;
    if (!isTaken(told, { ...open, value }) && fits(schema, told, { path: open.path, value }))
      fitting.push(value);
  }
  return fitting;
}

export const configAnswer = answers(configPrompt, ({ domain, set, open }, context) => {
  const schema = preparedSchema(context, domain);
  if (schema === undefined) return undefined;
  const filling: Filling = { schema, draw: context.draw, told: [...set] };
  for (const leaf of open) {
    if (!isWanted(leaf, filling) || (leaf.optional && context.draw(3) === 0)) continue;
    // Code invents nothing.
    if (leaf.options.length === 0) return undefined;
    const values = fillOpen(leaf, filling);
    filling.told.push(
      ...values.map((value, index) => ({
        path: leaf.count ? `${leaf.path}/${index + 1}` : leaf.path,
        value,
      })),
    );
  }
  return { values: filling.told.slice(set.length) };
});
