// Parses the bounds that a result must meet (`--fail-under METRIC=X`).

import { isOfRetrieval, Metric, metricRecords } from "../../schemas/evaluation/metrics.ts";
import { type BoundResult, subjectOf } from "../../schemas/evaluation/result.ts";
import { PipelineError } from "../engine/errors.ts";
import { senseOf } from "./metric-sense.ts";

export type Bound = Pick<BoundResult, "metric" | "group" | "end" | "limit" | "must">;

const boundError = (text: string, reason: string, hint: string) =>
  new PipelineError("wrong-use", `--fail-under ${text.slice(0, 80)}: ${reason}.`, { hint });

const example = "For example: --fail-under completeness=0.8";
const boundableMetrics = Metric.options.filter(metric => senseOf(metric).better !== null);

/** Whether a text is a decimal number: `Number` would also accept hexadecimal ones and an empty text. */
const isNumber = (text: string): boolean =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));

/** `METRIC` or `METRIC@GROUP`, optionally followed by `.low` or `.high`. */
function parseSubject(text: string, subject: string): Pick<Bound, "metric" | "group" | "end"> {
  const [, name = "", group, end] = /^([^@.]*)(?:@(.*?))?(?:\.(low|high))?$/s.exec(subject) ?? [];
  const metric = Metric.safeParse(name.trim()).data;
  if (metric === undefined)
    throw boundError(
      text,
      `there is no metric "${(name || subject).trim().slice(0, 40)}"`,
      `Choose one of: ${boundableMetrics.join(", ")}`,
    );
  if (group?.trim() === "")
    throw boundError(text, "a type, domain or language is expected after @", example);
  return {
    metric,
    ...(group === undefined ? {} : { group: group.trim() }),
    ...(end === "low" || end === "high" ? { end } : {}),
  };
}

function parseBound(text: string): Bound {
  const [, name = "", limitText = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === "") throw boundError(text, "METRIC=X is expected", example);
  const subject = parseSubject(text, name.trim());
  const { metric } = subject;
  const { better, min, max } = senseOf(metric);
  if (better === null)
    throw boundError(
      text,
      `${metric} describes, without saying whether more is better`,
      `Choose one of: ${boundableMetrics.join(", ")}`,
    );
  if (!isNumber(limitText.trim()))
    throw boundError(text, `"${limitText.trim().slice(0, 40)}" is not a number`, example);
  const limit = Number(limitText);
  if (limit < min || limit > max)
    throw boundError(
      text,
      `${metric} is between ${min} and ${max}`,
      "Give a share as a number from 0 to 1: 80% as 0.8.",
    );
  return { ...subject, limit, must: better === "more" ? "at-least" : "at-most" };
}

/**
 * Parses each `METRIC=X`, in the order given; `METRIC@GROUP=X` is for the items of one type, domain or language, `METRIC.low=X` (or `high`)
 * for a bound of the 95% interval. X is the worst value that passes: a maximum if less is better (hallucination, irrelevance, wrong
 * answers), otherwise a minimum. Throws PipelineError("wrong-use") for anything else, for a metric that is unknown, given twice,
 * or without a preferred direction (answer-length), and for a value that the metric cannot have (a percentage).
 */
export function parseFailUnder(texts: readonly string[]): Bound[] {
  const bounds = texts.map(parseBound);
  const subjects = bounds.map(subjectOf);
  for (const [index, subject] of subjects.entries())
    if (subjects.indexOf(subject) < index)
      throw boundError(texts[index] ?? "", `${subject} is given twice`, "Give each metric once.");
  return bounds;
}

const isKeptBySilence = (metric: Metric) => metricRecords[metric].keptBySilence === true;
const contentMetrics: readonly Metric[] = boundableMetrics.filter(
  metric => !isOfRetrieval(metric) && !isKeptBySilence(metric),
);

/** Throws PipelineError("wrong-use") for bounds that a system meets by declining every question, and for --allow-missing without bounds. */
export function refuseIdleBounds(bounds: readonly Bound[], allowMissing: boolean): void {
  if (allowMissing && bounds.length === 0)
    throw new PipelineError("wrong-use", "--allow-missing needs --fail-under.", {
      hint: "Without bounds, items without a prediction are only listed.",
    });
  const hasContentBound = ({ group }: Bound) =>
    bounds.some(
      other =>
        contentMetrics.includes(other.metric) &&
        (other.group === undefined || other.group === group),
    );
  const idleBound = bounds.find(bound => isKeptBySilence(bound.metric) && !hasContentBound(bound));
  if (idleBound === undefined) return;
  const boundsText = bounds.map(bound => `${subjectOf(bound)}=${bound.limit}`).join(",");
  throw boundError(
    `${subjectOf(idleBound)}=${idleBound.limit}`,
    "a system that declines every question meets it",
    `Also set a bound on how much is said: --fail-under ${boundsText},completeness=0.6`,
  );
}
