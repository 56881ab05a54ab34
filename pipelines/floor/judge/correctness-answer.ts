// A mark from 1 to 5: how many of the reference's clauses an answer says, and whether it says otherwise on any.

import { correctnessPrompt } from "../../../schemas/evaluation/prompts.ts";
import { answers } from "../answerer.ts";
import { judgeClaims } from "./claim-verdict.ts";
import { isCannotAnswer } from "./declining.ts";
import { clausesIn, readAnswer, shareIn, valuesAndUnits } from "./read-answer.ts";

/** From this share of the clauses on: 4 and 3. */
const MOST = 0.75;
const PART = 0.4;
/** Without any whole clause: from this share of the reference's words on it is on the subject. */
const ON_SUBJECT = 0.3;

const reasons = {
  zh: (all: number, said: number, wrong: number) =>
    `参考答案有${all}处说法，回答说到${said}处，说错${wrong}处。`,
  en: (all: number, said: number, wrong: number) =>
    `Of ${all} statements of the reference the answer says ${said} and contradicts ${wrong}.`,
};

interface Counted {
  readonly all: number;
  readonly said: number;
  readonly wrong: number;
  /** Of the reference's words, those the answer has. */
  readonly shared: number;
}

/** Something wrong keeps an answer below a pass. */
function scoreOf({ all, said, wrong, shared }: Counted): number {
  if (said === 0) return shared >= ON_SUBJECT ? 2 : 1;
  const share = said / all;
  if (wrong > 0) return share >= PART ? 3 : 2;
  if (share === 1) return 5;
  return share >= MOST ? 4 : share >= PART ? 3 : 2;
}

export const correctnessAnswerer = answers(
  correctnessPrompt,
  ({ question, answer, reference }, { language }) => {
    const read = readAnswer(answer, language);
    const clauses = clausesIn(reference, language);
    const claims = clauses.length > 0 ? clauses : [reference];
    const verdicts = judgeClaims(claims, { question, answer: read, language }).map(
      ({ verdict }) => verdict,
    );
    const said = verdicts.filter(verdict => verdict === "covered").length;
    const wrong = verdicts.filter(verdict => verdict === "contradicted").length;
    const shared = shareIn(
      valuesAndUnits(reference, language).units,
      new Set(read.parts.flatMap(part => [...part.units])),
    );
    // One of the two says that there is no answer, the other does not.
    const unanswered = isCannotAnswer(reference, language) ? said === 0 : read.parts.length === 0;
    return {
      reason: reasons[language](claims.length, said, wrong),
      score: unanswered ? 1 : scoreOf({ all: claims.length, said, wrong, shared }),
    };
  },
);
