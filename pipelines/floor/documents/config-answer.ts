// Fills the open leaves of a config from the options of a prepared schema, never contradicting set values.

import type { VariablesOf } from "../../../schemas/define.ts";
import { fillPattern, leafAt, withoutElement } from "../../../schemas/rageval/paths.ts";
import { configPrompt } from "../../../schemas/rageval/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { addsNoClash, isRepeatedInList, type PathValue } from "../../text/clashes.ts";
import { shuffle } from "../../text/random.ts";
import { type AnswerContext, answererFor, preparedSchema } from "../answerer.ts";

type OpenLeaf = VariablesOf<typeof configPrompt>["open"][number];

interface FillContext {
  readonly schema: ScenarioSchema;
  readonly draw: AnswerContext["draw"];
  readonly values: PathValue[];
}

const valuesAt = ({ values }: FillContext, path: string) =>
  values
    .filter(value => value.path === path || withoutElement(value.path) === path)
    .map(({ value }) => value);

// Conditions come from the schema; a leaf whose condition fails is not filled, even if requested.
function isWanted(leaf: OpenLeaf, filling: FillContext): boolean {
  const condition = leafAt(filling.schema, leaf.path)?.onlyIf;
  return (
    condition === undefined ||
    valuesAt(filling, condition.path).some(value => condition.equals.includes(value))
  );
}

function fillLeaf(leaf: OpenLeaf, filling: FillContext): string[] {
  const { draw, schema, values } = filling;
  const { minimum, maximum } = leaf.count ?? { minimum: 1, maximum: 1 };
  const count = minimum + draw(maximum - minimum + 1);
  const options = shuffle(draw, leaf.options).flatMap(
    option => fillPattern(option, path => valuesAt(filling, path)[0]) ?? [],
  );
  // Checking for clashes is expensive, so it stops once there are enough values.
  const fitting: string[] = [];
  for (const value of options) {
    if (fitting.length === count) break;
    if (
      !isRepeatedInList(values, { ...leaf, value }) &&
      addsNoClash(schema, values, { path: leaf.path, value })
    )
      fitting.push(value);
  }
  return fitting;
}

export const configAnswerer = answererFor(configPrompt, ({ domain, set, open }, context) => {
  const schema = preparedSchema(context, domain);
  if (schema === undefined) return undefined;
  const filling: FillContext = { schema, draw: context.draw, values: [...set] };
  for (const leaf of open) {
    if (!isWanted(leaf, filling) || (leaf.optional && context.draw(3) === 0)) continue;
    // Code invents nothing.
    if (leaf.options.length === 0) return undefined;
    const values = fillLeaf(leaf, filling);
    filling.values.push(
      ...values.map((value, index) => ({
        path: leaf.count ? `${leaf.path}/${index + 1}` : leaf.path,
        value,
      })),
    );
  }
  return { values: filling.values.slice(set.length) };
});
