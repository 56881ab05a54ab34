// A question that holds its answer is found, one that shares its subject's words is not.

import { expect, test } from "vitest";
import { revealsAnswer } from "../../pipelines/questions/answer-leak.ts";

test("an answer put before the question gives it away, in both languages", () => {
  expect([
    revealsAnswer(
      "Given that lorries of the fire brigade pay nothing on duty, what does a lorry of the fire brigade pay on duty?",
      "Lorries of the fire brigade pay nothing on duty at the Orla Bridge.",
      "en",
    ),
    revealsAnswer(
      "既然身高不足1.2米的儿童由成人陪同时免票，那么身高不足1.2米的儿童要买票吗？",
      "身高不足1.2米的儿童由成人陪同时免票。",
      "zh",
    ),
  ]).toEqual([true, true]);
});

test("a short answer that stands in the question gives it away, unless the question offers a choice", () => {
  expect([
    revealsAnswer("Does Maren Holt hear complaints?", "Maren Holt.", "en"),
    revealsAnswer("Who hears complaints, Maren Holt or the mayor?", "Maren Holt.", "en"),
  ]).toEqual([true, false]);
});

test("words of the case alone give nothing away", () => {
  expect([
    revealsAnswer(
      "My 20 tonne lorry crosses the Orla Bridge in July. What do I pay?",
      "You pay 40 euros, as all lorries above 12 tonnes do.",
      "en",
    ),
    revealsAnswer(
      "大风停了缆车，我改期以后还能退票吗？",
      "不能。因大风停开缆车的可以改期一次，但改期后的票不得退款。",
      "zh",
    ),
    revealsAnswer(
      "Which of our lorries pays at the Orla Bridge: (a) 9 tonnes, Monday, (b) 14 tonnes, Monday, (c) 14 tonnes, fire brigade?",
      "Only lorry (b) pays. (a) has 9 tonnes, and the toll begins above 12 tonnes. (c) has 14 tonnes, but is of the fire brigade.",
      "en",
    ),
    revealsAnswer(
      "南坝图书馆公布的社区活动经费是多少？",
      "南坝图书馆公布的社区活动经费为200万元。",
      "zh",
    ),
  ]).toEqual([false, false, false, false]);
});
