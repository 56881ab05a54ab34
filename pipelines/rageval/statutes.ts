// Appends the text of the statute articles a judgment cites: the writer gives numbers, the table the text.

import { z } from "zod";

export const StatuteTable = z.strictObject({
  domain: z.string().default("law"),
  language: z.enum(["zh", "en"]),
  /** The law's name in citations; articles of other laws are not looked up here. */
  law: z.string(),
  /** Heading of the appendix. */
  title: z.string(),
  note: z.string().optional(),
  articles: z.array(z.strictObject({ number: z.string(), text: z.string() })),
});
export type StatuteTable = z.output<typeof StatuteTable>;

// "Article 26" must not be found in "Article 264" or "Article 26A", nor 第二十六条 in 第二十六条之一.
const isLonger = (after: string) => /^(?:之[一二三四五六七八九十]|\d|[A-Z](?![a-z]))/.test(after);

/** The law a citation names: 《…》 before the article in its sentence, "of the … Act" after it. */
function lawNamed(before: string, after: string): string | undefined {
  return (
    /《([^《》\n]{1,40})》[^《》。；\n]*$/.exec(before.slice(-120))?.[1] ??
    /^[^.;\n]{0,60}?\bof the ([A-Z][A-Za-z ]{2,60}?(?:Act|Code|Law))\b/.exec(
      after.slice(0, 140),
    )?.[1]
  );
}

function cites(text: string, number: string, law: string): boolean {
  for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
    const after = text.slice(at + number.length, at + number.length + 200);
    const named = lawNamed(text.slice(Math.max(0, at - 200), at), after);
    if (!isLonger(after) && (named === undefined || named.includes(law))) return true;
  }
  return false;
}

/** The text, and under a heading each article it cites; the text alone if it cites none or there is no table. */
export function citeStatutes(text: string, table: StatuteTable | undefined): string {
  const cited = table?.articles.filter(({ number }) => cites(text, number, table.law)) ?? [];
  if (!table || cited.length === 0) return text;
  const space = table.language === "zh" ? "　" : " ";
  return [
    text,
    `\n\n## ${table.title}\n`,
    ...cited.map(({ number, text: words }) => `\n${number}${space}${words}`),
  ].join("");
}
