// The formats that a person's folder is written in beside our own, by name.

export const batchFormats = ["csv", "xlsx", "label-studio"] as const;
export type BatchFormat = (typeof batchFormats)[number];
