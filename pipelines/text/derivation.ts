// Recomputes derived numbers, and finds unsupported numbers in an answer.

import {
  type Derivation,
  Operation,
  type StatedDerivation,
} from "../../schemas/items/derivation.ts";
import { calculationFault } from "./calculation.ts";
import { dateParts } from "./dates.ts";
import { hanNumeral, parseHan } from "./number-words.ts";
import { supportsMinimum, impliesValue } from "./implied-value.ts";
import { findValues, type Value } from "./values.ts";

/** The possible readings of a stated derivation: with its own operation or any other; two operands may be in either order. */
const readingsOf = ({
  operation: statedOperation,
  operands,
  result,
}: StatedDerivation): Derivation[] =>
  [...(statedOperation ? [statedOperation] : []), ...Operation.options].flatMap(operation =>
    (operands.length === 2 ? [operands, operands.toReversed()] : [operands]).map(ordered => ({
      operation,
      operands: ordered,
      result,
    })),
  );

/** Each derivation in the first reading that gives its result; derivations without such a reading are left out. */
export const derivationsOf = (
  statedDerivations: readonly StatedDerivation[],
  language: "zh" | "en",
): Derivation[] =>
  statedDerivations.flatMap(
    derivation =>
      readingsOf(derivation).find(reading => checkDerivation(reading, language) === undefined) ??
      [],
  );

/** The results that follow from the evidence, as written. */
export const provenResults = (
  derivations: readonly Derivation[],
  evidence: readonly string[],
  language: "zh" | "en",
): string[] =>
  derivations
    .map(({ result }) => result)
    .filter(result => unsupportedValues(result, evidence, derivations, language).length === 0);

const hanNumeralOnly = new RegExp(`^[${hanNumeral}]+$`, "u");

/** The values in an operand; here, a Chinese numeral by itself is a number. */
function valuesOf(operand: string): readonly Value[] {
  const values = findValues(operand);
  const canonical = hanNumeralOnly.test(operand) ? parseHan(operand) : undefined;
  const span = { start: 0, end: operand.length, text: operand };
  return canonical === undefined || values.length > 0
    ? values
    : [{ kind: "number", canonical, ...span }];
}

/** An error message in the given language if the result does not follow from the operands; otherwise undefined. */
export function checkDerivation(derivation: Derivation, language: "zh" | "en"): string | undefined {
  const operands = derivation.operands.map(operand => valuesOf(operand));
  const unreadableOperand = derivation.operands.find(
    (_, index) => operands[index]?.length === 0 && derivation.operation !== "count",
  );
  if (unreadableOperand !== undefined)
    return language === "zh"
      ? `“${unreadableOperand}”不是数值或日期`
      : `"${unreadableOperand}" is not a number or date`;
  const [result] = findValues(derivation.result);
  if (result === undefined)
    return language === "zh"
      ? `结果“${derivation.result}”不是数值`
      : `the result "${derivation.result}" is not a number`;
  return calculationFault(
    derivation.operation,
    operands.map(([first]) => first),
    result,
    language,
  );
}

/**
 * The values of an answer, as written, that are neither in the evidence nor the result of a sound derivation whose
 * operands are in the evidence.
 */
export function unsupportedValues(
  answer: string,
  evidence: readonly string[],
  derivations: readonly Derivation[],
  language: "zh" | "en",
): string[] {
  const evidenceValues = evidence.flatMap(text => withYears(findValues(text)));
  const isInEvidence = evidenceTest(evidenceValues);
  const results = soundResults(derivations, isInEvidence, language);
  const isSupported = (value: Value): boolean =>
    isInEvidence(value) ||
    evidenceValues.some(found => supportsMinimum(answer, value, found.value)) ||
    results.some(
      found => impliesValue(found, value) || (value.kind !== "date" && impliesValue(value, found)),
    );
  return [
    ...new Set(
      findValues(answer)
        .filter(
          value =>
            !countsSubjects(answer, value) && !namesOwnStep(answer, value) && !isSupported(value),
        )
        .map(value => value.text),
    ),
  ];
}

/** Whether a value is from "两家公司" or "the two companies": how a comparison refers to its subjects, not a fact from the evidence. */
function countsSubjects(answer: string, { start, end, canonical }: Value): boolean {
  if (canonical !== "2") return false;
  return (
    /^两[者家份所]/.test(answer.slice(start, start + 2)) ||
    (/^two$/i.test(answer.slice(start, end)) &&
      /\b(?:the|these|both|between)\s$/i.test(answer.slice(Math.max(0, start - 9), start)))
  );
}

/** Whether a value is from "第 2 步" or "step 2" in an answer that numbers its own steps. */
function namesOwnStep(answer: string, { start, canonical }: Value): boolean {
  const lead = answer.slice(Math.max(0, start - 8), start);
  return (
    /(?:第 ?|\b(?:step|point|item) )$/i.test(lead) &&
    new RegExp(`(?:^|[\\s;；])[(（]?${canonical}[.)）、．](?!\\d)`).test(answer)
  );
}

interface EvidenceValue {
  readonly value: Value;
  /** The last year mentioned before the value. */
  readonly year: string | undefined;
}

function withYears(values: readonly Value[]): EvidenceValue[] {
  let year: string | undefined;
  return values.map(value => {
    year = (value.kind === "date" ? dateParts(value.canonical)?.year : undefined) ?? year;
    return { value, year };
  });
}

/** A test of whether a value is in the evidence; a date may take its year from another date. */
function evidenceTest(evidenceValues: readonly EvidenceValue[]): (value: Value) => boolean {
  const years = [
    ...new Set(
      evidenceValues.map(
        ({ value }) => dateParts(value.kind === "date" ? value.canonical : "")?.year,
      ),
    ),
  ];
  return value =>
    evidenceValues.some(
      found =>
        impliesValue(found.value, value, found.year) ||
        // Only dates have a year.
        (found.value.kind === "date" &&
          value.kind === "date" &&
          years.some(year => impliesValue(found.value, value, year))),
    );
}

/** Results of the sound derivations; each can build on the results of earlier ones. */
function soundResults(
  derivations: readonly Derivation[],
  isInEvidence: (value: Value) => boolean,
  language: "zh" | "en",
): Value[] {
  const results: Value[] = [];
  for (const derivation of derivations) {
    const isKnown = (value: Value) =>
      isInEvidence(value) || results.some(result => impliesValue(result, value));
    const isSound =
      checkDerivation(derivation, language) === undefined &&
      derivation.operands.every(operand => findValues(operand).every(isKnown));
    if (isSound) results.push(...findValues(derivation.result));
  }
  return results;
}
