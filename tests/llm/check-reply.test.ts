// Which replies can be used, from what a server sends to what is told to the model.

import { expect, test } from "vitest";
import { z } from "zod";
import { checkReply } from "../../pipelines/llm/check-reply.ts";
import type { ModelReply } from "../../pipelines/llm/model.ts";
import { completing, completion } from "./endpoints/chat-server.ts";
import { aReply, aRequest, capitalPrompt, never, paris } from "./requests.ts";
import { servedChat } from "./endpoints/served.ts";
import { cases } from "../support/cases.ts";

const judge = <R extends z.ZodObject>(
  reply: ModelReply,
  contract: R,
  language: "zh" | "en",
  check: ((value: z.output<R>) => string | undefined) | undefined,
) => checkReply(reply, { reply: contract }, language, check);

const { against } = servedChat();
const blank = " \n\t".repeat(2000);
const inChinese = "这家公司的主营业务是清洁能源设备的集成、销售和售后服务，在全国设有分支机构。";
const inEnglish =
  "The company was founded in 2004 and is known for the turbines that it sells to farms.";

const misfits: [title: string, sent: Parameters<typeof completion>, code: string][] = [
  ["a refusal", [null, { refusal: "I cannot." }], "refused"],
  ["a reply the filter emptied", ["", { finish_reason: "content_filter" }], "filtered"],
  ["a reply cut at its length limit", ['{"capi', { finish_reason: "length" }], "cut"],
  ["white space up to the length limit", [blank, { finish_reason: "length" }], "cut"],
  ["white space that stops by itself", [blank], "empty"],
  ["no content at all", [null], "empty"],
  ["prose in place of JSON", ["The capital is Paris."], "no-json"],
  ["JSON that breaks off though it says it is whole", ['{"capital":"Par'], "no-json"],
  ["a list in place of an object", ["[]"], "bad-shape"],
  ["a contract break", ['{"capital":7}'], "bad-shape"],
  [
    "a reply in the wrong language",
    [JSON.stringify({ capital: inChinese, sure: null })],
    "wrong-language",
  ],
];

test.each(misfits)(
  "%s comes through the endpoint as a reply, and is told apart",
  async (_title, sent, code) => {
    const model = await against(completing(...sent));
    const reply = await model.complete(aRequest("France"), never);
    expect(judge(reply, capitalPrompt.reply, "en", undefined)).toMatchObject({ fits: false, code });
  },
);

test("a reply that fits its contract, its language and the stage's check is used", () => {
  expect(judge(aReply(paris), capitalPrompt.reply, "en", () => undefined)).toEqual({
    fits: true,
    value: { capital: "Paris", sure: true },
  });
  expect(judge(aReply(paris), capitalPrompt.reply, "en", () => "not Paris")).toEqual({
    fits: false,
    code: "failed-check",
    reason: "not Paris",
  });
});

test("a fence, a byte order mark or thinking aloud around the JSON does no harm", () => {
  const texts = [
    `\`\`\`json\n${paris}\n\`\`\``,
    `\uFEFF \n${paris}\n`,
    `<think>{"capital": maybe}</think>\n${paris}`,
    `Here it is:\n\`\`\`\n${paris}\n\`\`\`\nAnything else?`,
  ];
  expect(texts.map(text => judge(aReply(text), capitalPrompt.reply, "en", undefined).fits)).toEqual(
    texts.map(() => true),
  );
});

const Free = z.object({ text: z.string(), more: z.array(z.string()).default([]) });
const codeOf = (text: string, language: "zh" | "en", more: string[] = []) => {
  const judged = judge(aReply(JSON.stringify({ text, more })), Free, language, undefined);
  return judged.fits ? "fits" : judged.code;
};

test("text plainly in the other language does not fit, and the model is told in the language it was asked for", () => {
  const judged = (["zh", "en"] as const).map(language =>
    judge(
      aReply(JSON.stringify({ text: language === "zh" ? inEnglish : inChinese })),
      Free,
      language,
      undefined,
    ),
  );
  expect(judged).toEqual([
    {
      fits: false,
      code: "wrong-language",
      reason: "回复是用英文写的。请改用中文书写；专有名称、代码和给定的选项保持原样。",
    },
    {
      fits: false,
      code: "wrong-language",
      reason:
        "The reply is written in Chinese. Write it in English; leave names, codes and given choices as they are.",
    },
  ]);
});

cases<[title: string, language: "zh" | "en", text: string, more: string[]]>(
  "llm/judge-reply",
  "%s are no wrong language (%s)",
  (_title, language, text, more) => {
    expect(codeOf(text, language, more)).toBe("fits");
  },
);

const Declinable = z.object({ declined: z.string().nullable(), question: z.string() });
const declining = (declined: string | null, question: string, language: "zh" | "en") => {
  const judged = judge(
    aReply(JSON.stringify({ declined, question })),
    Declinable,
    language,
    undefined,
  );
  return judged.fits ? "fits" : judged.code;
};

test("a decline is one in whatever language its reason is; what is made is judged", () => {
  expect([
    declining(inEnglish, "", "zh"),
    declining(inChinese, "", "en"),
    declining(inEnglish, inEnglish, "zh"),
  ]).toEqual(["fits", "fits", "fits"]);
  expect([declining(null, inEnglish, "zh"), declining(" ", inChinese, "en")]).toEqual([
    "wrong-language",
    "wrong-language",
  ]);
});
