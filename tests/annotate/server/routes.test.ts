// What the server of the annotation page answers at each path, and that nobody is shown what is not theirs.

import { expect, test } from "vitest";
import { annotationServer, ask, page, put, read, taskOf } from "../../support/annotation-server.ts";
import { cases } from "../../support/cases.ts";

const { serve } = annotationServer();

test("the page, its style and its modules are served with their types", async () => {
  const server = await serve();
  const answers = await Promise.all(
    ["/", "/style.css", "/app.js"].map(target => ask(server, target)),
  );
  expect(
    answers.map(({ status, headers, text }) => [status, headers["content-type"], text]),
  ).toEqual([
    [200, expect.stringMatching(/^text\/html; charset=utf-8$/i), page.markup],
    [200, "text/css; charset=utf-8", page.style],
    [200, "text/javascript; charset=utf-8", "export const app = 1;"],
  ]);
});

test("the batch is told with title and guide in both languages", async () => {
  expect((await read(await serve(), "/api/batch")).body).toEqual({
    id: "batch-1",
    protocol: "crud-query",
    annotator: "Ann",
    tasks: 3,
    languages: ["zh"],
    title: { zh: expect.any(String), en: expect.any(String) },
    guide: { zh: expect.any(Array), en: expect.any(Array) },
  });
});

test("tasks come in their order, with the states of the one who asks", async () => {
  const server = await serve();
  await put(server);
  await put(server, { taskId: "t2", values: {}, complete: false });
  await put(server, { taskId: "t3", annotator: "Ben" });
  const { body } = await read(server, "/api/tasks?annotator=Ann");
  expect(body.tasks.map(({ id }: { id: string }) => id)).toEqual(["t1", "t2", "t3"]);
  expect(body.tasks[0]).toEqual({
    id: "t1",
    type: "factual",
    language: "zh",
    opening: "第1个问题是什么？",
  });
  expect(body.states).toEqual({ t1: "complete", t2: "begun" });
});

test("a task comes with its form, its documents and one's own verdict", async () => {
  const server = await serve();
  const before = (await read(server, "/api/tasks/t1?annotator=Ann")).body;
  expect(before).toMatchObject({
    task: taskOf(1),
    typeLabel: { zh: "事实", en: "Factual" },
    documents: [{ id: "d1", name: "甲" }],
    verdict: null,
  });
  expect(before.fields.map(({ name }: { name: string }) => name)).toEqual([
    "verdict",
    "question",
    "note",
  ]);
  await put(server, { values: { verdict: "reasonable", note: "好" } });
  expect((await read(server, "/api/tasks/t1?annotator=%20Ann%20")).body.verdict).toEqual({
    values: { verdict: "reasonable", note: "好" },
    complete: true,
    seconds: 3,
    revision: 1,
  });
});

test("nobody is shown another's verdict", async () => {
  const server = await serve();
  await put(server, { annotator: "Ben", values: { verdict: "reasonable", note: "Ben was here" } });
  const answers = await Promise.all(
    ["/api/batch", "/api/tasks?annotator=Ann", "/api/tasks/t1?annotator=Ann"].map(target =>
      ask(server, target),
    ),
  );
  expect(answers.map(({ status, text }) => [status, text.includes("Ben")])).toEqual(
    answers.map(() => [200, false]),
  );
  expect((await put(server)).body).toEqual({ revision: 1, problems: [] });
});

cases<[target: string, status: number]>(
  "annotate/server/routes",
  "%s is refused with %d, as JSON",
  async (target, status) => {
    const answer = await read(await serve(), target);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
  },
);
