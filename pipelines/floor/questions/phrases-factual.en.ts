// English wordings that ask for one fact and state one fact, by what kind of thing is asked for.

import type { AskedGroup } from "./asked-fact.ts";

/**
 * {item}: "the revenue of Foo"; {label}: "revenue"; {source}: "the annual report of Foo"; {kind}: "annual report";
 * {event} and {eventItem}: what happened, alone and with the subject; {things}: what is counted; {was}: was or were.
 */
export const factualQuestionsEn: Readonly<Record<AskedGroup, readonly string[]>> = {
  person: [
    "Who {was} {item}?",
    "According to {source}, who {was} the {label}?",
    "Whom does {source} name as {label}?",
    "Who is named as {item}?",
    "Who, according to the {kind}, {was} {item}?",
    "Can you tell me who {item} {was}?",
    "What name does {source} give for the {label}?",
    "In {source}, who appears as {label}?",
    "I would like to know who {item} {was}.",
    "Going by {source}, who {was} the {label}?",
  ],
  organisation: [
    "Which organisation {was} {item}?",
    "According to {source}, which organisation {was} the {label}?",
    "Which organisation does {source} name as {label}?",
    "What is the name of {item}?",
    "Which organisation is named as {item}?",
    "In {source}, which organisation appears as {label}?",
    "Can you tell me which organisation {item} {was}?",
    "What name does {source} give for the {label}?",
    "Which organisation, according to the {kind}, {was} {item}?",
  ],
  place: [
    "Where {was} {item}?",
    "What {was} {item}?",
    "Which place is given as {item}?",
    "What place does {source} give as the {label}?",
    "Where, according to {source}, {was} the {label}?",
    "According to {source}, what {was} the {label}?",
    "What does {source} state as the {label}?",
    "Can you tell me what {item} {was}?",
    "What is recorded as {item}?",
    "In {source}, what is entered as the {label}?",
  ],
  event: [
    "When did {eventItem} take place?",
    "On what date did {eventItem} take place?",
    "When, according to {source}, did the {event} take place?",
    "What date does {source} give for the {event}?",
    "What date is recorded for {eventItem}?",
    "According to {source}, when did the {event} take place?",
    "Can you tell me when {eventItem} took place?",
    "When is {eventItem} said to have taken place?",
    "What {was} {item}?",
    "In {source}, what date is given for the {event}?",
  ],
  date: [
    "What {was} {item}?",
    "What date is given as {item}?",
    "Which date does {source} give as the {label}?",
    "According to {source}, what {was} the {label}?",
    "What is recorded as {item}?",
    "Can you tell me what {item} {was}?",
    "What does {source} state as the {label}?",
    "In {source}, what is entered as the {label}?",
    "What {was} {item}, going by the {kind}?",
  ],
  money: [
    "How much {was} {item}?",
    "What {was} {item}?",
    "According to {source}, how much {was} the {label}?",
    "What figure does {source} give for the {label}?",
    "What sum is stated for {item}?",
    "What did {item} amount to?",
    "At what figure does {source} put the {label}?",
    "Can you tell me how much {item} {was}?",
    "What amount is given for {item}?",
    "Going by {source}, what {was} the {label}?",
    "How large {was} {item}?",
  ],
  number: [
    "What {was} {item}?",
    "What figure is given for {item}?",
    "According to {source}, what {was} the {label}?",
    "What figure does {source} give for the {label}?",
    "What {was} {item}, according to the {kind}?",
    "What value is recorded for {item}?",
    "At what figure does {source} put the {label}?",
    "Can you tell me what {item} {was}?",
    "What does {source} state as the {label}?",
    "Which figure is stated for {item}?",
  ],
  age: [
    "How old {was} {subject}?",
    "What {was} {item}?",
    "According to the {kind}, how old {was} {subject}?",
    "What age does {source} give?",
    "Going by the {kind}, how old {was} {subject}?",
    "What age is recorded for {subject}?",
    "Can you tell me how old {subject} {was}?",
    "What is stated as {item}?",
  ],
  count: [
    "How many {things} does {source} report?",
    "According to {source}, how many {things} were there?",
    "How many {things} are reported in {source}?",
    "What {was} {item}?",
    "How many {things} are stated in {source}?",
    "What {was} {item}, going by the {kind}?",
    "Can you tell me what {item} {was}?",
    "What does {source} give as the {label}?",
    "How many {things} does the {kind} give for {subject}?",
  ],
  choice: [
    "What {was} {item}?",
    "What does {source} give as the {label}?",
    "Which {label} is stated for {subject}?",
    "Which {label} does {source} record?",
    "What {label} does {source} state?",
    "According to {source}, what {was} the {label}?",
    "What is recorded as {item}?",
    "Can you tell me what {item} {was}?",
    "In {source}, what is entered as the {label}?",
  ],
  text: [
    "What {was} {item}?",
    "What does {source} say about the {label}?",
    "How does {source} describe the {label}?",
    "What is stated about {item}?",
    "What is recorded as {item}?",
    "According to {source}, what {was} the {label}?",
    "What information does {source} give on the {label}?",
    "What do we learn from {source} about the {label}?",
    "What does {source} name as the {label}?",
    "Can you tell me what {item} {was}?",
  ],
};

/** {on} and {where}: a date and a place with their prepositions. */
export const factualAnswersEn: Readonly<Record<AskedGroup, readonly string[]>> = {
  person: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} names {value} as {label}.",
    "{value} {was} {item}.",
  ],
  organisation: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} names {value} as {label}.",
    "{value} {was} {item}.",
  ],
  place: [
    "{item} {was} {where}.",
    "According to {source}, the {label} {was} {where}.",
    "{source} gives the {label} as {value}.",
  ],
  event: [
    "{eventItem} took place {on}.",
    "According to {source}, the {event} took place {on}.",
    "{source} dates the {event} to {value}.",
  ],
  date: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} gives the {label} as {value}.",
  ],
  money: [
    "{item} {was} {value}.",
    "According to {source}, the {label} came to {value}.",
    "{source} puts the {label} at {value}.",
    "{item} amounted to {value}.",
  ],
  number: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} puts the {label} at {value}.",
    "{source} gives the {label} as {value}.",
  ],
  age: ["{subject} {was} {value} old.", "According to the {kind}, {subject} {was} {value} old."],
  count: [
    "{source} reports {value}.",
    "According to {source}, there were {value}.",
    "There were {value}, according to {source}.",
  ],
  choice: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} gives the {label} as {value}.",
  ],
  text: [
    "{item} {was} {value}.",
    "According to {source}, the {label} {was} {value}.",
    "{source} gives the {label} as {value}.",
  ],
};

/** For a value that is a sentence, or nearly one. */
/** For values that a form's line says of its label: "no known allergies". */
export const quotedAnswersEn: readonly string[] = [
  "{item} {was} recorded as {value}.",
  "{source} records the {label} as {value}.",
  "According to {source}, the {label} {was} recorded as {value}.",
];

export const longAnswersEn: readonly string[] = [
  "On the {label}, {source} states: {value}.",
  "{source} says of the {label}: {value}.",
  "The {label}, as {source} puts it: {value}.",
];

/** Put before a prepared question that opens with a question word; {question} stands in lower case. */
export const questionFramesEn: readonly string[] = [
  "According to the {kind}, {question}",
  "Going by the {kind}, {question}",
  "As the {kind} has it, {question}",
];

/** A question word that a phrase uses, and labels that do not go with it ("where was the address"). */
export const clashesEn: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bwhere\b/i,
    /\b(?:address|place|city|town|location|province|state|county|country|venue|region|domicile|position|site|side)\b/i,
  ],
  [
    /\b(?:how much|how large)\b/i,
    /\b(?:amount|price|value|sum|fee|rate|cost|size|proceeds|worth|margin)\b/i,
  ],
  [/\b(?:amount|sum)\b/i, /\b(?:amount|sum|value|price)\b/i],
  [/\b(?:date|when)\b/i, /\b(?:year|month|period|time)\b/i],
  [/\bdate\b/i, /\bdate\b/i],
  [/\bfigure\b/i, /\b(?:figure|pressure|grade|class)\b/i],
  [/\bvalue\b/i, /\bvalue\b/i],
  [/\bname\b/i, /\bname\b/i],
  [/\bdescribe/i, /\bdescription\b/i],
  [/\bsay\b|\blearn\b/i, /\bstatement\b/i],
];
