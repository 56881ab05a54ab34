// An article's text becomes one paragraph a line, and its paper is named by sign-off or dateline.

import { expect, test } from "vitest";
import { namedSource, tidyNewsText } from "../../pipelines/text/news-text.ts";

test("in Chinese a run of spaces behind a sentence's end is a paragraph's end, any other is one space", () => {
  expect(tidyNewsText("  桥通车了。  人们很高兴。图为大桥。张三 摄    图为    人群。 完了。")).toBe("桥通车了。\n人们很高兴。图为大桥。张三 摄\n图为 人群。 完了。");
});

test("two spaces behind an English full stop part no paragraphs", () => {
  expect(tidyNewsText("The bridge is open.  “We are glad.”  So they said.")).toBe("The bridge is open. “We are glad.” So they said.");
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
  expect(tidyNewsText("河湾市的大桥在修了三年零四个月之后终于在五月三日这一天\n通车了。\n\n人们很高兴。")).toBe(
    "河湾市的大桥在修了三年零四个月之后终于在五月三日这一天通车了。\n人们很高兴。",
  );
});

test.each([
  ["来源：河湾日报", "桥通车了。", "河湾日报"],
  ["【来源：河湾新闻 综合】", "桥通车了。", "河湾新闻"],
  ["河湾晚报记者 张三来源：河湾网作者：李四", "桥通车了。", "河湾网"],
  ["图片来源：河湾图库", "桥通车了。", null],
  ["(Source: Corrie Courier)", "The bridge is open.", "Corrie Courier"],
  ["", "新华社河湾5月3日电（记者张三）桥通车了。", "新华社"],
  ["", "河湾大桥通车新华社河湾5月3日电 桥通车了。", "新华社"],
  ["", "河湾之家 5 月 3 日消息，桥通车了。", "河湾之家"],
  ["", "【环球网报道】桥通车了。", "环球网"],
  ["", "央视网消息：桥通车了。", "央视网"],
  ["", "本报5月3日讯 桥通车了。", null],
  ["", "CORRIE, May 3 (Reuters) - The bridge is open.", "Reuters"],
  ["", "桥通车了。", null],
])("of sign-off %j and text %j the paper is %s", (signOff, text, source) => {
  expect(namedSource(signOff, text)).toBe(source);
});
