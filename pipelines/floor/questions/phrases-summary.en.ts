// English wordings that ask for everything a document says on one matter.

/** {title}: the section's name, "corporate governance"; {theTitle}: with an article where it takes one; {labels}: "the revenue, the gross margin and the net profit"; {some}: the first of them. */
export const summaryQuestionsEn = {
  titled: [
    "Summarise what {source} says on the subject of {theTitle}.",
    "On the subject of {theTitle}, what does {source} report?",
    "What are the main points of {source} under the heading of {title}?",
    "What are the key facts on {theTitle} in {source}?",
    "Give a short account of {theTitle} as {source} presents it, in particular of {some}.",
    "Under {title}, what does {source} say, for instance about {some}?",
    "Sum up the part of {source} that deals with {theTitle}.",
    "What information on {theTitle}, such as {some}, can be found in {source}?",
    "Please summarise what {source} reports under {title}, including {some}.",
    "Drawing on {source}, write a summary of {theTitle} that covers {some}.",
  ],
  labelled: [
    "Summarise what {source} says about {labels}.",
    "What does {source} say about {labels}?",
    "Give an overview of {labels} in {source}.",
    "Sum up {source} with regard to {labels}.",
    "In a few sentences, what does {source} report on {labels}?",
    "Please summarise {source} as far as {labels} are concerned.",
    "Drawing on {source}, give an account of {labels}.",
    "What can be learned from {source} about {labels}?",
  ],
} as const;

/** How the first sentence of a summary names its subject; {rest} are the facts. */
export const summaryOpeningsEn: readonly string[] = [
  "According to {source}, {rest}",
  "As {source} states, {rest}",
  "In {source}, {rest}",
];
