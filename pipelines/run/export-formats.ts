// The formats that a dataset is written in, by name.

export const exportFormats = ["dragonball", "crud", "cofe", "beir", "huggingface", "ragas"] as const;
export type ExportFormat = (typeof exportFormats)[number];
