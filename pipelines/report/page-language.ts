// The languages in which a page can be written.

export type PageLanguage = "en" | "zh";
