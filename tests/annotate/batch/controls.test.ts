// Controls: which candidates are spoiled, by which faults in turn, and what a spoiled one must not give away.

import { expect, test } from "vitest";
import {
  plantControls,
  type PlantingOptions,
  type ShownCandidate,
} from "../../../pipelines/annotate/batch/controls.ts";
import { emptyContent } from "../../../pipelines/annotate/form.ts";
import type { Fault } from "../../../pipelines/annotate/protocol.ts";
import type { Content } from "../../../schemas/annotation.ts";

const spare = (id: string, over: Partial<Content> = {}): ShownCandidate => ({
  candidate: {
    id,
    type: "factual",
    language: over.language ?? "en",
    domain: "finance",
    isRejected: false,
    itemId: id,
    sourceId: id,
    response: "",
    filterVerdict: null,
  },
  shown: {
    content: {
      ...emptyContent({ language: "en", domain: "finance" }),
      question: `Q ${id}`,
      answer: `A ${id}`,
      ...over,
    },
    sources: {},
  },
});
const spares = (...ids: string[]) => ids.map(id => spare(id));
const zeroExpected = [{ field: "score", oneOf: ["0"] }];

const wrongAnswer: Fault = {
  name: "wrong",
  plant: content => ({ content: { ...content, answer: "wrong" }, expect: zeroExpected }),
};
/** Only what ends in an even number bears it. */
const rare: Fault = {
  name: "rare",
  plant: content =>
    /[02468]$/.test(content.question)
      ? { content: { ...content, answer: "rare" }, expect: zeroExpected }
      : undefined,
};
const borrowed: Fault = {
  name: "borrowed",
  plant: (content, other) => ({
    content: { ...content, question: other.question },
    expect: zeroExpected,
  }),
};

const plant = (planting: Partial<PlantingOptions>) =>
  plantControls({
    faults: [wrongAnswer],
    unsampled: [],
    sampled: [],
    count: 10,
    randomSeed: 1,
    ...planting,
  });
const plantedFaults = (planting: Partial<PlantingOptions>) =>
  plant(planting).map(({ candidate, control }) => `${control.fault} ${candidate.id}`);

test("faults take turns, each with the next candidate that can bear it; where one finds no more the others go on", () => {
  const unsampled = spares("1", "2", "3", "4", "5", "7");
  expect(plantedFaults({ faults: [wrongAnswer, rare], unsampled, count: 6 })).toEqual([
    "wrong 1",
    "rare 2",
    "wrong 3",
    "rare 4",
    "wrong 5",
    "wrong 7",
  ]);
});

test("a borrowed question is none of the sample's and none that another control has", () => {
  const planted = plant({
    faults: [borrowed],
    unsampled: spares("1", "2", "3"),
    sampled: spares("7", "8"),
    count: 3,
  });
  const questions = planted.map(({ shown }) => shown.content.question);
  expect(new Set(questions).size).toBe(3);
  expect(questions.filter(question => question === "Q 7" || question === "Q 8")).toEqual([]);
});

test("a fault that leaves a part empty, or changes nothing, makes no control", () => {
  const emptied: Fault = {
    name: "emptied",
    plant: content => ({ content: { ...content, keypoints: [] }, expect: zeroExpected }),
  };
  const idle: Fault = {
    name: "idle",
    plant: content => ({ content: { ...content }, expect: zeroExpected }),
  };
  expect(
    plantedFaults({ faults: [emptied, idle], unsampled: [spare("1", { keypoints: ["k"] })] }),
  ).toEqual([]);
});

test("draws of a fault follow from the seed and the candidate alone", () => {
  const drawing: Fault = {
    name: "drawing",
    plant: (content, _, pick) => ({
      content: { ...content, answer: [pick(1000), pick(1000)].join() },
      expect: zeroExpected,
    }),
  };
  const answers = (randomSeed: number, ids: string[]) =>
    plant({ faults: [drawing], unsampled: spares(...ids), randomSeed }).map(
      ({ shown }) => shown.content.answer,
    );
  expect(answers(1, ["1", "2"])).toEqual(answers(1, ["2", "1"]).toReversed());
  expect(answers(1, ["1", "2"])).not.toEqual(answers(2, ["1", "2"]));
  expect(new Set(answers(1, ["1", "2"])).size).toBe(2);
});
