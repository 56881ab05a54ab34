// An article's event in one line: when, who, what; and the single events of a summary, each to be searched for.

import type { NewsSentence } from "./article-reading.ts";
import { dayInWords } from "./calendar-days.ts";
import { clausesOf, hasNamedSubject, isOpenEnded, tellsAnAct } from "./clauses-zh.ts";
import { isNamed, readClause, withinSentence } from "./clauses-en.ts";
import { hasFullDay, isVagueInTime } from "./explicit-days.ts";
import { findNames, type FoundName } from "./news-names.ts";

type Language = "zh" | "en";

const LENGTHS = { zh: { least: 12, most: 60 }, en: { least: 6, most: 30 } };
const lengthOf = (text: string, language: Language): number => (language === "zh" ? text.length : text.split(" ").length);
const fits = (text: string, language: Language): boolean => lengthOf(text, language) >= LENGTHS[language].least && lengthOf(text, language) <= LENGTHS[language].most;

/** The opening clauses of a Chinese sentence: as many as say who did what, within the length. */
function openingZh(sentence: string): string | undefined {
  const text = sentence.replace(/[。；]$/, "");
  const clauses = clausesOf(text);
  const named = clauses.findIndex(({ start, end }) => hasNamedSubject(text.slice(start, end)));
  if (named < 0) return undefined;
  // A subject is followed by what it did, in its own clause or in the next.
  const from = named === 1 && isTime(text.slice(0, clauses[0]?.end)) ? 0 : (clauses[named]?.start ?? 0);
  const ended = clauses.slice(named, named + 3).filter(({ start, end }) => !isOpenEnded(text.slice(start, end)));
  const told = ended
    .map(({ end }) => text.slice(from, end).trim())
    .filter(part => fits(part, "zh") && balanced(part) && !OPEN_END.test(part) && tellsAnAct(part) && saysWhat(part));
  return told.find(part => part.length >= 18) ?? told[0];
}

const OPEN_END =
  /[、：:]$|(?:消息|一案|报道|说道|的行为|之势|发现|宣布|提到|回答|(?:举行|召开)新闻发布会|发布(?:司法解释|公告|[^，]{0,6}(?:通报|声明|消息))|时许?|出席|参加活动|进行)$|[该其](?!中|他)|前者|后者|[:：]|——|成立于|记者|IT之家|此前|早前|^.{2,24}[也还曾]|[^，]{2,}(?:通过|因(?!此)|由于|为了)[^，]*$/;

const isTime = (clause: string): boolean => hasFullDay(clause, "zh") || /^\s*[在于自]?\d{4} ?年[^，]{0,14}$/.test(clause);

/** What somebody says is told only by a verb of its own. */
function saysWhat(part: string): boolean {
  const said = /(?:表示|指出|认为|强调|称|说)[，：](.+)$/u.exec(part)?.[1];
  return said === undefined || tellsAnAct(said, true);
}

const balanced = (text: string): boolean => (text.match(/[“《（(]/g)?.length ?? 0) === (text.match(/[”》）)]/g)?.length ?? 0);

/** The first clause of an English sentence, where its subject and verb are certain. */
function openingEn(sentence: string): string | undefined {
  const clause = readClause(sentence);
  if (clause === undefined) return undefined;
  const { lead, subject, told, rest } = clause;
  const text = `${lead === "" ? subject : `${lead}, ${withinSentence(subject)}`} ${told} ${rest}`.trim();
  return fits(text, "en") && isNamed(`${subject} ${rest}`) ? text : undefined;
}

const opening = (sentence: string, language: Language): string | undefined => (language === "zh" ? openingZh(sentence) : openingEn(sentence));

const CLICKBAIT = /[！!？?…|｜丨#]|\.{3}|竟|曝|惊|！|怎么|为什么|如何|^\S{0,5}[:：]/;

/** A headline that names somebody and states what happened. */
const isPlain = (headline: string, language: Language): boolean =>
  !CLICKBAIT.test(headline) && fits(headline, language) && findNames(headline, language).length > 0 && (language === "zh" || readClause(headline) !== undefined);

function dated(event: string, published: string | null, language: Language): string {
  if (published === null || hasFullDay(event, language)) return event;
  const day = dayInWords(published, language);
  return language === "zh" ? `据${day}的报道，${event}` : `${event}, according to a report of ${day}`;
}

const stopped = (text: string, language: Language): string => text.replace(/[。.，,；;、\s]+$/, "") + (language === "zh" ? "。" : ".");

/** The event of an article, from its headline or from the first of its leading sentences that names who did what. */
export function eventLine(
  sentences: readonly NewsSentence[],
  { headline, published, language }: { headline: string | null; published: string | null; language: Language },
): string | undefined {
  const leading = sentences.filter(({ boilerplate, quoted, leans }) => !boilerplate && !quoted && !leans).slice(0, 4);
  const openings = leading.map(({ text }) => opening(text, language)).filter(text => text === undefined || !isVagueInTime(text, language));
  const title = headline !== null && isPlain(headline, language) ? headline.trim() : undefined;
  // What gives its day is the event; without a day only the very beginning surely is.
  const event = openings.find(text => text !== undefined && hasFullDay(text, language)) ?? title ?? openings.slice(0, 2).find(text => text !== undefined);
  // An event without any day may be of any time.
  if (event === undefined || (published === null && !hasFullDay(event, language))) return undefined;
  return stopped(dated(event, published, language), language);
}

/** The name that most sentences share. */
function mainName(sentences: readonly NewsSentence[]): string | undefined {
  const counts = new Map<string, number>();
  const named = sentences.flatMap(({ names }) => [...new Set(names.filter(isShort).map(({ text }) => text))]);
  for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
}

// A long run of words is seldom a name, and what is no person, place or organisation seldom the one an article is about.
const isShort = ({ kind, text }: FoundName): boolean => kind !== "title" && (/^[A-Z]/.test(text) || (kind !== "other" && text.length <= 12));

const LONGEST = { zh: 50, en: 25 };

/** A sentence's opening, cut at a clause, with the article's main name before it where it names nobody. */
function queryOf({ text, names }: NewsSentence, main: string | undefined, language: Language): string {
  const whole = text.replace(/[。.；;]$/, "");
  const parts =
    language === "zh"
      ? clausesOf(whole).map(({ end }) => whole.slice(0, end))
      : whole.split(/(?<=,)\s/).map((_, at, all) =>
          all
            .slice(0, at + 1)
            .join(" ")
            .replace(/,$/, ""),
        );
  const short = parts.filter(part => lengthOf(part, language) <= LONGEST[language]).at(-1) ?? parts[0] ?? whole;
  const cut = language === "zh" ? short.slice(0, LONGEST.zh) : short.split(" ").slice(0, LONGEST.en).join(" ");
  return main === undefined || names.some(name => cut.includes(name.text)) ? cut : `${main} ${cut}`;
}

/** At most six search queries, one for each sentence of the summary and the next best of the article. */
export function singleEvents(chosen: readonly NewsSentence[], all: readonly NewsSentence[], language: Language): string[] {
  const main = mainName(all);
  const others = all.filter(sentence => !chosen.includes(sentence) && !sentence.boilerplate && !sentence.quoted && !sentence.leans && sentence.names.length > 0);
  const queries = [...chosen, ...others].map(sentence => queryOf(sentence, main, language).trim()).filter(query => lengthOf(query, language) >= (language === "zh" ? 8 : 4));
  return [...new Set(queries)].slice(0, 6);
}
