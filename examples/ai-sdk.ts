// A benchmark made by a model of the Vercel AI SDK, and a RAG that answers with it: npx tsx examples/ai-sdk.ts FOLDER [OUT]. It needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server without one. In a project of your own, import from "ragwright", and openai("gpt-4o-mini") from "@ai-sdk/openai".

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText } from "ai";
import { evaluate, make, openRun, predict, report } from "../pipelines/index.ts";
import { documents } from "../pipelines/records.ts";

const [folder = "docs", out = "out/ai-sdk"] = process.argv.slice(2);
const { OPENAI_API_KEY: key, OPENAI_BASE_URL: server } = process.env;
const openai = createOpenAICompatible({
  name: "openai",
  baseURL: server ?? "https://api.openai.com/v1",
  ...(key && { apiKey: key }),
  supportsStructuredOutputs: true,
});
const model = openai("gpt-4o-mini");

// Ctrl-C stops it, saved; the same command goes on without asking anything twice.
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const made = await make(folder, {
  model,
  models: { references: { model, temperature: 0 } },
  items: 12,
  maxCost: 2,
  out,
  signal: stop.signal,
  reporter: {
    event: event => event.type === "stage-finished" && console.log(event.stage, event.counts.rows),
    note: console.log,
  },
});
if (made.status === "waiting") throw new Error("Replies are carried by hand.");

const texts = [...openRun(out).rows(documents)].map(({ text }) => text);
/** Reads all documents; yours would search them. The SDK's result is known as what it is, with its tokens. */
const answer = (question: string) =>
  generateText({ model, prompt: `${texts.join("\n\n")}\n\nAnswer by this alone:\n${question}` });

const asked = await predict({ run: out, system: answer, signal: stop.signal });
if (asked.status === "waiting") throw new Error("Replies are carried by hand.");
const scored = await evaluate({ predictions: asked.predictions, against: out });
if (scored.status === "done") console.log("rouge-l", scored.metrics["rouge-l"]?.value);
console.log(await report(out));
