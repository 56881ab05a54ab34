// Verdicts that careful readers wrote by hand and that are right: every check must let them pass, and catch them once spoiled.

import { expect, test } from "vitest";
import { judgeKeypoints } from "../../pipelines/evaluate/judges/keypoint-verdicts.ts";
import { ruleAnswerers } from "../../pipelines/floor/all.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { correctnessPrompt, keypointVerdictsPrompt } from "../../schemas/evaluation/prompts.ts";
import { aTruth } from "../support/evaluated.ts";
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

test("rules judge most of these keypoints as the readers did, and never the other way round", () => {
  const answerer = ruleAnswerers.find(({ prompt }) => prompt.name === keypointVerdictsPrompt.name);
  const pairs = ofKeypoints.flatMap(({ language, variables, reply }) => {
    const context = { language, draw: drawFrom(1), domains: [] };
    const { verdicts } = keypointVerdictsPrompt.reply.parse(
      answerer?.answer(variables as never, context),
    );
    return reply.verdicts.map(
      ({ id, verdict }) => [verdict, verdicts.find(other => other.id === id)?.verdict] as const,
    );
  });
  const same = pairs.filter(([people, rules]) => people === rules).length;
  expect(
    pairs.filter(([people, rules]) => rules === "contradicted" && people === "covered"),
  ).toEqual([]);
  expect(same / pairs.length).toBeGreaterThan(0.9);
});
