// How many wordings the questions have, and whether they read whole.

import { expect, test } from "vitest";
import type { PlannedFact, questionPrompts } from "../../schemas/rageval/prompts.ts";
import { languageOf } from "../../pipelines/text/language.ts";
import { maskValues } from "../../pipelines/text/similarity.ts";
import { askFor, companies, type Language } from "./planned-facts.ts";

type Type = keyof typeof questionPrompts;

/** Questions of all types over all facts and pairs of facts, in turn. */
function askMany(language: Language, count: number): string[] {
  const [a = [], b = [], c = []] = companies[language];
  const groups = a.flatMap((fact, at): [Type, PlannedFact[]][] => {
    const [other, third, next] = [b[at]!, c[at]!, a[(at + 1) % a.length]!];
    return [
      ["factual", [fact]],
      ["unanswerable", [other]],
      ["multi-hop", [fact, next]],
      ["integration", [fact, other]],
      ["comparison", [fact, other]],
      ["time-sequence", [fact, other, third]],
      ["summary", [...a.slice(at), ...a.slice(0, at)].slice(0, 5)],
    ];
  });
  const questions: string[] = [];
  for (let seed = 0; questions.length < count; seed++) {
    for (const [type, facts] of groups) {
      const { declined, question } = askFor(type, language, facts, seed);
      if (declined === null) questions.push(question);
    }
  }
  return questions.slice(0, count);
}

test.each<Language>(["en", "zh"])(
  "400 questions (%s) have at least 160 wordings, none above five per cent",
  language => {
    const questions = askMany(language, 400);
    const counts = new Map<string, number>();
    for (const question of questions) {
      const wording = maskValues(
        question,
        language,
        companies[language].map(facts => facts[0]!.document),
      );
      counts.set(wording, (counts.get(wording) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThanOrEqual(160);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(20);
  },
);

test.each<Language>(["en", "zh"])(
  "no question (%s) has an open slot, a doubled stop, a doubled article or the other language",
  language => {
    for (const question of askMany(language, 400)) {
      expect(question).not.toMatch(/[{}]|undefined|\.\.|。。|？？|\b(the|of|a) \1\b| {2}|的的/i);
      expect(languageOf(question)).toBe(language);
      expect(question).toMatch(language === "zh" ? /[？。]$/ : /^[A-Z].*[?.]$/);
    }
  },
);
