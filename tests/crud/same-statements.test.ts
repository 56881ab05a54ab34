// Two answers to one question in Chinese: alike by their wording, or by their values where it leaves that open; what both say stays.

import { expect, test } from "vitest";
import { materialOf } from "../../pipelines/crud/story-material.ts";
import { agreedTask, readingFault } from "../../pipelines/crud/story-readings.ts";
import type { StoryTask } from "../../schemas/crud/stories/records.ts";
import { aNewsDocument } from "../support/crud-rows.ts";

const text = "西区清查从3月2日开始，到9日结束。东区清查3月5日起。北湾县属于西区。南湾县属于东区。";
const articleOf = (id: string, text: string) =>
  aNewsDocument({ id, name: id, language: "zh", published: "2024-03-10", text });
const article = articleOf("n1", text);
const withheld = articleOf("n9", "清查开始了。");
const material = materialOf(withheld, [article]);
const spanOf = (number: number) => {
  const { documentId, start, end } = material.sentences.find(one => one.number === number)!;
  return { documentId, start, end };
};
const claimOf = (claim: string, number: number) => ({ claim, spans: [spanOf(number)] });
const claims = [
  claimOf("北湾县归西区，西区的清查从2024年3月2日起，到3月9日为止。", 2),
  claimOf("南湾县的渡口照常开放，乘客不受影响。", 3),
];
const task: StoryTask = {
  number: 1,
  type: "qa-1-document",
  input: "2024年3月北湾县、南湾县的清查各从哪天开始？",
  answer: claims.map(({ claim }) => claim).join(""),
  claims,
  derivations: [],
  errors: [],
  worth: 4,
};
const reading = (answer: string, sentences: number[]) => ({
  number: 1,
  answer,
  sentences,
  unsupported: [],
  missing: [],
  conflicts: [],
  errors: [],
  clear: true,
  worth: 4,
});

test("what a reader says in its own words stays, whichever sentence it cites for it", () => {
  const read = reading(
    "北湾县的西区清查2024年3月2日起，3月9日止；南湾的渡口照常开放，不影响乘客。",
    [4, 5],
  );
  expect(agreedTask(task, read, material).task.answer).toBe(task.answer);
});

test("what a reader neither says nor cites goes", () => {
  const read = reading("北湾县的西区清查2024年3月2日起，3月9日止。", [2]);
  expect(agreedTask(task, read, material).task.claims).toEqual([claims[0]]);
});

test("a question of which each answer says what the other does comes first", () => {
  const rightOf = (answer: string) => agreedTask(task, reading(answer, [2, 3]), material).right;
  expect(rightOf(task.answer)).toBe(5);
  const asides =
    "另有几处码头停靠货轮，仓库夜里加派人手，附近饭馆提早打烊，学校照旧上课，邮局周末休息。";
  expect(
    rightOf(
      `${task.answer}${asides}渔船趁晴天出海，晒盐的人收工早，集市改到下旬，戏台搭在祠堂前面。`,
    ),
  ).toBe(4);
});

test("answers worded apart are one answer where they have the same values, and two where they have not", () => {
  const own = {
    ...task,
    answer:
      "渡船每天开12班，末班21点40分离岸，单程25分钟，票价6元；停航的38天里，乘客改坐公交绕行，公交票价4元。",
    claims: [claimOf("渡船停航38天。", 2)],
  };
  const faultOf = (answer: string) => readingFault(own, reading(answer, [2]), material)?.code;
  const alike =
    "客人每日有12班渡轮可搭，末班21点40分走，坐船25分钟，每位6元；38天不开船，客人由公交接送，收4元，要从别处绕过去。";
  expect(faultOf(alike)).not.toBe("answers-differ");
  const others = alike.replaceAll(/\d+/g, number => String(Number(number) + 1));
  expect(faultOf(others)).toBe("answers-differ");
});
