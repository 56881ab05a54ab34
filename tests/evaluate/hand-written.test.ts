// Verdicts that careful readers wrote by hand and that are right: every check must let them pass, and catch them once spoiled.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { judgeKeypoints } from "../../pipelines/evaluate/judges/keypoint-verdicts.ts";
import { ruleAnswerers } from "../../pipelines/floor/all.ts";
import { drawFrom } from "../../pipelines/text/random.ts";
import { correctnessPrompt, keypointVerdictsPrompt } from "../../schemas/evaluation/prompts.ts";
import { Language } from "../../schemas/items/item-types.ts";
import { aTruth } from "../support/evaluated.ts";
import { scriptedContext } from "../support/stage-context.ts";

const Case = z.strictObject({
  writtenByHand: z.literal(true),
  prompt: z.string(),
  language: Language,
  variables: z.record(z.string(), z.unknown()),
  reply: z.record(z.string(), z.unknown()),
});

const folder = join(import.meta.dirname, "hand-written");
const cases = readdirSync(folder).map(file => ({
  name: file.replace(".json", ""),
  ...Case.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))),
}));
const contracts = [keypointVerdictsPrompt, correctnessPrompt];
const ofKeypoints = cases
  .filter(({ prompt }) => prompt === keypointVerdictsPrompt.name)
  .map(({ name, language, variables, reply }) => ({
    name,
    language,
    variables: keypointVerdictsPrompt.variables.parse(variables),
    reply: keypointVerdictsPrompt.reply.parse(reply),
  }));

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
