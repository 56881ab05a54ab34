// The day of publication in the forms of portals, papers and feeds; what names no whole day dates nothing.

import { expect, test } from "vitest";
import { readPublished } from "../../pipelines/text/news-date.ts";

test.each([
  ["2024-05-03 21:18:46", "2024-05-03"],
  ["2024年5月3日 09:05 来自北京市", "2024-05-03"],
  ["2024/5/3 ", "2024-05-03"],
  ["2024.05.03", "2024-05-03"],
  ["202405/03 12:43:19", "2024-05-03"],
  ["202405/0318:36:53", "2024-05-03"],
  ["20240503", "2024-05-03"],
  ["2024-05-03T23:30:00+08:00", "2024-05-03"],
  ["2024-05-03T23:30:00Z", "2024-05-03"],
  ["Fri, 03 May 2024 23:30:00 GMT", "2024-05-03"],
  ["Fri, 03 May 24 10:00:00 GMT", "2024-05-03"],
  ["By Ann Lowe | 3 May 2024", "2024-05-03"],
  ["Published: May 3rd, 2024 at 5:00 pm", "2024-05-03"],
  ["25/12/2024", "2024-12-25"],
  ["05/05/2024", "2024-05-05"],
  ["1714700000", "2024-05-03"],
  ["1714700000123", "2024-05-03"],
  ["2024-05-03 10:00, updated 2024-06-01", "2024-05-03"],
])("%s is %s", (written, day) => {
  expect(readPublished(written)).toBe(day);
});

test.each([
  "",
  "8月16日",
  "05-03 10:45",
  "07/21  16:30",
  "2024年5月",
  "May 2024",
  "03/05/2024",
  "2024-02-30",
  "20241301",
  "yesterday",
  "12345678901234",
  "https://site.example/2024/0503/c1.html",
])("%j dates nothing", written => {
  expect(readPublished(written)).toBeNull();
});
