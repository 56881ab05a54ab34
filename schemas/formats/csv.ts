// Columns of a CSV export, in order.

import { z } from "zod";

const Column = z.enum([
  "id",
  "split",
  "type",
  "language",
  "domain",
  "question",
  "answer",
  "references",
  "document_ids",
  "keypoints",
  "as_of",
  "members",
  "wrong_answers",
  "twin_of",
]);
export type CsvColumn = z.output<typeof Column>;
export const csvColumns = Column.options;
