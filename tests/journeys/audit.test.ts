// A benchmark with planted faults is audited: each kind of fault is found, sound items are left alone, and nothing is asked twice.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FindingCode, FindingRow } from "../../schemas/evaluation/findings.ts";
import {
  type ChatServer,
  completion,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { planted, plantedWith, writePlantedRun } from "../support/planted-benchmark.ts";
import { replyToAudit } from "../support/planted-replies.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { rowsIn } from "./rows.ts";

const folder = newFolder();
const findingsOf = (run: string) => rowsIn<FindingRow>(join(run, "audit/audit/findings.jsonl"));
const labelsOf = (run: string) =>
  rowsIn<{ itemId: string; documentId: string }>(join(run, "audit/audit/labels.jsonl")).map(
    ({ itemId, documentId }) => `${itemId} ${documentId}`,
  );
const plantedLabels = planted.flatMap(({ id, other }) =>
  other?.verdict === "supports" ? [`${id} ${other.document}`] : [],
);

/** Of the items found, the share that was planted; of the planted ones, the share found. */
function measure(run: string, code: FindingCode) {
  const found = findingsOf(run).flatMap(finding => (finding.code === code ? [finding.itemId] : []));
  const right = found.filter(id => plantedWith(code).includes(id)).length;
  return { precision: right / found.length, recall: right / plantedWith(code).length };
}

const wronged = (run: string) =>
  findingsOf(run).filter(({ itemId, code }) => !plantedWith(code).includes(itemId));

test("by rules, with no model at all, every planted fault that texts show is found and no sound item is blamed", async () => {
  const run = join(folder, "by-rules");
  writePlantedRun(run);
  const { code, out, err } = await ragwright(["audit", run, "--json"]);
  expect(code, err).toBe(0);
  // Two of eleven rest on wording that proves nothing to code, which abstains there.
  for (const fault of [
    "said-in-question",
    "references-insufficient",
    "document-not-needed",
  ] as const) {
    const { precision, recall } = measure(run, fault);
    expect(precision, fault).toBeGreaterThanOrEqual(0.9);
    expect(recall, fault).toBeGreaterThanOrEqual(0.75);
  }
  expect(wronged(run)).toEqual([]);
  // Code knows nothing by heart, and whether another document answers a question takes a reader.
  const readers = ["closed-book", "ambiguous"];
  expect(findingsOf(run).filter(finding => readers.includes(finding.code))).toEqual([]);
  expect(labelsOf(run)).toEqual([]);
  expect(JSON.parse(out)).toMatchObject({ items: 40, sound: 31, systems: 0, failed: 0 });
});

let server: ChatServer;
const chat = { asked: 0, stopAt: 90, reached: () => {} };
const stopped = new Promise<void>(resolve => (chat.reached = resolve));
const run = join(folder, "by-chat");
const env = { OPENAI_API_KEY: "sk-planted-0123456789" };
const command = () =>
  words`audit ${run} --model openai:by-hand --base-url ${server.baseUrl} --concurrency 1`;
const messagesOf = (body: Record<string, unknown>) =>
  body["messages"] as { role: string; content: string }[];

beforeAll(async () => {
  writePlantedRun(run);
  server = await startChatServer((response, body) => {
    chat.asked++;
    // The process is killed while this one waits.
    if (chat.asked === chat.stopAt) return chat.reached();
    sendJson(response, 200, completion(replyToAudit(messagesOf(body).at(-1)!.content)));
  });
});
afterAll(() => server.close());

test("an audit that is killed while it asks goes on where it was, and a third start asks nothing", async () => {
  const journaled = () => rowsIn(join(run, "audit/calls.jsonl")).length;
  const killed = await ragwright(command(), {
    env,
    killWhen: stopped.then(() =>
      vi.waitUntil(() => journaled() === chat.stopAt - 1, { timeout: 60_000 }),
    ),
  });
  expect([killed.code, existsSync(join(run, "report.html"))]).toEqual([null, false]);
  const second = await ragwright(command(), { env });
  expect(second.code, second.err).toBe(0);
  const texts = server.bodies.map(body => JSON.stringify(messagesOf(body)));
  expect(texts.length).toBe(new Set(texts).size + 1);
  expect(journaled()).toBe(new Set(texts).size);
  const findings = readFileSync(join(run, "audit/audit/findings.jsonl"), "utf8");
  expect((await ragwright(command(), { env })).code).toBe(0);
  expect([
    server.bodies.length,
    readFileSync(join(run, "audit/audit/findings.jsonl"), "utf8"),
  ]).toEqual([texts.length, findings]);
});

test("by a model, every planted fault is found and nothing else, well-known answers and contradicting documents among them", () => {
  for (const fault of [
    "closed-book",
    "said-in-question",
    "references-insufficient",
    "document-not-needed",
    "ambiguous",
  ] as const)
    expect(measure(run, fault), fault).toEqual({ precision: 1, recall: 1 });
  expect(wronged(run)).toEqual([]);
  expect(labelsOf(run).toSorted()).toEqual(plantedLabels.toSorted());
});

test("the report shows what was found, and an export of the sound items leaves them out", async () => {
  const page = readFileSync(join(run, "report.html"), "utf8");
  expect(
    [
      "closed-book",
      "said-in-question",
      "references-insufficient",
      "document-not-needed",
      "ambiguous",
    ].filter(code => !page.includes(code)),
  ).toEqual([]);
  const exported = await ragwright(
    words`export ${run} --format beir --sound --to ${join(folder, "beir")}`,
  );
  expect(exported.code, exported.err).toBe(0);
  const queries = rowsIn<{ text: string }>(join(folder, "beir/queries.jsonl")).map(
    ({ text }) => text,
  );
  expect(queries.toSorted()).toEqual(
    planted
      .filter(({ fault }) => fault === null)
      .map(({ question }) => question)
      .toSorted(),
  );
});

test("what cannot be audited is refused before anything is asked, with what to type instead", async () => {
  const empty = join(folder, "empty");
  writePlantedRun(empty);
  writeFileSync(join(empty, "items/items.jsonl"), "");
  const dataset = join(folder, "queries.jsonl");
  const query = { query_id: 1, query_type: "Factual Question", content: "How long is it?" };
  writeFileSync(
    dataset,
    `${JSON.stringify({ domain: "Finance", language: "en", query, ground_truth: { doc_ids: [1], content: "A mile.", references: ["A mile."], keypoints: ["A mile."] } })}\n`,
  );
  const tried = await Promise.all(
    [
      ["audit", empty],
      ["audit", join(folder, "by-rules"), "--split", "dev"],
      ["audit", dataset],
      ["audit", join(folder, "none")],
    ].map(args => ragwright(args)),
  );
  expect(tried.map(({ code }) => code)).toEqual([1, 1, 2, 1]);
  expect(
    tried.map(({ err }) => /contains no items|split dev|is a dataset|no such file/i.test(err)),
  ).toEqual([true, true, true, true]);
  expect(existsSync(join(folder, "none"))).toBe(false);
});
