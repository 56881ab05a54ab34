// What documents, replies and names say reaches people without signs that a terminal or a page would obey.

import { expect, test } from "vitest";
import { escapeControls, replaceControls } from "../../pipelines/engine/control-characters.ts";

test.each([
  ["the colour of a terminal", "\u001B[31mred"],
  ["its title", "\u001B]0;owned\u0007"],
  ["a one-sign introducer", "\u009B31m"],
  ["a turn of direction", "invoice\u202Efdp.exe"],
  ["an isolate", "\u2067abc\u2069"],
  ["a carriage return", "safe\rgone"],
])("%s is not passed on, and JSON still holds it", (_, said) => {
  const acting = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;
  expect(replaceControls(said)).not.toMatch(acting);
  const json = escapeControls(JSON.stringify({ said }));
  expect(json).not.toMatch(acting);
  expect(JSON.parse(json)).toEqual({ said });
});

test("lines, tabs, joiners of Indic letters and of emoji, and marks of direction stay", () => {
  const text = "a\tb\nक्‍ष 👩‍🔬 \u200Fعربي";
  expect(replaceControls(text)).toBe(text);
});
