// What is said of a question that the documents do not answer, word for word as the published data has it.

export const UNANSWERABLE = { zh: "无法回答", en: "Unable to answer." } as const;
