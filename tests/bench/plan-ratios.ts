// What finished runs took for each document and item made, in the form of schemas/plan-ratios.yaml: npm run plan-ratios -- out/run …

import { join } from "node:path";
import { stringify } from "yaml";
import { readRows, readRun } from "../../pipelines/engine/read-run.ts";
import { type CallLine, readCalls } from "../../pipelines/llm/journal.ts";
import { createTemplates } from "../../pipelines/llm/templates.ts";
import {
  type QuestionForecast,
  type RequestCounts,
  meanMaterialTokens,
  sortingRequests,
} from "../../pipelines/run/question-forecast.ts";
import { type Scope, unitsIn } from "../../pipelines/run/call-forecast.ts";
import { readRatios } from "../../pipelines/run/ratios.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { documents } from "../../schemas/items/documents.ts";
import type { ItemType } from "../../schemas/items/item-types.ts";
import { items } from "../../schemas/items/records.ts";
import { sheets } from "../../schemas/questions/keys.ts";
import { materials, neighbourhoods } from "../../schemas/questions/records.ts";
import { seedBriefs } from "../../schemas/rageval/records.ts";
import type { PlanRatios, PromptRatio } from "../../schemas/plan-ratios.ts";
import { schemaPrompt } from "../../schemas/rageval/prompts.ts";

const templates = createTemplates(["prompts"]);
const ownWords = new Map<string, number>();

/** Tokens of a prompt's own words; what servers count of its reply schema is left in the texts. */
function lengthOf({ prompt, language }: CallLine): number {
  const key = `${prompt}.${language}`;
  const length = ownWords.get(key) ?? countTokens(templates.fixedText(prompt, language));
  ownWords.set(key, length);
  return length;
}

/** What the run read, held side by side and chose; of a wing that asks otherwise there is nothing. */
function aheadOf(directory: string): QuestionForecast {
  const read = [...readRows(directory, materials)];
  const near = [...readRows(directory, neighbourhoods)];
  const briefs = [...readRows(directory, seedBriefs)].flatMap(row => row.briefs);
  const lotOf = <Row>(rows: readonly Row[], partsOf: (row: Row) => number): RequestCounts => ({
    rows: rows.length,
    parts: rows.reduce((sum, row) => sum + partsOf(row), 0),
  });
  const byId = new Map([...readRows(directory, documents)].map(row => [row.id, row]));
  return {
    material: lotOf(read, ({ wanted }) => wanted.reduce((sum, { count }) => sum + count, 0)),
    neighbourhood: lotOf(near, ({ briefs }) => briefs.length),
    sheet: lotOf([...readRows(directory, sheets)], ({ entries }) => entries.length),
    sorting: sortingRequests(briefs),
    materialTokens: meanMaterialTokens(read, byId),
  };
}

/** What the run had before it, and the items it made. */
function scopeOf(
  directory: string,
  { drawn }: PlanRatios,
): Scope & { readonly meanDocument: number } {
  const groups = new Map<string, Scope["groups"][number]>();
  for (const { domain, language, text } of readRows(directory, documents)) {
    const key = `${domain}\n${language}`;
    const group = groups.get(key) ?? { domain, language, documents: 0, tokens: 0 };
    groups.set(key, {
      ...group,
      documents: group.documents + 1,
      tokens: group.tokens + countTokens(text),
    });
  }
  const made = new Map<ItemType, number>();
  for (const { type } of readRows(directory, items)) made.set(type, (made.get(type) ?? 0) + 1);
  const all = [...groups.values()];
  const [count, tokens] = all.reduce(
    ([sum, length], group) => [sum + group.documents, length + group.tokens],
    [0, 0],
  );
  return {
    groups: all,
    items: made,
    documentsPerItem: drawn,
    questionForecast: aheadOf(directory),
    foundArticles: 0,
    systems: 1,
    passageTokens: 0,
    meanDocument: tokens / Math.max(1, count),
  };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** The form of the ratio that stands for this prompt now, with the numbers of this run. */
function measure(
  calls: readonly CallLine[],
  form: PromptRatio | undefined,
  scope: ReturnType<typeof scopeOf>,
): object {
  const {
    per = "item",
    types,
    except,
    documents: shown = 0,
    materials: read = 0,
    textEach = 0,
    replyEach = 0,
    replyDocuments = 0,
  }: Partial<PromptRatio> = form ?? {};
  const { rows, parts } = unitsIn(scope, { per, types, except });
  const each = parts / Math.max(1, rows);
  const around =
    each * textEach + shown * scope.meanDocument + read * scope.questionForecast.materialTokens;
  const texts = calls.map(call => call.usage.inputTokens - lengthOf(call) - around);
  const within = each * replyEach + replyDocuments * scope.meanDocument;
  const replies = calls.map(({ usage }) => usage.outputTokens - within);
  return {
    per,
    ...(types ? { types } : {}),
    ...(except ? { except } : {}),
    calls: Number((calls.length / Math.max(1, rows)).toFixed(2)),
    text: Math.round(mean(texts)),
    ...(textEach > 0 ? { textEach } : {}),
    ...(shown > 0 ? { documents: shown } : {}),
    ...(read > 0 ? { materials: read } : {}),
    reply: Math.max(1, Math.round(mean(replies))),
    ...(replyEach > 0 ? { replyEach } : {}),
    ...(replyDocuments > 0 ? { replyDocuments } : {}),
  };
}

for (const directory of process.argv.slice(2)) {
  const { wing } = readRun(directory).settings as { wing: string };
  const ratios = readRatios(wing);
  const scope = scopeOf(directory, ratios);
  const byPrompt = new Map<string, CallLine[]>();
  for (const { call } of readCalls(join(directory, "calls.jsonl"))) {
    const key = `${call.stage}\n${call.prompt}`;
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), call]);
  }
  const drafted = byPrompt.has(`rageval/schemas\n${schemaPrompt.name}`) ? ratios.drafted : {};
  const forms = { ...ratios.stages, ...drafted };
  const stages: Record<string, Record<string, object>> = {};
  for (const [key, calls] of byPrompt) {
    const [stage = "", prompt = ""] = key.split("\n");
    stages[stage] = {
      ...stages[stage],
      [prompt]: measure(calls, forms[stage]?.[prompt], scope),
    };
  }
  process.stdout.write(
    `# ${directory}\n${stringify({ [wing]: { stages } }, { flowCollectionPadding: true, lineWidth: 0 })}`,
  );
}
