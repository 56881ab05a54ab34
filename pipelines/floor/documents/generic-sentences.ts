// Sentences for a fact whose schema has no statements for it: plain shapes by what kind of thing the fact is.

import { pluralLabelEn, withoutTitleEn } from "../questions/label-phrases.en.ts";
import type { LeafType } from "../../../schemas/rageval/schema.ts";

interface Shapes {
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

const THING: Shapes = {
  zh: [
    "{subject}的{label}为{value}。",
    "{subject}的{label}是{value}。",
    "就{label}而言，{subject}为{value}。",
    "{value}是{subject}的{label}。",
  ],
  en: [
    "The {label} of {subject} {is} {value}.",
    "As {label}, {subject} has {value} on record.",
    "For {subject}, the {label} {is} given as {value}.",
    "{value} {is} the {label} of {subject}.",
  ],
};

const SHAPES: Readonly<Record<LeafType, Shapes>> = {
  person: {
    zh: [
      "{subject}的{label}是{value}。",
      "{subject}的{label}为{value}。",
      "{value}是{subject}的{label}。",
    ],
    en: [
      "The {label} of {subject} is {value}.",
      "{value} is the {label} of {subject}.",
      "For {subject}, {value} is named as {label}.",
    ],
  },
  organisation: THING,
  place: {
    zh: [
      "{subject}的{label}为{value}。",
      "{subject}的{label}是{value}。",
      "{label}一项，{subject}载明为{value}。",
    ],
    en: [
      "The {label} of {subject} is {value}.",
      "For {subject}, the {label} is given as {value}.",
      "As {label}, {subject} names {value}.",
    ],
  },
  date: {
    zh: [
      "{subject}的{label}为{value}。",
      "{subject}的{label}是{value}。",
      "按记载，{subject}的{label}为{value}。",
      "{value}是{subject}的{label}。",
    ],
    en: [
      "The {label} of {subject} is {value}.",
      "{value} is the {label} of {subject}.",
      "For {subject}, the {label} is recorded as {value}.",
    ],
  },
  number: {
    zh: [
      "{subject}的{label}为{value}。",
      "{subject}的{label}是{value}。",
      "经统计，{subject}的{label}为{value}。",
      "{label}方面，{subject}为{value}。",
    ],
    en: [
      "The {label} of {subject} {is} {value}.",
      "For {subject}, the {label} {is} put at {value}.",
      "{subject} has a figure of {value} for {label}.",
    ],
  },
  money: {
    zh: [
      "{subject}的{label}为{value}。",
      "{subject}的{label}共计{value}。",
      "{label}方面，{subject}为{value}。",
      "按账面记载，{subject}的{label}为{value}。",
    ],
    en: [
      "The {label} of {subject} {is} {value}.",
      "For {subject}, the {label} {comes} to {value}.",
      "The {label} of {subject} {amounts} to {value}.",
    ],
  },
  choice: THING,
  text: {
    zh: [
      "{subject}的{label}为{value}。",
      "关于{label}，{subject}的情况是：{value}。",
      "{subject}的{label}：{value}。",
    ],
    en: [
      "The {label} of {subject} {is} {value}.",
      "On the {label} of {subject}, the record states: {value}.",
      "For {subject}, the {label} {is} as follows: {value}.",
    ],
  },
};

const LONG: Shapes = {
  zh: [
    "{subject}的{label}如下：{value}。",
    "关于{label}，{subject}的情况是：{value}。",
    "{subject}的{label}：{value}。",
  ],
  en: [
    "The {label} of {subject} {is} as follows: {value}.",
    "On the {label} of {subject}, the record states: {value}.",
    "{subject}, {label}: {value}.",
  ],
};

/** Whether a value is a clause of its own rather than a phrase that fits after "is". */
export const isClause = (value: string, language: "zh" | "en"): boolean =>
  language === "zh"
    ? /[。；，]/.test(value) || value.length > 24
    : /[.;]\s/.test(value) || value.split(" ").length > 12;

const isPlural = (label: string) =>
  /(?:[^sui]s|people)$/i.test(label.split(/ of | in | for /)[0] ?? label);

/** For one of several: "the judge is" would leave no room for the others. */
const ELEMENT: Shapes = {
  zh: [
    "{subject}的{label}之一是{value}。",
    "{value}是{subject}的{label}之一。",
    "{subject}的{label}中有{value}。",
  ],
  en: [
    "One of the {label} of {subject} is {value}.",
    "{value} is one of the {label} of {subject}.",
    "Among the {label} of {subject} is {value}.",
  ],
};

/** The shapes that suit a fact, its label put in; {subject} and {value} are left to the writer. */
export function genericStatements(
  {
    path,
    label: given,
    type,
    value,
  }: { path: string; label: string; type: LeafType; value: string },
  language: "zh" | "en",
): string[] {
  const isElement = /\/\d+$/.test(path) && !isClause(value, language);
  const bare = language === "en" ? withoutTitleEn(given) : given;
  const label = isElement && language === "en" ? pluralLabelEn(bare) : bare;
  const shapes = isElement
    ? ELEMENT[language]
    : (isClause(value, language) && (type === "text" || type === "choice") ? LONG : SHAPES[type])[
        language
      ];
  const plural = isPlural(label);
  const forms: Readonly<Record<string, string>> = {
    is: plural ? "are" : "is",
    comes: plural ? "come" : "comes",
    amounts: plural ? "amount" : "amounts",
    label,
  };
  return shapes.map(shape =>
    shape.replace(/\{(is|comes|amounts|label)\}/g, (_, name: string) => forms[name] ?? ""),
  );
}
