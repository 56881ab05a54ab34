// An article's text becomes one paragraph a line, and its paper is named by sign-off or dateline.

import { expect, test } from "vitest";
import { sourceNamedIn, tidyNewsText } from "../../pipelines/text/news-text.ts";
import { cases } from "../support/cases.ts";

test("in Chinese a run of spaces behind a sentence's end is a paragraph's end, any other is one space", () => {
  expect(tidyNewsText("  桥通车了。  人们很高兴。图为大桥。张三 摄    图为    人群。 完了。")).toBe(
    "桥通车了。\n人们很高兴。图为大桥。张三 摄\n图为 人群。 完了。",
  );
});

test("two spaces behind an English full stop part no paragraphs", () => {
  expect(tidyNewsText("The bridge is open.  “We are glad.”  So they said.")).toBe(
    "The bridge is open. “We are glad.” So they said.",
  );
});

test("lines of every system's ends become paragraphs without blank lines", () => {
  expect(tidyNewsText("One.\r\n\r\n\tTwo.\u2028Three.\r \n")).toBe("One.\nTwo.\nThree.");
});

test("wrapped lines are joined where blank lines part the paragraphs, and list items are not", () => {
  const wrapped =
    "The council voted on Tuesday to reopen the bridge\nafter two years of repairs.\n\nIt named three reasons, which it gave in this order\n- cost\n- time\n\nShort line\nnext line";
  expect(tidyNewsText(wrapped)).toBe(
    "The council voted on Tuesday to reopen the bridge after two years of repairs.\nIt named three reasons, which it gave in this order\n- cost\n- time\nShort line\nnext line",
  );
  expect(
    tidyNewsText(
      "河湾市的大桥在修了三年零四个月之后终于在五月三日这一天\n通车了。\n\n人们很高兴。",
    ),
  ).toBe("河湾市的大桥在修了三年零四个月之后终于在五月三日这一天通车了。\n人们很高兴。");
});

cases<[signOff: string, text: string, source: string | null]>(
  "text/news-text",
  "of sign-off %j and text %j the paper is %s",
  (signOff, text, source) => {
    expect(sourceNamedIn(signOff, text)).toBe(source);
  },
);
