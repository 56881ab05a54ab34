// A page's characters come out right whatever its server says of them.

import { expect, test } from "vitest";
import { decodePage } from "../../../pipelines/intake/web/page-charset.ts";
import { encodedAs } from "../../support/page-server.ts";
import { cases } from "../../support/cases.ts";

const chinese = "云麓市槐荫图书馆正式开馆，当天接待读者三千人，市民可凭身份证借书。";
const named = (charset: string) =>
  `<html><head><meta charset="${charset}"></head><body>${chinese}</body></html>`;
const gbk = (text: string) => encodedAs("gb18030", text);

const oldWay = `<meta http-equiv="Content-Type" content="text/html; charset=gb2312">${chinese}`;
const xml = `<?xml version="1.0" encoding="GB18030"?><rss>${chinese}</rss>`;
test.each([
  ["the header names it", gbk(chinese), "text/html; charset=GB2312"],
  ["the page names it", gbk(named("gbk")), "text/html"],
  ["the page names it in the old way", gbk(oldWay), "text/html"],
  ["XML names it", gbk(xml), "text/xml"],
  ["nobody names it", gbk(chinese), ""],
  ["the header wrongly says UTF-8", gbk(chinese), "text/html; charset=utf-8"],
  ["header and page wrongly say UTF-8", gbk(named("utf-8")), "text/html; charset=utf-8"],
  ["the header says a Western charset", gbk(named("gbk")), "text/html; charset=ISO-8859-1"],
  ["the header names a charset that there is not", gbk(chinese), "text/html; charset=none-such"],
])("GBK is read where %s", (_, bytes, contentType) => {
  expect(decodePage(bytes, contentType)).toContain(chinese);
});

cases<[contentType: string]>("intake/web/page-charset", "UTF-8 is read under %s", contentType => {
  expect(decodePage(Buffer.from(named("gb2312")), contentType)).toContain(chinese);
});

test("Big5 and Shift-JIS are read where they are named", () => {
  for (const [charset, text] of [
    ["big5", "圖書館正式開館，當天接待讀者三千人"],
    ["shift_jis", "図書館が開館した"],
  ] as const)
    expect(decodePage(encodedAs(charset, text), `text/html; charset=${charset}`)).toBe(text);
});

test("a byte order mark counts before all else and is no part of the text", () => {
  expect(decodePage(Buffer.from(`\uFEFF${chinese}`), "text/html; charset=gbk")).toBe(chinese);
  expect(decodePage(Buffer.from(`\uFEFF${chinese}`, "utf16le"), "text/html; charset=gbk")).toBe(
    chinese,
  );
});
