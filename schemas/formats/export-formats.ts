// Names of the export formats.

import { z } from "zod";

export const ExportFormat = z.enum([
  "dragonball",
  "crud",
  "cofe",
  "beir",
  "mteb",
  "huggingface",
  "ragas",
  "deepeval",
  "promptfoo",
  "langfuse",
  "langsmith",
  "csv",
]);
export type ExportFormat = z.output<typeof ExportFormat>;
