// The day of publication in the forms of portals, papers and feeds; what names no whole day dates nothing.

import { expect } from "vitest";
import { readPublicationDate } from "../../pipelines/text/news-date.ts";
import { cases } from "../support/cases.ts";

cases<[written: string, day: string]>("text/news-date", "%s is %s", (written, day) => {
  expect(readPublicationDate(written)).toBe(day);
});

cases<[written: string]>("text/news-date", "%j dates nothing", written => {
  expect(readPublicationDate(written)).toBeNull();
});
