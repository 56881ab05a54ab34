// The formats that a dataset is written in, by name.

import { z } from "zod";

export const ExportFormat = z.enum(["dragonball", "crud", "cofe", "beir", "huggingface", "ragas"]);
export type ExportFormat = z.output<typeof ExportFormat>;
