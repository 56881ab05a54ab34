// API of the page's server: the batch, its tasks, one task, and saving a verdict.

import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { type PersonTask, Values } from "../../../schemas/annotation.ts";
import { itemLabels } from "../../../schemas/items/item-types.ts";
import { canonicalJson } from "../../engine/fingerprint.ts";
import { parseJson } from "../../engine/lines.ts";
import type { PersonFolder } from "../person-folder.ts";
import { findProblems, type FormProblem } from "../form.ts";
import { findFormProblems } from "../protocol.ts";
import { protocols } from "../protocols/protocols.ts";
import { type NumberedVerdict, normalizeName, type VerdictJournal } from "./verdict-journal.ts";

export interface BatchContext {
  readonly folder: PersonFolder;
  readonly journal: VerdictJournal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const maxBodyBytes = 256 * 1024;

const VerdictRequest = z.strictObject({
  taskId: z.string(),
  annotator: z.string(),
  values: Values,
  complete: z.boolean(),
  seconds: z.number().min(0),
  /** The revision the page last saw; 0 for none. */
  basedOn: z.int().min(0),
});
type VerdictRequest = z.output<typeof VerdictRequest>;

const httpError = (status: 400 | 404 | 413, message: string) =>
  new HTTPException(status, { message });

function requireName(text: string | undefined): string {
  const name = normalizeName(text ?? "");
  if (name === undefined)
    throw httpError(
      400,
      "annotator must be a name of 1 to 80 characters without control characters.",
    );
  return name;
}

function requireTask(folder: PersonFolder, id: string): PersonTask {
  const task = folder.task(id);
  if (!task) throw httpError(404, `There is no task ${id.slice(0, 80)} in this batch.`);
  return task;
}

const tooLarge = () => httpError(413, `A verdict may be at most ${maxBodyBytes / 1024} KB.`);

/** Reads a body up to the limit. Hono's own limit wraps a body without a stated length in a new Request, for which it must replace the global classes. */
async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length")) > maxBodyBytes) throw tooLarge();
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  const reader = request.body.getReader();
  for (let size = 0; ; ) {
    const { value } = await reader.read().catch(() => {
      throw httpError(400, "The request was interrupted.");
    });
    if (!value) return Buffer.concat(chunks).toString("utf8");
    size += value.length;
    if (size > maxBodyBytes) throw tooLarge();
    chunks.push(value);
  }
}

async function readRequest(context: Context): Promise<VerdictRequest> {
  const parsed = VerdictRequest.safeParse(parseJson(await readBody(context.req.raw)));
  if (parsed.success) return { ...parsed.data, annotator: requireName(parsed.data.annotator) };
  const issue = parsed.error.issues[0];
  throw httpError(400, `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "is invalid"}`);
}

const verdictForPage = ({ values, complete, seconds, revision }: NumberedVerdict) => ({
  values,
  complete,
  seconds: seconds ?? 0,
  revision,
});

const canonicalValues = (values: Values) =>
  canonicalJson(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));

const isSameVerdict = (stored: NumberedVerdict, request: VerdictRequest) =>
  stored.complete === request.complete &&
  canonicalValues(stored.values) === canonicalValues(request.values);

/** An unfinished verdict is checked field by field, a complete one also by the protocol's own rule. */
function problemsOf(task: PersonTask, { values, complete }: VerdictRequest): FormProblem[] {
  const protocol = protocols[task.protocol];
  return complete
    ? findFormProblems(protocol, task.content, values)
    : findProblems(protocol.fields(task.content), values);
}

/** Synchronous throughout, so that no other request is handled between reading and writing. */
function save({ folder, journal, now }: BatchContext, request: VerdictRequest) {
  const task = requireTask(folder, request.taskId);
  const stored = journal.find(request.annotator, request.taskId);
  const isSame = stored !== undefined && isSameVerdict(stored, request);
  // The same verdict sent again means that a response was lost, not that another tab saved one.
  if (stored && !isSame && stored.revision !== request.basedOn)
    return { status: 409, body: { verdict: verdictForPage(stored) } } as const;
  const problems = problemsOf(task, request);
  if (request.complete && problems.length > 0) return { status: 422, body: { problems } } as const;
  if (isSame && request.seconds <= (stored.seconds ?? 0))
    return { status: 200, body: { revision: stored.revision, problems } } as const;
  const { basedOn: _, ...verdict } = request;
  const revision = (stored?.revision ?? 0) + 1;
  journal.append({ ...verdict, decidedAt: new Date(now()).toISOString(), revision });
  return { status: 200, body: { revision, problems } } as const;
}

function batchOf({ heading: { id, protocol, annotator, tasks, languages } }: PersonFolder) {
  const { title, guide } = protocols[protocol];
  return { id, protocol, annotator, tasks, languages, title, guide };
}

/** A journal may contain verdicts on tasks of an earlier batch: they stay there and are ignored here. */
function taskListOf({ folder, journal }: BatchContext, annotator: string) {
  const states = journal.statesOf(annotator);
  return {
    tasks: folder.tasks,
    states: Object.fromEntries(
      folder.tasks.flatMap(({ id }) => (states.has(id) ? [[id, states.get(id)]] : [])),
    ),
  };
}

function openedTaskOf({ folder, journal }: BatchContext, id: string, annotator: string) {
  const task = requireTask(folder, id);
  const { type } = task.content;
  const stored = journal.find(annotator, id);
  const documents = task.content.documentIds.flatMap(
    documentId => folder.document(documentId) ?? [],
  );
  return {
    task,
    typeLabel: type && itemLabels[type],
    fields: protocols[task.protocol].fields(task.content),
    documents,
    verdict: stored ? verdictForPage(stored) : null,
  };
}

/** The routes under /api. A person sees only their own verdicts. */
export function createApi(batchContext: BatchContext): Hono {
  const api = new Hono();
  api.get("/batch", context => context.json(batchOf(batchContext.folder)));
  api.get("/tasks", context =>
    context.json(taskListOf(batchContext, requireName(context.req.query("annotator")))),
  );
  api.get("/tasks/:id", context =>
    context.json(
      openedTaskOf(
        batchContext,
        context.req.param("id"),
        requireName(context.req.query("annotator")),
      ),
    ),
  );
  api.put("/verdicts", async context => {
    const { body, status } = save(batchContext, await readRequest(context));
    return context.json(body, status);
  });
  return api;
}
