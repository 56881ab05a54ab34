// Recomputes the derivations of an item from the changed values of their operands.

import type { Derivation, ItemRow } from "../../schemas/items/records.ts";
import { calculate } from "../text/calculation.ts";
import { findDetails, type StatedDetail } from "../text/changeable-details.ts";
import { decimalsOf, groupedLike } from "../text/decimal.ts";
import { checkDerivation } from "../text/derivation.ts";
import { findValues } from "../text/values.ts";
import type { Change } from "./fact-changes.ts";
import { changeOf, rewriteValues } from "./item-texts.ts";

interface DerivedResults {
  readonly derivations: Derivation[];
  /** The new results, as changes to places in the answer. */
  readonly results: Change[];
}

/** Recomputes the results with a changed operand; all others stay the same. Undefined if one cannot be recomputed or written. */
export function rederive(item: ItemRow, changes: readonly Change[]): DerivedResults | undefined {
  const { language } = item;
  const derivations: Derivation[] = [];
  const results: Change[] = [];
  for (const derivation of item.derivations) {
    const allChanges = [...changes, ...results];
    const operands = derivation.operands.map(text =>
      rewriteValues(text, allChanges, { language, names: [] }),
    );
    if (operands.includes(undefined)) return undefined;
    const writtenDerivation = { ...derivation, operands: operands.flatMap(text => text ?? []) };
    const hasNewOperand = writtenDerivation.operands.some(
      (text, index) => text !== derivation.operands[index],
    );
    const isExtreme = /^(?:maximum|minimum)$/.test(derivation.operation);
    const [oldResult] = findDetails(derivation.result);
    const change = !hasNewOperand
      ? undefined
      : isExtreme
        ? oldResult && changeOf(oldResult, allChanges)
        : resultOf(writtenDerivation, derivation.result, language);
    if (hasNewOperand && change === undefined && !isExtreme) return undefined;
    const result = change && rewriteValues(derivation.result, [change], { language, names: [] });
    derivations.push({ ...writtenDerivation, result: result ?? derivation.result });
    if (change && result !== undefined && !isExtreme) results.push(change);
    if (hasNewOperand && checkDerivation(derivations.at(-1) ?? derivation, language))
      return undefined;
  }
  return { derivations, results };
}

/** The result of the operands, at the old precision, in a form that the check of derivations accepts. */
function resultOf(derivation: Derivation, text: string, language: "zh" | "en"): Change | undefined {
  const [detail] = findDetails(text);
  const [digits = ""] = /\d[\d,]*(?:\.\d+)?/.exec(text) ?? [];
  const [number = "", unit = ""] = (detail?.canonical ?? "").split(" ");
  const plain = digits.replaceAll(",", "");
  if (detail === undefined || plain === "" || detail.kind === "date" || detail.kind === "version")
    return undefined;
  const operands = derivation.operands.flatMap(operand => findValues(operand).slice(0, 1));
  const expected = calculate(derivation.operation, operands, derivation.operands.length);
  if (expected === undefined) return undefined;
  const scale = Math.abs(Number(number) / Number(plain));
  // A ratio may be written as a percentage.
  for (const value of [expected, expected * 100]) {
    const newNumber = Math.abs(value / scale).toFixed(decimalsOf(plain));
    const result = text.replace(digits, () => groupedLike(newNumber, digits));
    if (Number(newNumber) > 0 && checkDerivation({ ...derivation, result }, language) === undefined)
      return {
        fact: answerFact(detail, language),
        canonical: `${Number((Number(newNumber) * scale).toFixed(6))} ${unit}`.trim(),
      };
  }
  return undefined;
}

/** A fact for a value that no document states: the result of a derivation. */
const answerFact = (detail: StatedDetail, language: "zh" | "en"): Change["fact"] => ({
  key: `answer ${detail.canonical}`,
  detail,
  language,
  places: [{ documentId: "", detail }],
  documents: [],
  leaves: [],
});
