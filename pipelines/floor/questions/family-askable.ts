// What can be asked about a family by construction: the threads with clear values, and their wording.

import type { FamilyDocument, FamilyFact } from "../../../schemas/questions/families/prompts.ts";
import type { ScenarioSchema } from "../../../schemas/rageval/schema.ts";
import { leafAt } from "../../../schemas/rageval/paths.ts";
import type { FamilyCandidateReply } from "../../../schemas/questions/families/prompts.ts";
import { countOf } from "../../engine/grouping.ts";
import { type FamilyFacts, type Thread, threadsOf } from "../../text/family-facts.ts";
import { fold } from "../../text/fold.ts";
import { statesValue } from "../../text/stated-value.ts";
import { isClause } from "./askable-facts.ts";
import { type Language, type Wording, wordingOf } from "./family-wording.ts";

/** A question about a family that is correct by construction. */
export interface FamilyConstruction
  extends Pick<FamilyCandidateReply, "question" | "answer" | "wrong">,
    Partial<Pick<FamilyCandidateReply, "asOf" | "members">> {
  /** The facts its answer rests on. */
  readonly facts: readonly FamilyFact[];
  /** How results that no sentence states are computed; none if absent. */
  readonly derivations?: FamilyCandidateReply["derivations"];
}

export interface AskableFamily extends FamilyFacts {
  readonly wording: Wording;
  /** Subject of the family's own documents. */
  readonly subject: string;
  /** Single values with a unique label, each in a sentence that states it. */
  readonly threads: readonly Thread[];
}

interface FamilyInSchema {
  readonly family: FamilyFacts;
  readonly schema: ScenarioSchema;
  readonly language: Language;
}

/** Facts reduced to the sentences that state their value, so that whatever rests on them can be checked. */
function provableFacts({ documents, facts }: FamilyFacts, language: Language): FamilyFact[] {
  const texts = new Map(
    documents.flatMap(({ sentences }) => sentences.map(({ number, text }) => [number, text])),
  );
  const subjectOf = (number: number) => documents[number - 1]?.subject ?? "";
  return facts
    .map(fact => ({
      ...fact,
      sentences: fact.sentences.filter(number =>
        statesValue(texts.get(number) ?? "", fact.value, language),
      ),
    }))
    .filter(
      ({ sentences, value, document }) =>
        sentences.length > 0 && isClause(value, subjectOf(document)),
    );
}

const isOwn = ({ isTwin }: FamilyDocument): boolean => !isTwin;

export function askableFamily({ family, schema, language }: FamilyInSchema): AskableFamily {
  const { documents } = family;
  const facts = provableFacts(family, language);
  const familyFacts = { documents, facts };
  const allThreads = threadsOf(familyFacts);
  const labels = countOf(allThreads.map(({ label }) => fold(label)));
  const threads = allThreads.filter(({ path, label }) => {
    const leaf = leafAt(schema, path);
    // With two options, a guess is right half the time; an element of a list shares its label with others.
    return leaf && !leaf.many && leaf.options?.length !== 2 && labels.get(fold(label)) === 1;
  });
  const subject = documents.find(isOwn)?.subject ?? "";
  return { documents, facts, wording: wordingOf(schema.scenario, language), subject, threads };
}
