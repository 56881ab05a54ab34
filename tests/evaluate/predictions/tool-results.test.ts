// Result files of Ragas and DeepEval, read as predictions: known by id or question, with the scores that the tool gave.

import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePythonList } from "../../../pipelines/evaluate/predictions/python-list.ts";
import { readPredictionRows } from "../../../pipelines/evaluate/predictions/read-predictions.ts";
import { predictions } from "../../../schemas/evaluation/predictions.ts";
import { freshFolder } from "../../support/folder.ts";

const at = freshFolder();

const type = "factual";
const truths = [
  { id: "item-1", otherIds: [], language: "en" as const, type, question: "Who built the mill?" },
  { id: "item-2", otherIds: [], language: "zh" as const, type, question: "谁建了磨坊？" },
  { id: "item-3", otherIds: [], language: "en" as const, type, question: "When was it built?" },
];

function read(name: string, content: unknown) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(at(name), text);
  const file = readPredictionRows(at(name), { system: "s", truths });
  for (const row of file.rows) predictions.row.parse(row);
  return file;
}

const shown = ({ rows }: ReturnType<typeof read>) =>
  rows.map(({ itemId, answer, contexts, toolScores }) => [
    itemId,
    answer,
    contexts?.map(({ text }) => text),
    toolScores?.values,
  ]);

const sample = {
  user_input: "Who built the mill?",
  retrieved_contexts: ["Ann Corrie built it."],
  reference_contexts: ["Ann Corrie built it in 1904."],
  response: "Ann Corrie.",
  reference: "Ann Corrie built it.",
  faithfulness: 1,
  "factual_correctness(mode=f1)": 0.67,
};
const chinese = { ...sample, user_input: "谁建了磨坊？", response: "高安。", faithfulness: null };

test("Ragas's rows are known by their question, or by our id where it went along; every number beside a sample's own fields is a score", () => {
  const lines = [
    sample,
    { ...chinese, user_input: " 谁建了磨坊？\n" },
    { ...sample, user_input: "asked in other words", id: "item-3" },
  ];
  const file = read("r.jsonl", lines.map(line => JSON.stringify(line)).join("\n"));
  expect([file.format, file.missingIds, file.surplusIds]).toEqual(["ragas", [], []]);
  const both = { faithfulness: 1, "factual_correctness(mode=f1)": 0.67 };
  expect(shown(file)).toEqual([
    ["item-1", "Ann Corrie.", ["Ann Corrie built it."], both],
    ["item-2", "高安。", ["Ann Corrie built it."], { ...both, faithfulness: null }],
    ["item-3", "Ann Corrie.", ["Ann Corrie built it."], both],
  ]);
});

test("a CSV of Ragas gives what its lines give: lists as Python prints them, empty cells as no value", () => {
  const cells = [
    "user_input,retrieved_contexts,response,exact_match,note",
    `Who built the mill?,"['It\\'s ""old"".\\n', ""Ann's""]",Ann Corrie.,1.0,ok`,
    `谁建了磨坊？,[],高安。,,`,
    `Who sold it?,,Nobody.,0.5,ok`,
  ];
  const file = read("r.csv", `\uFEFF${cells.join("\r\n")}\r\n`);
  expect([file.format, file.missingIds, file.surplusIds]).toEqual([
    "ragas",
    ["item-3"],
    ["Who sold it?"],
  ]);
  expect(shown(file)).toEqual([
    ["item-1", "Ann Corrie.", [`It's "old".\n`, "Ann's"], { exact_match: 1 }],
    ["item-2", "高安。", [], { exact_match: null, note: null }],
  ]);
});

test("results of Ragas before 0.2 are read under their old names; a line of the simple form with a question stays one", () => {
  const old = { question: "When was it built?", answer: "1904.", contexts: ["In 1904."] };
  const file = read("old.json", [{ ...old, ground_truth: "1904", answer_relevancy: 0.9 }]);
  expect(file.format).toBe("ragas");
  expect(shown(file)).toEqual([["item-3", "1904.", ["In 1904."], { answer_relevancy: 0.9 }]]);
  expect(read("simple.json", [{ id: "item-3", ...old }]).format).toBe("simple");
});

const metric = { name: "Faithfulness", threshold: 0.5, success: true, score: 0.75 };
const failed = { name: "Answer Relevancy", success: false, error: "no answer" };
const saved = [
  {
    name: "test_case_0",
    input: "Who built the mill?",
    actualOutput: "Ann Corrie.",
    retrievalContext: ["Ann Corrie built it."],
    metricsData: [metric, failed],
  },
  // An empty list is left out of the file.
  { name: "test_case_1", input: "other words", actualOutput: "高安。", metadata: { id: "item-2" } },
  { name: "test_case_2", input: "Who sold it?", actualOutput: "Nobody." },
];
const snake = saved.map(({ actualOutput, retrievalContext = null, metricsData, ...more }) => ({
  ...more,
  actual_output: actualOutput,
  retrieval_context: retrievalContext,
  metrics_data: metricsData ?? null,
}));

test.each([
  ["a saved run", { testCases: saved, conversationalTestCases: [], testPassed: 3 }],
  ["the latest run", { testRunData: { testCases: saved }, testRunLink: null }],
  ["a result of Python", { test_results: snake, confident_link: null }],
  ["a result of TypeScript", { testResults: saved, confidentLink: null }],
  ["test cases alone", saved],
])("DeepEval's test cases are known by the golden's id or their input: %s", (_, content) => {
  const file = read("d.json", content);
  expect(file).toMatchObject({
    format: "deepeval",
    missingIds: ["item-3"],
    surplusIds: ["Who sold it?"],
  });
  const scores = { Faithfulness: 0.75, "Answer Relevancy": null };
  expect(shown(file)).toEqual([
    ["item-1", "Ann Corrie.", ["Ann Corrie built it."], scores],
    ["item-2", "高安。", [], undefined],
  ]);
});

test("where no test case tells of passages nothing is said of what was retrieved", () => {
  const { rows } = read("d.json", { testCases: [saved[1], saved[2]] });
  expect(rows.map(({ retrieved, contexts }) => [retrieved, contexts])).toEqual([[null, null]]);
});

test("one item under its id and its question is answered twice; a question that two items share names neither", () => {
  expect(() => read("r.json", [sample, { ...sample, user_input: "x", id: "item-1" }])).toThrow(
    /entry 2: item-1|entry 2: x is answered twice/,
  );
  const twins = [...truths, { ...truths[0]!, id: "item-4" }];
  writeFileSync(at("r.json"), JSON.stringify([sample, chinese]));
  const { rows, surplusIds: surplus } = readPredictionRows(at("r.json"), {
    system: "s",
    truths: twins,
  });
  expect([rows.map(({ itemId }) => itemId), surplus]).toEqual([
    ["item-2"],
    ["Who built the mill?"],
  ]);
});

test.each([
  ["a table by columns", "r.json", { user_input: { 0: "x" } }, /user_input/],
  ["a conversation", "r.json", [{ user_input: [{ content: "x", type: "human" }] }], /user_input/],
  [
    "a list that Python cut short",
    "r.csv",
    "user_input,retrieved_contexts\nq,['a' ... 'b']",
    /row 1/,
  ],
  ["half a CSV", "r.csv", 'user_input,response\n"q,a', /not a complete CSV/],
  ["a table of something else", "r.csv", "name,score\na,1", /there is no id/],
  ["no test case", "d.json", { testCases: [] }, /contains no predictions/],
])("%s is refused with its place and what to do", (_, name, content, message) => {
  expect(() => read(name, content)).toThrow(message);
});

test("a list comes back as Python printed it, whatever stands in its texts", () => {
  const printed = (text: string): string => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const inside = [...text].map(sign => {
      if (sign === "\\" || sign === quote) return `\\${sign}`;
      if (sign === "\n") return "\\n";
      const code = sign.codePointAt(0)!;
      return code < 32 || code === 127 ? `\\x${code.toString(16).padStart(2, "0")}` : sign;
    });
    return quote + inside.join("") + quote;
  };
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), texts => {
      expect(parsePythonList(`[${texts.map(printed).join(", ")}]`)).toEqual(texts);
    }),
  );
  expect(parsePythonList(String.raw`['\u4e2d', '\U0001f3ed', 'a\tb']`)).toEqual([
    "中",
    "🏭",
    "a\tb",
  ]);
  expect(parsePythonList("['a' 'b']")).toBeUndefined();
});
