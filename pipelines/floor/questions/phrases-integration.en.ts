// English wordings that ask for facts of two documents together.

/** {first} and {second}: the subjects; {x} and {y}: "the industry of Foo" and "the industry of Bar". */
export const integrationQuestionsEn = {
  same: [
    "What {was} the {label} for each of these: {first} and {second}?",
    "State the {label} for {first} and for {second}.",
    "For {first} and for {second}, what {was} the {label} in each case?",
    "What {was} {x}, and what {was} {y}?",
    "Taking {first} and {second} together, what {was} the {label} of each?",
    "Give both {x} and {y}.",
    "What do we know about the {label} of {first} and about that of {second}?",
    "Looking at {first} and {second}, what is the {label} given for each?",
  ],
  different: [
    "{askX}, and {askY}?",
    "Tell me {x} as well as {y}.",
    "Give both {x} and {y}.",
    "Taking {first} and {second} together: {askX}, and {askY}?",
    "Two details are wanted: {x}, and {y}. What are they?",
    "From the documents on {first} and {second}: {askX}, and {askY}?",
  ],
} as const;

/** A question as a part of a longer one, by what is asked for; it starts in lower case. */
export const askClausesEn = {
  person: "who {was} {item}",
  organisation: "which organisation {was} {item}",
  money: "how much {was} {item}",
  event: "when did {eventItem} take place",
  other: "what {was} {item}",
} as const;
