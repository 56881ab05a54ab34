// English wordings of questions that need two facts of one document, and of their answers.

/**
 * Dates: {a} and {b} are what the dates mark ("the arrest"), {a} the earlier; {unit}: "days" or "months".
 * Age: {who} is the person whose date of birth {a} is. Amounts: {a} and {b} are "the revenue" and "the net profit", {a} the larger. {source}, {in} ("at Foo") name the subject.
 */
export const multiHopQuestionsEn = {
  apart: [
    "How many {unit} lie between {a} and {b} {in}?",
    "According to {source}, how many {unit} passed from {a} to {b}?",
    "In {source}, how many {unit} after {a} does {b} come?",
    "How long, in {unit}, was it from {a} to {b} {in}?",
    "Going by the dates in {source}, how many {unit} later than {a} was {b}?",
    "By how many {unit} does {b} follow {a} in {source}?",
  ],
  order: [
    "Which was earlier {in}, {x} or {y}, and by how many {unit}?",
    "According to {source}, did {x} come before or after {y}, and how many {unit} lie between them?",
    "Going by the dates in {source}, which is earlier, {x} or {y}, and how many {unit} separate them?",
    "In {source}, was {x} earlier or later than {y}, and by how many {unit}?",
    "Put {x} and {y} {in} in order of time: which is earlier, and by how many {unit}?",
  ],
  age: [
    "How old was {who} at the time of {b} {in}?",
    "According to {source}, what age had {who} reached by {b}?",
    "Going by the dates in {source}, how many years old was {who} at {b}?",
    "What was the age of {who} at the time of {b}, as follows from {source}?",
    "Judging by {source}, how old was {who} at {b}?",
  ],
  difference: [
    "By how much {does} {a} exceed {b} {in}?",
    "According to {source}, how much larger than {b} {is} {a}?",
    "What is the difference between {a} and {b} given in {source}?",
    "If {b} is taken from {a} in {source}, what is left?",
    "How far apart are {a} and {b} in {source}?",
  ],
  ratio: [
    "What percentage of {a} {does} {b} come to {in}?",
    "According to {source}, how large {is} {b} as a percentage of {a}?",
    "Expressed as a percentage of {a}, what {is} {b} {in}?",
    "To what percentage of {a} {does} {b} in {source} correspond?",
    "Taking {a} in {source} as 100 per cent, what percentage {is} {b}?",
  ],
} as const;

export const multiHopAnswersEn = {
  apart: [
    "{source} gives {labelA} as {valueA}; {labelB} is {valueB}; {a} and {b} are {result} apart.",
    "{labelA} {in} is {valueA}; {labelB} is {valueB}; from {a} to {b} it is {result}.",
  ],
  order: [
    "{source} gives {labelA} as {valueA}; {labelB} is {valueB}; {a} is therefore earlier than {b}, by {result}.",
  ],
  age: [
    "{source} gives {labelA} as {valueA}; {labelB} is {valueB}; at {b}, {who} was therefore {result} old.",
    "{labelA} {in} is {valueA}; {labelB} is {valueB}; {who} was {result} old at {b}.",
  ],
  difference: [
    "{source} puts {a} at {valueA}; {b} {is} {valueB}; the difference between {a} and {b} is {result}.",
    "{a} {in} {isA} {valueA}; {b} {is} {valueB}; {a} and {b} differ by {result}.",
  ],
  ratio: [
    "{source} puts {a} at {valueA}; {b} {is} {valueB}; {b} {is} {result} of {a}.",
    "{a} {in} {isA} {valueA}; {b} {is} {valueB}; {b} {comes} to {result} of {a}.",
  ],
} as const;

export type EventClue = "date" | "name" | "amount" | "matter";

/** How something that happened is named by one of its facts, without saying what it was. */
export const eventCluesEn: Readonly<Record<EventClue, readonly string[]>> = {
  date: [
    "the event dated {value} in {source}",
    "the event that {source} dates to {value}",
    "what {source} reports for {value}",
  ],
  name: [
    "the event in {source} that involves {value}",
    "the event in {source} in which {value} plays a part",
  ],
  amount: [
    "the event in {source} that involves {value}",
    "the event for which {source} states {value}",
  ],
  matter: [
    "the event in {source} that has to do with {value}",
    "the event in {source} that concerns {value}",
  ],
};

export type EventAsked = "money" | "date" | "organisation" | "person";

/** What is then asked of it; {event} is one of the clues above. */
export const eventQuestionsEn: Readonly<Record<EventAsked, readonly string[]>> = {
  money: [
    "What amount of money goes with {event}?",
    "How much money was involved in {event}?",
    "What sum of money is stated for {event}?",
    "Consider {event}: how much money was involved?",
  ],
  date: [
    "What is the date of {event}?",
    "On what date did {event} take place?",
    "Consider {event}: what is its date?",
    "What date is given for {event}?",
  ],
  organisation: [
    "Which organisation is named in connection with {event}?",
    "Consider {event}: which organisation was involved?",
    "Which organisation is connected with {event}?",
    "What organisation had a part in {event}?",
  ],
  person: [
    "Who is named in connection with {event}?",
    "Consider {event}: who was involved?",
    "Which person is connected with {event}?",
    "Who had a part in {event}?",
  ],
};

export const eventAnswersEn: readonly string[] = [
  "{source} gives the {label} as {clue}; the {askedLabel} {was} {value}.",
  "In {source}, the {label} {isClue} {clue}; the {askedLabel} {was} {value}.",
];
