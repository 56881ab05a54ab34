// The languages of the pages.

export type PageLanguage = "en" | "zh";
