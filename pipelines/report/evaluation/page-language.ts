// The languages that pages speak.

export type PageLanguage = "en" | "zh";
