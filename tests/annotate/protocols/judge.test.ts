// Keypoints judged by people, and responses whose verdict is known.

import { expect, test } from "vitest";
import { judgeProtocol } from "../../../pipelines/annotate/protocols/judge.ts";
import {
  content,
  planter,
  harbour,
  mute,
  names,
  opera,
  paper,
  silent,
  tunnel,
} from "./contents.ts";

test("each keypoint is a field of its own about that keypoint", () => {
  const two = content({ keypoints: ["First.", "<b>Second</b>"] });
  expect(names(judgeProtocol.fields(two))).toEqual(["keypoint-1", "keypoint-2", "note"]);
  expect(judgeProtocol.fields(two)[1]).toMatchObject({
    about: "<b>Second</b>",
    level: "nominal",
    repeats: { list: "keypoints", index: 1, stem: "keypoint" },
  });
  expect(judgeProtocol.decide).toBeUndefined();
});

test("another item's response covers no keypoint", () => {
  const planted = planter("judge", "response-of-another-item")(paper, harbour);
  expect(planted).toEqual({
    content: { ...paper, response: harbour.response },
    expect: [{ field: "keypoint-1", oneOf: ["contradicted", "neither"] }],
  });
});

test("a response that might cover a keypoint after all is not borrowed", () => {
  const plant = planter("judge", "response-of-another-item");
  expect(
    plant(paper, { ...harbour, response: "It employed 1,530 people, like Pinemist." }),
  ).toBeUndefined();
  expect(plant(silent, { ...harbour, response: "That is not known." })).toBeUndefined();
  expect(plant(mute, { ...opera, response: "无法确定。" })).toBeUndefined();
  expect(plant(mute, opera)?.content.response).toBe(opera.response);
  expect(plant(paper, { ...harbour, response: " " })).toBeUndefined();
});

test("all keypoints said in turn cover each of them", () => {
  const two = content({ ...tunnel, keypoints: ["自重1360吨", "直径7.2米。"] });
  const planted = planter("judge", "all-keypoints-said")(two, opera);
  expect(planted?.content.response).toBe("自重1360吨。直径7.2米。");
  expect(planted?.expect).toEqual(
    ["keypoint-1", "keypoint-2"].map(field => ({ field, oneOf: ["covered"] })),
  );
});
