// Appends the text of the statute articles that a judgment cites: the writer gives their numbers, the table their text.

import { z } from "zod";

export const StatuteTable = z.strictObject({
  domain: z.string().default("law"),
  language: z.enum(["zh", "en"]),
  /** The law's name in citations; articles of other laws are not appended. */
  law: z.string(),
  /** Heading of the appendix. */
  title: z.string(),
  note: z.string().optional(),
  articles: z.array(z.strictObject({ number: z.string(), text: z.string() })),
});
export type StatuteTable = z.output<typeof StatuteTable>;

// "Article 26" must not be found in "Article 264" or "Article 26A", nor 第二十六条 in 第二十六条之一.
const continuesNumber = (following: string) =>
  /^(?:之[一二三四五六七八九十]|\d|[A-Z](?![a-z]))/.test(following);

/** The law that a citation names: 《…》 before the article in its sentence, "of the … Act" after it. */
function lawOfCitation(preceding: string, following: string): string | undefined {
  return (
    /《([^《》\n]{1,40})》[^《》。；\n]*$/.exec(preceding.slice(-120))?.[1] ??
    /^[^.;\n]{0,60}?\bof the ([A-Z][A-Za-z ]{2,60}?(?:Act|Code|Law))\b/.exec(
      following.slice(0, 140),
    )?.[1]
  );
}

function cites(text: string, number: string, law: string): boolean {
  for (let index = text.indexOf(number); index >= 0; index = text.indexOf(number, index + 1)) {
    const end = index + number.length;
    const following = text.slice(end, end + 200);
    const citedLaw = lawOfCitation(text.slice(Math.max(0, index - 200), index), following);
    if (!continuesNumber(following) && (citedLaw === undefined || citedLaw.includes(law)))
      return true;
  }
  return false;
}

/** The text and, under a heading, each article it cites; only the text if it cites none or there is no table. */
export function citeStatutes(text: string, table: StatuteTable | undefined): string {
  const citedArticles =
    table?.articles.filter(({ number }) => cites(text, number, table.law)) ?? [];
  if (!table || citedArticles.length === 0) return text;
  const space = table.language === "zh" ? "　" : " ";
  return [
    text,
    `\n\n## ${table.title}\n`,
    ...citedArticles.map(({ number, text: articleText }) => `\n${number}${space}${articleText}`),
  ].join("");
}
