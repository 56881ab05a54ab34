// Appends the text of the statute articles a judgment cites: the writer names numbers, the table has the words.

import { z } from "zod";

export const StatuteTable = z.strictObject({
  domain: z.string().default("law"),
  language: z.enum(["zh", "en"]),
  /** Heading of the appendix. */
  title: z.string(),
  note: z.string().optional(),
  articles: z.array(z.strictObject({ number: z.string(), text: z.string() })),
});
export type StatuteTable = z.output<typeof StatuteTable>;

// "Article 26" must not be found in "Article 264" or "Article 26A", nor 第二十六条 in 第二十六条之一.
const cites = (text: string, number: string) => text.split(number).slice(1).some(rest => !/^(?:之[一二三四五六七八九十]|\d|[A-Z](?![a-z]))/.test(rest));

/** The text, and under a heading each article it cites; the text alone where it cites none or there is no table. */
export function citeStatutes(text: string, table: StatuteTable | undefined): string {
  const cited = table?.articles.filter(({ number }) => cites(text, number)) ?? [];
  if (!table || cited.length === 0) return text;
  const space = table.language === "zh" ? "　" : " ";
  return [text, `\n\n## ${table.title}\n`, ...cited.map(({ number, text: words }) => `\n${number}${space}${words}`)].join("");
}
