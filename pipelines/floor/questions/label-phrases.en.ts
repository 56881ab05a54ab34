// English noun phrases from a fact's label: alone, with its subject, what happened, what is counted.

import { domainWordsEn } from "./phrases-domain.en.ts";
import { lowerFirst } from "./phrase.ts";

const generic =
  /^(?:full )?(?:name|date|time|value|amount|content|description|details?|remarks?|notes?|item|title|event|result)$/i;

/** The label as it stands after an article: "Date of the arrest" → "date of the arrest". */
export const bareLabelEn = (label: string): string =>
  lowerFirst(withoutTitleEn(label.trim().replace(/^(?:an?|the)\s+/i, "")));

/** "CRIMINAL JUDGMENT judge" → "judge": a title in capitals that a label stood under is no part of its name; "PATIENT name" → "patient name". */
export function withoutTitleEn(label: string): string {
  const [title, rest] = [
    /^(?:[A-Z][A-Z'’-]+ )*[A-Z][A-Z'’-]* (?=\p{L}*\p{Ll})/u.exec(label)?.[0],
    label.replace(/^(?:[A-Z][A-Z'’-]+ )+/, ""),
  ];
  if (title === undefined || !/[A-Z]{6}/.test(title)) return label;
  return title.trim().includes(" ") && !generic.test(rest) ? rest : `${title.toLowerCase()}${rest}`;
}

/** Of several: "judge" → "judges", "line of business" → "lines of business"; what has a plural already stays. */
export function pluralLabelEn(label: string): string {
  const head = headEn(label);
  if (isPluralEn(label) || UNCOUNTED.test(head)) return label;
  const many = /(?:s|x|z|ch|sh)$/i.test(head)
    ? `${head}es`
    : /[^aeiou]y$/i.test(head)
      ? `${head.slice(0, -1)}ies`
      : `${head}s`;
  return many + label.slice(head.length);
}

const UNCOUNTED =
  /(?:people|children|men|women|evidence|information|equipment|staff|advice|property|conduct|treatment|history|medication|personnel|news|series|basis|diagnosis)$/i;

const PREPOSITION =
  /\s(?:of|in|for|by|at|on|from|to|with|during|against|per|under|after|before|among|between|as|upon)\s/i;
const SINGULAR_S = /(?:ss|us|is|news|series|diabetes|rabies|herpes|measles|means|access)$/i;

/** The words before the first preposition: "cost" of "cost of the stay". */
export const headEn = (label: string): string => label.split(PREPOSITION)[0]?.trim() ?? label;

/** Whether "was" or "were" follows: told by the noun before the first preposition. */
export function isPluralEn(label: string): boolean {
  const head = headEn(label).split(/\s+/).at(-1) ?? "";
  return /[a-z]s$/i.test(head) && !/['’]s$/.test(head) && !SINGULAR_S.test(head);
}

const PARTICIPLE =
  /(?:\w{3,}ed|sold|paid|made|held|taken|given|bought|spent|lost|stolen)(?: of)?$/i;
/** Of these "of Foo" would say that Foo suffered them. */
const DEED = /\b(?:acquisition|takeover|purchase|disposal|investment|sale|donation)s?$/i;

/** "the revenue of Foo", "Foo's revenue", "the chair of the board at Foo", "the stake acquired by Foo". */
export function itemEn({
  label,
  subject,
  domain,
  draw,
}: {
  label: string;
  subject: string;
  domain: string;
  draw: (n: number) => number;
}): string {
  const { at, by, of } = domainWordsEn(domain);
  if (PARTICIPLE.test(label) || DEED.test(label)) return `the ${label} ${by} ${subject}`;
  if (PREPOSITION.test(label) || /['’]/.test(label)) return `the ${label} ${at} ${subject}`;
  return isShortName(subject) && draw(2) === 0
    ? `${possessiveEn(subject)} ${label}`
    : `the ${label} ${of} ${subject}`;
}

/** A name that can carry an 's: few words, no preposition or comma in it. */
const isShortName = (subject: string): boolean =>
  subject.split(/\s+/).length <= 4 &&
  !/,/.test(subject) &&
  !PREPOSITION.test(subject) &&
  !/^(?:an?|the)\s/i.test(subject);

const possessiveEn = (subject: string): string =>
  /s$/i.test(subject) ? `${subject}'` : `${subject}'s`;

const NO_EVENT =
  /\b(?:report|diagnosis|onset|record|judge?ment|verdict|document|contract|birth|expiry|validity|period|year|filing|certificate|opinion|indictment|offence)\b/i;
const NOMINAL =
  /(?:ment|tion|sion|ing|sis|arrest|discharge|surgery|hearing|trial|merger|launch|visit|purchase|sale|meeting|death|transfer)$/i;

/** What a date label dates: "date of the arrest" → "arrest", "listing date" → "listing"; undefined for "effective date". */
export function eventEn(label: string): string | undefined {
  if (NO_EVENT.test(label)) return undefined;
  const after = /^(?:date|day|time|date and time) of (?:the )?(.+)$/i.exec(label)?.[1];
  const before = /^(.+) date$/i.exec(label)?.[1];
  return after ?? (before !== undefined && NOMINAL.test(before) ? before : undefined);
}

/** What a number counts: "number of independent directors" → "independent directors"; undefined for a measure. */
export function thingsEn(label: string): string | undefined {
  const things =
    /^(?:total )?(?:number|count) of ((?:[\w-]+ ){0,2}(?:[\w-]+s|children|people))$/i.exec(
      label,
    )?.[1];
  return things !== undefined &&
    (isPluralEn(things) || /(?:children|people)$/i.test(things)) &&
    !/^(?:days|months|years|hours|weeks)\b/i.test(things)
    ? things
    : undefined;
}
