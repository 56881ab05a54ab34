// Label Studio's exports as they are, and as they should not be.

import { describe, expect, it } from "vitest";
import { readLabelStudio } from "../../../pipelines/annotate/label-studio/read-label-studio.ts";

const data = {
  task_id: "t1",
  form: [
    {
      verdict: { field: "verdict", words: "" },
      question: { field: "question", words: "", initial: "Old?" },
      keypoint_0: { field: "keypoint-1", words: "" },
    },
  ],
};
const chosen = (name: string, ...choices: unknown[]) => ({
  from_name: name,
  to_name: "shown_task",
  type: "choices",
  value: { choices },
});
const typed = (...text: string[]) => ({
  from_name: "question",
  to_name: "shown_task",
  type: "textarea",
  value: { text },
});
const exported = (...annotations: object[]) => [
  {
    id: 4,
    data,
    annotations: annotations.map(annotation => ({
      completed_by: 3,
      result: [chosen("verdict", "yes")],
      ...annotation,
    })),
  },
];
const read = (...annotations: object[]) => readLabelStudio(exported(...annotations), "a.json");

describe("an annotation", () => {
  it("is a verdict of its person, at its last change, in the seconds it took", () => {
    const times = {
      created_at: "2026-01-02T03:04:05.678901Z",
      updated_at: "2026-01-02T12:04:05.678901+08:00",
      lead_time: 12.5,
    };
    expect(
      read({
        completed_by: { id: 3, email: "li@example.org" },
        result: [chosen("verdict", "yes"), chosen("keypoint_0", "no")],
        ...times,
      }),
    ).toEqual([
      {
        taskId: "t1",
        annotator: "li@example.org",
        values: { verdict: "yes", "keypoint-1": "no" },
        decidedAt: "2026-01-02T04:04:05.678Z",
        seconds: 12.5,
        complete: true,
        place: "a.json, task 4, annotation 1",
        source: "label-studio",
      },
    ]);
  });

  it("goes by the person's id where there is no address, and is a problem without either", () => {
    expect(
      read(
        {},
        { completed_by: { id: 9 } },
        { completed_by: { email: " " } },
        { completed_by: null },
      ),
    ).toMatchObject([
      { annotator: "label-studio-user-3" },
      { annotator: "label-studio-user-9" },
      { problem: expect.stringContaining("completed_by") },
      { problem: expect.stringContaining("user details") },
    ]);
  });

  it("that was skipped or is empty is not complete", () => {
    const empty = { values: {}, complete: false };
    expect(
      read(
        { was_cancelled: true },
        { result: [] },
        { result: [chosen("verdict")] },
        { result: [typed("")] },
      ),
    ).toMatchObject([empty, empty, empty, empty]);
  });

  it("has no time and no seconds where the export has none that can be read", () => {
    const nothing = { decidedAt: null, seconds: null };
    expect(
      read(
        { updated_at: "soon", lead_time: -4 },
        { updated_at: null, created_at: 7, lead_time: "9" },
        { updated_at: "+012345-01-01T00:00:00Z" },
      ),
    ).toMatchObject([nothing, nothing, nothing]);
    expect(read({ updated_at: "2026-01-02T03:04:05" })).toMatchObject([
      { decidedAt: "2026-01-02T03:04:05.000Z" },
    ]);
  });

  it("keeps what was typed: all of it, but not what stood there at first beside it", () => {
    const texts = [
      ["New?", "Old?"],
      ["Old?", "Old?"],
      ["One", "Two"],
    ].map(all => read({ result: [typed(...all)] }));
    expect(texts).toMatchObject([
      [{ values: { question: "New?" } }],
      [{ values: { question: "Old?" } }],
      [{ values: { question: "One\nTwo" } }],
    ]);
    expect(read({ result: [{ ...typed(), value: { text: "Alone" } }] })).toMatchObject([
      { values: { question: "Alone" } },
    ]);
  });
});

describe("a file that is no JSON export of Label Studio", () => {
  const cases: [string, unknown, string][] = [
    ["label-studio.json itself", [{ data }], "that goes into Label Studio"],
    [
      "the JSON-MIN export",
      [{ id: 4, task_id: "t1", verdict: "yes", annotator: 3, annotation_id: 9, lead_time: 2 }],
      "JSON-MIN",
    ],
    ["CSV", "task_id,verdict\nt1,yes", "CSV"],
    ["an export before 1.0", [{ id: 4, data, completions: [] }], "before 1.0"],
    ["an annotation alone", { result: [], task: 4 }, "without its task"],
    ["an object", { a: 1 }, "something other than a Label Studio task"],
    ["null", null, "something other than a Label Studio task"],
    ["a list of nulls", [null], "something other than a Label Studio task"],
    ["a number", 7, "something other than a Label Studio task"],
  ];
  it.each(cases)("is told apart: %s", (_, value, found) => {
    expect(() => readLabelStudio(value, "a.json")).toThrow(
      expect.objectContaining({
        code: "bad-input",
        message: expect.stringContaining(found),
        hint: expect.stringContaining("choose Export"),
      }),
    );
  });
});
