// English wordings that compare one kind of fact over several documents.

/**
 * {more} and {most}: "higher" and "highest", {less}: "lower"; {items}: "the revenue of Foo and the revenue of Bar";
 * {x} and {y}: the two in the order asked, as facts ("the revenue of Foo") and {subjectX}, {subjectY} as subjects.
 */
export const comparisonQuestionsEn = {
  amounts: [
    "Which {one} had the {more} {label}, {subjectX} or {subjectY}, and by how much?",
    "Between {subjectX} and {subjectY}, which had the {more} {label}, and how large is the difference?",
    "Compare {x} with {y}: which {is} {more}, and by how much?",
    "By how much do {x} and {y} differ, and which {is} the {more}?",
    "{Is} {x} {more} or {less} than {y}, and what is the difference?",
    "How much {more} or {less} {is} {x} compared with {y}?",
    "Set {x} against {y}: which {is} the {more}, and by what margin?",
    "Of {subjectX} and {subjectY}, which shows the {more} {label}, and what is the gap?",
  ],
  dates: [
    "Which is earlier, {x} or {y}, and how many {unit} lie between them?",
    "How many {unit} separate {x} from {y}, and which is the earlier?",
    "Was {x} earlier or later than {y}, and by how many {unit}?",
    "Which {one} has the earlier {label}, {subjectX} or {subjectY}, and by how many {unit}?",
    "Compare {subjectX} and {subjectY} by the {label}: which is earlier, and how many {unit} apart are they?",
    "By how many {unit} do {x} and {y} differ, and which comes earlier?",
    "Between {subjectX} and {subjectY}, whose {label} is the earlier, and by how many {unit}?",
  ],
  many: [
    "Which of these had the {most} {label}, and what was it: {subjects}?",
    "Among {subjects}, which had the {most} {label}, and what was it?",
    "Compare the {label} of {subjects}: which is {most}?",
    "Of {subjects}, which {one} shows the {most} {label}, and what is the value?",
    "Where is the {label} {most}: {subjects}?",
  ],
} as const;

/** The facts stand before it, each in a clause of its own. */
export const comparisonAnswersEn = {
  amounts: [
    "{subjectA} had the {more} {label}; the difference between {subjectA} and {subjectB} is {result}.",
    "{a} {is} therefore {more}; {subjectA} and {subjectB} differ by {result}.",
  ],
  dates: [
    "{a} is therefore earlier; {subjectA} and {subjectB} lie {result} apart.",
    "{subjectA} has the earlier {label}; the difference between {subjectA} and {subjectB} is {result}.",
  ],
  many: [
    "{subjectA} therefore had the {most} {label}, {value}.",
    "With {value}, {subjectA} has the {most} {label}.",
    "{a} {is} therefore the {most}, {value}.",
  ],
} as const;

export interface Degree {
  readonly more: string;
  readonly less: string;
  readonly most: string;
}

/** What more of it is called, by label; the first that fits. */
export const degreesEn: readonly (readonly [RegExp, Degree])[] = [
  [/\bdate\b|\bdeadline\b|\bday$/, { more: "earlier", less: "later", most: "earliest" }],
  [
    /\b(?:duration|length|stay|term|period|sentence|imprisonment|time|time limit)$/,
    { more: "longer", less: "shorter", most: "longest" },
  ],
  [
    /^(?:total )?(?:number|count|amount|size|area|days|weeks|months|hours)\b/,
    { more: "larger", less: "smaller", most: "largest" },
  ],
  [/\bage\b/, { more: "greater", less: "smaller", most: "greatest" }],
  [/./, { more: "higher", less: "lower", most: "highest" }],
];
