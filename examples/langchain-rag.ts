// Asks a LangChain.js chain every question of a run and scores its answers: npx tsx examples/langchain-rag.ts RUN (or first: npx ragwright sample). With OPENAI_API_KEY, a model answers and judges; without it, a stand-in answers. In a project of your own, import from "ragwright".

import { Document } from "@langchain/core/documents";
import { StringOutputParser } from "@langchain/core/output_parsers";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { BaseRetriever } from "@langchain/core/retrievers";
import { RunnablePassthrough } from "@langchain/core/runnables";
import { FakeListChatModel } from "@langchain/core/utils/testing";
import { ChatOpenAI } from "@langchain/openai";
import { evaluate, openRun, predict } from "../pipelines/index.ts";
import { documents } from "../pipelines/records.ts";

const [run = "out/sample/rageval"] = process.argv.slice(2);
const model = process.env["OPENAI_API_KEY"]
  ? new ChatOpenAI({ model: "gpt-4o-mini" })
  : new FakeListChatModel({ responses: ["I cannot answer this question."] });

/** Retrieves, in full, the documents that share the most words with the question; yours would search a vector store. */
class WordRetriever extends BaseRetriever {
  lc_namespace = ["example"];
  readonly index = [...openRun(run).rows(documents)].map(
    ({ id, name, text }) =>
      new Document({ pageContent: text, metadata: { documentId: id, source: name } }),
  );
  override async _getRelevantDocuments(question: string) {
    const words = question.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu) ?? [];
    const score = ({ pageContent }: Document) =>
      words.filter(word => pageContent.toLowerCase().includes(word)).length;
    return this.index.toSorted((a, b) => score(b) - score(a)).slice(0, 3);
  }
}

const retriever = new WordRetriever();
const textOf = ({ context }: { context?: Document[] }) =>
  context?.map(({ pageContent }) => pageContent).join("\n\n");
const prompt = ChatPromptTemplate.fromTemplate(
  "Answer from these documents alone.\n\n{text}\n\nQuestion: {question}",
);

/** Returns `answer` and `context`, which `predict` recognizes as the answer and the retrieved passages. */
const chain = RunnablePassthrough.assign<{ question: string }, { context: Document[] }>({
  context: ({ question }) => retriever.invoke(question),
})
  .assign({ text: textOf })
  .assign({ answer: prompt.pipe(model).pipe(new StringOutputParser()) });

const prediction = await predict({ run, system: chain, name: "langchain" });
if (prediction.status !== "done")
  throw new Error(`Not every question was answered: ${prediction.status}`);
const judge = model instanceof ChatOpenAI ? { model, maxCost: 1 } : {};
const evaluation = await evaluate({ predictions: prediction.predictions, against: run, ...judge });
if (evaluation.status === "done")
  for (const [metric, { value }] of Object.entries(evaluation.metrics))
    console.log(metric, value?.toFixed(3) ?? "not computed");
