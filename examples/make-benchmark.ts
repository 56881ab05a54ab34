// Makes a benchmark, evaluates the answers of a system and writes the report. In a project of your own, import from "ragwright".

import { writeFileSync } from "node:fs";
import { evaluate, openRun, report, run } from "../pipelines/index.ts";
import { items } from "../pipelines/records.ts";

const [out = "out/example", model = "rules"] = process.argv.slice(2);
const wanted = { schemas: ["finance", "law", "medical"], items: 30 };
const { directory } = await run({ wing: "rageval", ...wanted, model, out });

// Yours to write: asks your system each question.
const answer = async (question: string) => `I was asked: ${question}`;
const lines: string[] = [];
for (const { id, question } of openRun(directory).rows(items))
  lines.push(JSON.stringify({ id, answer: await answer(question) }));
writeFileSync(`${directory}/my-answers.jsonl`, lines.join("\n"));

const scored = await evaluate({ predictions: `${directory}/my-answers.jsonl`, against: directory });
if (scored.status === "done")
  console.log(scored.metrics["rouge-l"]?.value, await report(directory));
