// Label Studio's JSON: the data of our tasks, and the parts of its export that verdicts need. Read tolerantly.

import { z } from "zod";

/** An element of a list displayed in a task. */
export interface LabelStudioItem {
  readonly title: string;
  readonly text: string;
}

const Control = z.object({
  /** The field's name in our protocol. */
  field: z.string(),
  /** The text displayed above the field. */
  words: z.string().default(""),
  /** Initial value of a text field. */
  initial: z.string().optional(),
});

/** The fields of a task by the names of their controls. */
export const LabelStudioForm = z.record(z.string(), Control);
export type LabelStudioForm = z.output<typeof LabelStudioForm>;

/** The data that our tasks carry through Label Studio and back. */
export const LabelStudioData = z.object({
  task_id: z.string().min(1),
  form: z.array(LabelStudioForm).min(1),
});

/** One control's result; entries of other kinds, such as relations, name no control. */
export const LabelStudioResult = z.object({
  from_name: z.string().optional(),
  value: z
    .object({
      choices: z.array(z.unknown()).optional().catch(undefined),
      text: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .catch(undefined),
      rating: z.number().optional().catch(undefined),
      number: z.number().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type LabelStudioResult = z.output<typeof LabelStudioResult>;

const Id = z.union([z.string(), z.number()]);
const Time = z.string().nullish().catch(null);

export const LabelStudioAnnotation = z.object({
  id: Id.nullish().catch(null),
  /** The annotator: an id or, in snapshots, an object. */
  completed_by: z
    .union([
      Id,
      z.object({ id: Id.nullish().catch(null), email: z.string().nullish().catch(null) }),
    ])
    .nullish()
    .catch(null),
  result: z.array(LabelStudioResult),
  /** Whether the task was skipped. */
  was_cancelled: z.boolean().nullish().catch(null),
  created_at: Time,
  updated_at: Time,
  /** Seconds. */
  lead_time: z.number().min(0).nullish().catch(null),
});
export type LabelStudioAnnotation = z.output<typeof LabelStudioAnnotation>;

export const LabelStudioTask = z.object({
  id: Id.nullish().catch(null),
  data: z.record(z.string(), z.unknown()),
  annotations: z.array(z.unknown()),
});
export type LabelStudioTask = z.output<typeof LabelStudioTask>;
