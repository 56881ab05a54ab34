// Verdicts that careful readers wrote by hand and that are right: every check must let them pass, and catch them once spoiled.

import { expect, test } from "vitest";
import { judgeKeypoints } from "../../pipelines/evaluate/judges/keypoint-verdicts.ts";
import { ruleAnswerers } from "../../pipelines/floor/rule-answerers.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { correctnessPrompt, keypointVerdictsPrompt } from "../../schemas/evaluation/prompts.ts";
import { aTruth } from "../support/evaluation-rows.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { casesOf, HandWrittenCall, handWritten } from "../support/hand-written.ts";

const cases = handWritten(import.meta.dirname, HandWrittenCall);
const contracts = [keypointVerdictsPrompt, correctnessPrompt];
const ofKeypoints = casesOf(cases, keypointVerdictsPrompt);

test.each(cases)("$name has exactly the fields of its contract", ({ prompt, variables, reply }) => {
  const contract = contracts.find(({ name }) => name === prompt);
  expect(contract?.variables.parse(variables)).toEqual(variables);
  expect(contract?.reply.parse(reply)).toEqual(reply);
});

test.each(ofKeypoints)(
  "$name is taken at once; without its last verdict it is asked again",
  async ({ language, variables: { question, answer, keypoints }, reply }) => {
    const truth = aTruth({ language, question, keypoints });
    const whole = scriptedContext({}, { [keypointVerdictsPrompt.name]: [reply] });
    expect(
      (await judgeKeypoints(whole.context.ask, truth, answer)).map(({ verdict }) => verdict),
    ).toEqual(reply.verdicts.map(({ verdict }) => verdict));
    const spoiled = scriptedContext(
      {},
      { [keypointVerdictsPrompt.name]: [{ verdicts: reply.verdicts.slice(0, -1) }, reply] },
    );
    await judgeKeypoints(spoiled.context.ask, truth, answer);
    expect(spoiled.asked[0]?.complaints).toEqual([
      expect.stringContaining(keypoints.at(-1)?.id ?? ""),
      undefined,
    ]);
  },
);

test("rules judge as the readers did where they judge, and abstain from the rest", () => {
  const answerer = ruleAnswerers.find(({ prompt }) => prompt.name === keypointVerdictsPrompt.name);
  const judged = ofKeypoints.map(({ language, variables, reply }) => {
    const context = { language, draw: drawFrom(1), domains: [] };
    const said = answerer?.answer(variables as never, context);
    const verdicts = said && keypointVerdictsPrompt.reply.parse(said).verdicts;
    return verdicts?.map(({ id, verdict }) => ({
      verdict,
      readers: reply.verdicts.find(other => other.id === id)?.verdict,
    }));
  });
  const pairs = judged.flatMap(verdicts => verdicts ?? []);
  expect(pairs.filter(({ verdict, readers }) => verdict !== readers)).toEqual([]);
  expect(judged.filter(verdicts => verdicts !== undefined)).toHaveLength(7);
  expect(judged).toHaveLength(8);
});
