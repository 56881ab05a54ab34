// Makes a benchmark with a model from the Vercel AI SDK, and evaluates a RAG that uses the model: npx tsx examples/ai-sdk.ts FOLDER [OUT]. Needs OPENAI_API_KEY, or the OPENAI_BASE_URL of a server that needs no key. In a project of your own, import from "ragwright", and openai("gpt-4o-mini") from "@ai-sdk/openai".

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

// Ctrl-C stops the run, with everything saved; the same command resumes it and repeats no call.
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const benchmark = await make(folder, {
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
if (benchmark.status === "waiting")
  throw new Error("This run waits for replies that are transferred by hand.");

const texts = [...openRun(out).rows(documents)].map(({ text }) => text);
/** Answers from all documents; yours would search them. `predict` recognizes the SDK's result, including its token counts. */
const answer = (question: string) =>
  generateText({ model, prompt: `${texts.join("\n\n")}\n\nAnswer from this alone:\n${question}` });

const prediction = await predict({ run: out, system: answer, signal: stop.signal });
if (prediction.status === "waiting")
  throw new Error("This run waits for replies that are transferred by hand.");
const evaluation = await evaluate({ predictions: prediction.predictions, against: out });
if (evaluation.status === "done") console.log("rouge-l", evaluation.metrics["rouge-l"]?.value);
console.log(await report(out));
