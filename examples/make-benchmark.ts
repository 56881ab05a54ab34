// Makes a benchmark, evaluates the answers of a system and writes the report. In a project of your own, import from "ragwright".

import { writeFileSync } from "node:fs";
import { evaluate, openRun, report, run } from "../pipelines/index.ts";
import { items } from "../pipelines/records.ts";

const [out = "out/example", model = "rules"] = process.argv.slice(2);
const options = { schemas: ["finance", "law", "medical"], items: 30 };
const { directory } = await run({ wing: "rageval", ...options, model, out });

// Replace this with a call to your system.
const answer = async (question: string) => `I was asked: ${question}`;
const lines: string[] = [];
for (const { id, question } of openRun(directory).rows(items))
  lines.push(JSON.stringify({ id, answer: await answer(question) }));
const predictions = `${directory}/my-answers.jsonl`;
writeFileSync(predictions, lines.join("\n"));

const evaluation = await evaluate({ predictions, against: directory });
if (evaluation.status === "done")
  console.log(evaluation.metrics["rouge-l"]?.value, await report(directory));
