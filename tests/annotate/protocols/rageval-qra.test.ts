// The 0 to 5 score: when it accepts, and the answers that are spoiled.

import { expect, test } from "vitest";
import { ragevalQraProtocol } from "../../../pipelines/annotate/protocols/rageval-qra.ts";
import { planter, harbour, mute, opera, paper, silent, tunnel } from "./contents.ts";

test("points 4 and 5 accept, all lower ones and none do not", () => {
  const accepted = ["0", "1", "2", "3", "4", "5", ""].filter(
    score => ragevalQraProtocol.decide?.(paper, { score }).accepted,
  );
  expect(accepted).toEqual(["4", "5"]);
});

test("its one choice is the score, from 0 to 5, as an interval", () => {
  const [score] = ragevalQraProtocol.fields(paper);
  expect(score).toMatchObject({
    name: "score",
    level: "interval",
    options: ["0", "1", "2", "3", "4", "5"].map(value => ({ value })),
  });
});

test("the answer of another item takes its keypoints along and rules out every good score", () => {
  const fault = planter("rageval-qra", "answer-of-another-item")(paper, harbour);
  expect(fault?.content).toEqual({
    ...paper,
    answer: harbour.answer,
    keypoints: harbour.keypoints,
  });
  expect(fault?.expect).toEqual([{ field: "score", oneOf: ["0", "1"] }]);
});

test("an unanswerable question gets an invented answer, never that it cannot be answered", () => {
  const plant = planter("rageval-qra", "answer-to-the-unanswerable");
  expect(plant(silent, harbour)?.content.answer).toBe(harbour.answer);
  expect(plant(mute, opera)?.content.answer).toBe(opera.answer);
  expect(
    plant(silent, { ...silent, documentIds: ["d-other"], question: "Who else?" }),
  ).toBeUndefined();
  expect(planter("rageval-qra", "declined-though-answerable")(silent, harbour)).toBeUndefined();
});

test("declining is planted in its language, where references hold the answer", () => {
  const plant = planter("rageval-qra", "declined-though-answerable");
  expect(plant(tunnel, opera)?.content).toMatchObject({
    answer: "无法回答",
    keypoints: tunnel.keypoints.length > 0 ? ["无法回答"] : [],
  });
  expect(plant({ ...paper, evidence: [] }, harbour)).toBeUndefined();
});

test("numbers that the references state are changed in answer and keypoints alike", () => {
  const plant = planter("rageval-qra", "numbers-changed");
  expect(plant(paper, harbour)?.content).toMatchObject({
    answer: "Pinemist Paper employed 6,530 people.",
    keypoints: ["Pinemist Paper employed 6,530 people."],
  });
  expect(plant(tunnel, opera)?.content.answer).toBe("栖云隧道的掘进机自重为6360吨。");
});

test("numbers stay where they are beside the point: who was asked for, a statement without one, a comparison", () => {
  const plant = planter("rageval-qra", "numbers-changed");
  expect(
    plant({ ...paper, question: "Who ran the 2 mills, and how many people?" }, harbour),
  ).toBeUndefined();
  expect(
    plant({ ...paper, answer: "It employed 1,530 people. Its head is Wilmot Frayne." }, harbour),
  ).toBeUndefined();
  expect(plant({ ...paper, type: "comparison" }, harbour)).toBeUndefined();
  expect(plant({ ...paper, evidence: [] }, harbour)).toBeUndefined();
});
