// What an evaluation starts from: a path that is not a run is refused, and a judge stands where the settings name no other model.

import { expect, test } from "vitest";
import { Settings } from "../../schemas/settings.ts";
import { chooseRunTruths } from "../../pipelines/run/evaluation-inputs.ts";
import { assignJudge } from "../../pipelines/run/settings.ts";

test("a path that is not there, and one that is not a run, are told apart, and both say what to give", () => {
  const hint = expect.stringContaining("run.json");
  expect(() => chooseRunTruths("no/such/run", undefined)).toThrow(
    expect.objectContaining({
      code: "bad-input",
      message: "There is no such file or folder: no/such/run.",
      hint,
    }),
  );
  expect(() => chooseRunTruths(import.meta.dirname, undefined)).toThrow(
    expect.objectContaining({
      code: "wrong-use",
      message: expect.stringContaining("is not a run"),
      hint,
    }),
  );
});

test("the judge is asked by every judging stage but those that the settings give a model of their own", () => {
  const settings = Settings.parse({
    model: "rules",
    models: { "evaluate/relevance": { model: "openai:own" } },
  });
  const { models } = assignJudge(settings, "openai:judge", [
    "evaluate/relevance",
    "evaluate/correctness",
  ]);
  expect([models["evaluate/relevance"]?.model, models["evaluate/correctness"]?.model]).toEqual([
    "openai:own",
    "openai:judge",
  ]);
  expect(assignJudge(settings, undefined, ["evaluate/correctness"])).toBe(settings);
});
