// Reads verdicts from Label Studio's JSON export: every annotation of every task, using the control names in the task's data.

import type { Values } from "../../../schemas/annotation.ts";
import {
  LabelStudioAnnotation,
  LabelStudioData,
  type LabelStudioForm,
  type LabelStudioResult,
  LabelStudioTask,
} from "../../../schemas/formats/label-studio.ts";
import { PipelineError } from "../../engine/errors.ts";
import type { VerdictOutcome } from "../verdicts/verdict-outcome.ts";

const hasAnyKey = (value: unknown, ...keys: readonly string[]): boolean =>
  typeof value === "object" && value !== null && keys.some(key => Object.hasOwn(value, key));

/** Describes a value that is not a task with annotations. */
function describeValue(value: unknown): string {
  if (typeof value === "string")
    return "text, as in Label Studio's CSV and TSV exports, which do not say which control a value came from";
  if (hasAnyKey(value, "completions")) return "an export of Label Studio before 1.0";
  if (hasAnyKey(value, "data"))
    return "a task without annotations, as in the label-studio.json that goes into Label Studio";
  if (hasAnyKey(value, "annotation_id", "annotator", "task_id", "lead_time"))
    return "Label Studio's JSON-MIN export, which omits skipped verdicts and the controls that values came from";
  if (hasAnyKey(value, "result")) return "a single annotation without its task";
  return "something other than a Label Studio task";
}

const refuse = (place: string, description: string): never => {
  throw new PipelineError(
    "bad-input",
    `${place} contains ${description}; a JSON export of Label Studio was expected.`,
    {
      hint: 'In Label Studio open the project, choose Export, then "JSON" (not JSON-MIN, not CSV), and import that file.',
    },
  );
};

/** Accepts a single task too, since some storages write one file per task. */
const listTasks = (value: unknown): readonly unknown[] | undefined =>
  Array.isArray(value) ? value : hasAnyKey(value, "annotations") ? [value] : undefined;

/**
 * Returns one outcome per annotation, in the export's order; `place` names the file. Skipped and empty annotations are
 * incomplete. A person is named by their e-mail address, or `label-studio-user-<id>` if the export has none. Choices are
 * as exported: values or texts. Throws PipelineError("bad-input") for a value that is not a JSON export.
 */
export function readLabelStudio(value: unknown, place: string): VerdictOutcome[] {
  const tasks = listTasks(value) ?? refuse(place, describeValue(value));
  const parsed = tasks.map(task => LabelStudioTask.safeParse(task));
  if (parsed.length > 0 && !parsed.some(({ success }) => success))
    refuse(place, describeValue(tasks[0]));
  return parsed.flatMap(({ data }, index) =>
    data
      ? readTask(data, `${place}, task ${data.id ?? index + 1}`)
      : [
          {
            place: `${place}, entry ${index + 1}`,
            problem: `This is ${describeValue(tasks[index])}; a task with its annotations was expected.`,
          },
        ],
  );
}

function readTask({ data, annotations }: LabelStudioTask, place: string): VerdictOutcome[] {
  const ownData = LabelStudioData.safeParse(data);
  return annotations.map((annotation, index): VerdictOutcome => {
    const annotationPlace = `${place}, annotation ${index + 1}`;
    const parsed = LabelStudioAnnotation.safeParse(annotation);
    if (!parsed.success)
      return {
        place: annotationPlace,
        problem: "This is not an annotation: it has no list of results.",
      };
    if (!ownData.success)
      return {
        place: annotationPlace,
        problem:
          'The data of its task lacks "task_id" or "form"; it was not imported from a label-studio.json written by ragwright annotate batch.',
      };
    return readAnnotation(parsed.data, {
      taskId: ownData.data.task_id,
      form: ownData.data.form[0] ?? {},
      place: annotationPlace,
    });
  });
}

const annotatorOf = ({ completed_by: person }: LabelStudioAnnotation): string | undefined => {
  const { id, email } =
    typeof person === "object" && person !== null ? person : { id: person, email: null };
  return (
    email?.trim() ||
    (id === null || id === undefined || id === "" ? undefined : `label-studio-user-${id}`)
  );
};

/** Label Studio writes times with a time zone; a time without one is taken as UTC. */
function readTime({
  updated_at: updated,
  created_at: created,
}: LabelStudioAnnotation): string | null {
  const text = updated ?? created ?? "";
  const time = new Date(/T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999 ? null : time.toISOString();
}

interface AnnotationContext {
  readonly taskId: string;
  readonly form: LabelStudioForm;
  readonly place: string;
}

function readAnnotation(
  annotation: LabelStudioAnnotation,
  { taskId, form, place }: AnnotationContext,
): VerdictOutcome {
  const annotator = annotatorOf(annotation);
  if (annotator === undefined)
    return {
      place,
      problem: 'It names no author ("completed_by"); export again without removing user details.',
    };
  const isSkipped = annotation.was_cancelled === true;
  const { values, problem } = readValues(isSkipped ? [] : annotation.result, form);
  if (problem !== undefined) return { place, problem };
  const complete = Object.keys(values).length > 0;
  return {
    taskId,
    annotator,
    values,
    decidedAt: readTime(annotation),
    seconds: annotation.lead_time ?? null,
    complete,
    place,
    source: "label-studio",
  };
}

function readValues(
  results: readonly LabelStudioResult[],
  form: LabelStudioForm,
): { readonly values: Values; readonly problem?: string } {
  const values: Values = {};
  for (const { from_name: name, value } of results) {
    if (name === undefined || value === undefined) continue;
    const control = Object.hasOwn(form, name) ? form[name] : undefined;
    if (!control)
      return {
        values,
        problem: `Its task has no control "${name}"; its controls are ${Object.keys(form).join(", ")}.`,
      };
    const answers = readAnswers(value, control.initial);
    if (answers.length > 1)
      return {
        values,
        problem: `${control.field} has several choices (${answers.join(", ").slice(0, 80)}); one was expected.`,
      };
    if (answers[0]) values[control.field] = answers[0];
  }
  return { values };
}

/** Older versions export the initial text too, along with the edited one. */
function withoutInitial(texts: readonly string[], initial: string | undefined): readonly string[] {
  const editedTexts = texts.filter(text => text !== initial);
  return editedTexts.length > 0 ? editedTexts : texts.slice(0, 1);
}

function readAnswers(
  { choices, text, rating, number }: NonNullable<LabelStudioResult["value"]>,
  initial: string | undefined,
): string[] {
  if (text !== undefined) return [withoutInitial([text].flat(), initial).join("\n")];
  const score = rating ?? number;
  return score === undefined ? (choices ?? []).flat(2).map(String) : [String(score)];
}
