// Defines what a stage is: rows of one artifact in, rows of another out. It knows no paths, models, retries or concurrency.

import type { z } from "zod";
import type { Artifact, PromptContract, RowOf } from "../../schemas/define.ts";

export type Tables = Readonly<Record<string, Artifact>>;

/** A finished artifact. What a stage reads from it is recorded: the row is rebuilt only if that changes. */
export interface Table<Row> {
  /** The row with this key; a missing one is a bug in the pipeline and throws. */
  get(key: string): Row;
  find(key: string): Row | undefined;
  /** The rows whose field has this value, in file order. */
  where<Field extends keyof Row & string>(field: Field, value: Row[Field] & string): Row[];
  /** All rows, in file order. */
  rows(): Row[];
  /** Something built once from all rows (a search index); `name` distinguishes it from other builds over the same table. */
  derive<T>(name: string, build: (rows: Row[]) => T): T;
}

export interface AskOptions<Reply> {
  /** Says what is wrong with a well-formed reply, in words for the model, which is then called again with them. */
  readonly check?: (reply: Reply) => string | undefined;
  /** Which sample of replies to the same request this is; 0 is the first. */
  readonly sample?: number;
}

/** How a stage calls a model: renders the prompt, calls the model, validates the reply, calls again with the reason if it is invalid, or throws a ReplyError. */
export type Ask = <V extends z.ZodObject, R extends z.ZodObject>(
  prompt: PromptContract<V, R>,
  language: "zh" | "en",
  variables: z.input<V>,
  options?: AskOptions<z.output<R>>,
) => Promise<z.output<R>>;

export interface StageContext<Lookup extends Tables> {
  readonly tables: { readonly [Name in keyof Lookup]: Table<RowOf<Lookup[Name]>> };
  readonly ask: Ask;
  /** The run's `--random-seed` combined with these parts: the same parts give the same number in any order of arrival. */
  readonly seedFor: (...parts: string[]) => number;
}

/** A part of a row that yielded nothing, and why; counted as rejected. */
export interface LostPart {
  readonly code: string;
  readonly detail: string;
}

/** The rows made, or the reason why there are none: rejected by a check, or declined by the model. Rejected rows may be written too. */
export type Outcome<Row> =
  | { readonly outcome: "made"; readonly rows: Row[]; readonly lost?: readonly LostPart[] }
  | {
      readonly outcome: "rejected" | "declined";
      readonly code: string;
      readonly detail: string;
      readonly rows: Row[];
    };

export const made = <Row>(rows: Row[], lost: readonly LostPart[] = []): Outcome<Row> => ({
  outcome: "made",
  rows,
  ...(lost.length > 0 ? { lost } : {}),
});
export const rejected = <Row>(code: string, detail: string, rows: Row[] = []): Outcome<Row> => ({
  outcome: "rejected",
  code,
  detail,
  rows,
});
export const declined = <Row>(code: string, detail: string, rows: Row[] = []): Outcome<Row> => ({
  outcome: "declined",
  code,
  detail,
  rows,
});

/** A row, or part of a row under an id of its own, that an `all` stage left out; and why. */
export interface DroppedInput extends LostPart {
  readonly id: string;
}

interface StageBase<In extends z.ZodObject, Out extends z.ZodObject, Lookup extends Tables> {
  /** `<room>/<what it makes>`: also its name in `--until`, settings and events. */
  readonly name: string;
  /** The path of the file that defines the stage (`import.meta.filename`): the code of everything it imports is part of the fingerprint. */
  readonly module: string;
  /** The prompts that the stage uses: part of the fingerprint, and counted by a plan. */
  readonly prompts: readonly PromptContract[];
  /** Whether the stage judges what models made in other stages; a different model should do that. */
  readonly judges?: true;
  /** Settings that change the output; part of the fingerprint. */
  readonly settings?: unknown;
  readonly over: Artifact<In>;
  /** Finished artifacts that the stage looks up, written by inputs or earlier stages. */
  readonly lookup?: Lookup;
  readonly writes: Artifact<Out>;
}

/** Processes one row at a time, as soon as that row is available. */
export interface EachStage<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject = z.ZodObject,
  Lookup extends Tables = Tables,
> extends StageBase<In, Out, Lookup> {
  /** The rows that the stage applies to: others are not counted and leave no journal line. Whatever else decides this belongs in `settings`. */
  readonly only?: (row: z.output<In>) => boolean;
  readonly each: (
    row: z.output<In>,
    context: StageContext<Lookup>,
  ) => Promise<Outcome<z.output<Out>>> | Outcome<z.output<Out>>;
}

/** Needs the whole artifact (deduplication, pairing, selection). Pure code: it calls no model. */
export interface AllStage<
  In extends z.ZodObject = z.ZodObject,
  Out extends z.ZodObject = z.ZodObject,
  Lookup extends Tables = Tables,
> extends StageBase<In, Out, Lookup> {
  readonly all: (
    rows: z.output<In>[],
    context: Omit<StageContext<Lookup>, "ask">,
  ) => { rows: z.output<Out>[]; dropped?: DroppedInput[] };
}

export type Stage = AnyEach | AnyAll;
// Stages with different row types share one list; the runner gives each only rows of its own artifact, parsed.
interface AnyEach extends StageBase<z.ZodObject, z.ZodObject, Tables> {
  only?(row: never): boolean;
  each(row: never, context: StageContext<never>): Promise<Outcome<object>> | Outcome<object>;
}
interface AnyAll extends StageBase<z.ZodObject, z.ZodObject, Tables> {
  all(
    rows: never[],
    context: Omit<StageContext<never>, "ask">,
  ): { rows: object[]; dropped?: DroppedInput[] };
}

// biome-ignore lint/complexity/noBannedTypes: no lookup is an empty set of tables.
export const defineStage = <
  In extends z.ZodObject,
  Out extends z.ZodObject,
  Lookup extends Tables = {},
>(
  stage: EachStage<In, Out, Lookup>,
): EachStage<In, Out, Lookup> => stage;

// biome-ignore lint/complexity/noBannedTypes: as above.
export const defineWholeStage = <
  In extends z.ZodObject,
  Out extends z.ZodObject,
  Lookup extends Tables = {},
>(
  stage: AllStage<In, Out, Lookup>,
): AllStage<In, Out, Lookup> => stage;
