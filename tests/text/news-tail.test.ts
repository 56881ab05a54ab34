// Footers and sign-offs come off the end piece by piece; the last sentence of an article never does.

import fc from "fast-check";
import { expect, test } from "vitest";
import { findNewsTail } from "../../pipelines/text/news-tail.ts";
import { cases } from "../support/cases.ts";

const body = "河湾大桥三日通车。人们很高兴。";
const cut = (text: string) =>
  findNewsTail(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

cases<[footer: string]>("text/news-tail", "the portal's %s is a footer", footer => {
  expect(cut(`${body}${footer}`)).toEqual([["footer", footer]]);
});

cases<[signOff: string]>("text/news-tail", "the editors' %s is a sign-off", signOff => {
  expect(cut(`${body}${signOff}`)).toEqual([["sign-off", signOff]]);
});

test("a tail of several pieces is taken whole, in the order of the text", () => {
  expect(cut(`${body}(完)（张三）来源：河湾日报 返回搜狐，查看更多责任编辑：  \n`)).toEqual([
    ["sign-off", "(完)"],
    ["sign-off", "（张三）"],
    ["sign-off", "来源：河湾日报"],
    ["footer", "返回搜狐，查看更多责任编辑："],
  ]);
});

test("a photographer's credit goes from a caption without a full stop", () => {
  expect(cut(`${body}工人在清理河道（河湾网 张三 摄）`)).toEqual([
    ["sign-off", "（河湾网 张三 摄）"],
  ]);
});

cases<[tail: string, kind: string]>("text/news-tail", "English %s is a tail", (tail, kind) => {
  expect(cut(`The bridge is open.\n\n${tail}`)).toEqual([[kind, tail]]);
});

cases<[text: string]>("text/news-tail", "%j keeps all it has", text => {
  expect(cut(text)).toEqual([]);
});

test("what stands before the start of the article is never reached", () => {
  const text = "（记者 张三）（记者 李四）";
  expect(findNewsTail(text, 7).map(({ start }) => start)).toEqual([7]);
});

test("pieces lie in order behind the text, with nothing but space between them and the end", () => {
  const pieces =
    "桥通车了。|记者|（张三）|(完)|来源：河湾日报|责任编辑：| |\n|【|）|：|Source: A|。|x";
  const parts = fc.array(fc.constantFrom(...pieces.split("|")), { maxLength: 14 });
  fc.assert(
    fc.property(parts, given => {
      const text = given.join("");
      const tail = findNewsTail(text);
      const ends = [...tail.slice(1).map(({ start }) => start), text.length];
      expect(tail.map(({ end }, at) => text.slice(end, ends[at]).trim())).toEqual(
        tail.map(() => ""),
      );
      expect(tail.every(({ start, end }) => start < end)).toBe(true);
    }),
  );
});
