// A sweep over answering models and judges, in one command: an evaluation each, every request made once, judges set beside each other.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Leaderboard } from "../../schemas/evaluation/leaderboard.ts";
import type { ItemRow } from "../../schemas/items/records.ts";
import {
  type ChatServer,
  completion,
  sendJson,
  startChatServer,
} from "../llm/endpoints/chat-server.ts";
import { ragwright } from "../support/cli.ts";
import { sampleItems } from "../support/sample-items.ts";
import { putDocuments, putItems, putRun } from "../support/sample-run.ts";
import { newFolder } from "../support/toy-run.ts";
import { words } from "./words.ts";
import { askedIn, keypointsIn, verdictsOn } from "./judges.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer((response, body) => {
    const { model } = body as { model: string };
    const asked = askedIn(body);
    // "kind" covers every keypoint in the answers of "strong", "harsh" in those of "weak".
    const favoured = { kind: "STRONG", harsh: "WEAK" }[model];
    const verdict = favoured && asked.includes(favoured) ? "covered" : "neither";
    const reply = favoured
      ? verdictsOn(keypointsIn(asked), verdict)
      : { answer: model.toUpperCase() };
    const usage = { prompt_tokens: 2000, completion_tokens: 900, total_tokens: 2900 };
    sendJson(response, 200, completion(JSON.stringify(reply), { usage }));
  });
});
afterAll(() => server.close());

const [sample] = sampleItems as readonly [ItemRow];
const items = [0, 1, 2, 3, 4].map(
  (at): ItemRow => ({ ...sample, id: `item-${at}`, question: `Question ${at}?` }),
);

const prepared = () => {
  const folder = newFolder();
  const run = join(folder, "run");
  putRun(run);
  putDocuments(run);
  putItems(run, items);
  const baseline = (...more: string[]) =>
    ragwright(["baseline", "run", "--chunk-size", "64", "--top-k", "1", ...more], {
      cwd: folder,
      env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.baseUrl },
    });
  return { folder, run, baseline };
};

const both = words`--model openai:strong,openai:weak --judge openai:kind,openai:harsh --metrics completeness,evidence-recall`;
const askedOf = (model: string) => server.bodies.filter(body => body["model"] === model).length;

test("each model answers once, each judge marks every answer, and a second start asks nobody", {
  timeout: 120_000,
}, async () => {
  const { run, baseline } = prepared();
  const first = await baseline(...both);
  expect(first.code, first.err).toBe(0);
  expect(["strong", "weak", "kind", "harsh"].map(askedOf)).toEqual([5, 5, 10, 10]);
  const names = ["strong-kind", "strong-harsh", "weak-kind", "weak-harsh"];
  expect(
    names.filter(name => !existsSync(join(run, `evaluations/baseline-${name}/result.json`))),
  ).toEqual([]);
  const board = Leaderboard.parse(
    JSON.parse(readFileSync(join(run, "evaluations/leaderboard.json"), "utf8")),
  );
  expect(board.systems).toHaveLength(2);
  expect(board.otherJudges).toMatchObject([{ systems: 2, tau: -1, difference: 0 }]);
  expect(first.out).toContain("on the same answers of 2 systems");
  expect(first.out).toContain("τ between the two rankings -1.00");
  const before = server.bodies.length;
  const again = await baseline(...both, "--json");
  expect([again.code, server.bodies.length]).toEqual([0, before]);
  expect((JSON.parse(again.out) as { evaluations: unknown[] }).evaluations).toHaveLength(4);
});

test("a ceiling holds for all models together", { timeout: 120_000 }, async () => {
  const { baseline } = prepared();
  const models = ["--model", "openai:gpt-4o-mini,openai:gpt-4.1-mini"];
  const metrics = ["--metrics", "evidence-recall"];
  // Five answers of the first cost $0.0042; what is left would not bear one of the second.
  const ended = await baseline(...models, ...metrics, "--max-cost", "0.0055");
  expect(ended.code).not.toBe(0);
  expect(ended.err).toMatch(/--max-cost/);
  expect(["gpt-4o-mini", "gpt-4.1-mini"].map(askedOf)).toEqual([5, 0]);
  const raised = await baseline(...models, ...metrics, "--max-cost", "1");
  expect(raised.code, raised.err).toBe(0);
  expect(["gpt-4o-mini", "gpt-4.1-mini"].map(askedOf)).toEqual([5, 5]);
});

test("what cannot be named apart is refused, and each evaluation is planned", {
  timeout: 120_000,
}, async () => {
  const { folder, baseline } = prepared();
  const twice = await baseline("--model", "openai:strong,openai:strong");
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("is named twice")]);
  const plan = await ragwright(["plan", "baseline", "run", ...both, "--json"], {
    cwd: folder,
    env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.baseUrl },
  });
  expect((JSON.parse(plan.out) as { plans: unknown[] }).plans).toHaveLength(4);
});
