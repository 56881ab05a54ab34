// English wordings that ask in what order dated things happened.

/** {subjects}: "Foo, Bar and Baz" compared by one {label}; {items}: "the listing of Foo, the founding of Bar …". */
export const sequenceQuestionsEn = {
  same: [
    "Arrange {subjects} by the {label}, from the earliest to the latest.",
    "Sorted by the {label}, in what order do {subjects} come?",
    "Put {subjects} in order of the {label}, earliest first.",
    "Which has the earliest {label}, and how do the others follow: {subjects}?",
    "In order of the {label}, how do {subjects} follow one another?",
    "By the {label}, what is the chronological order of {subjects}?",
  ],
  mixed: [
    "Arrange the following in order of time: {items}.",
    "In what order of time do these come: {items}?",
    "What is the chronological order of {items}?",
    "Which of these is the earliest, and how do the others follow: {items}?",
    "List in order of date, beginning with the earliest: {items}.",
    "Going by their dates, in what order do {items} follow one another?",
  ],
  single: [
    "According to {source}, what is the chronological order of {items}?",
    "In {source}, which of these is dated earliest, and how do the others follow: {items}?",
    "Going by the dates in {source}, arrange {items} in order of time.",
    "In what order, according to {source}, do {items} follow one another?",
    "Put in order of time what {source} dates: {items}.",
  ],
} as const;

export const sequenceAnswersEn: readonly string[] = [
  "From the earliest to the latest, the order is {order}.",
  "In order of time: {order}.",
];
