// What code proves of a chain: the question leads to one document alone, a name in it to the next, and the answer stands there.

import type { FamilyFact } from "../../schemas/questions/families/prompts.ts";
import {
  alsoFitting,
  leadsTo,
  namingValues,
  reachedFrom,
  searchNames,
  standsIn,
  threadsOf,
  twinNumbers,
} from "../text/family-facts.ts";
import { fold } from "../text/fold.ts";
import { daysStated } from "../text/stated-value.ts";
import { answers, type Claim, type Fault, type Proof, states } from "./claim.ts";

interface Chain extends Claim {
  /** The document that the question leads to. */
  readonly start: number;
  /** The others that are cited. */
  readonly further: readonly number[];
}

const asks = (claim: Claim, value: string): boolean =>
  states(claim, claim.candidate.question, value);

/** What the question tells of what a document states. */
const toldOf = (claim: Claim, number: number): FamilyFact[] =>
  claim.family.facts.filter(
    ({ document, value }) => document === number && value.length > 1 && asks(claim, value),
  );

/** How a search by the question alone finds a further document. */
function shortcut(chain: Chain): Fault | undefined {
  const { family, start, further, language } = chain;
  const named = further
    .flatMap(number => [...searchNames(family, number), ...namingValues(family, number)])
    .filter(name => asks(chain, name));
  if (named.length > 0)
    return { code: "names-the-next", detail: `The question says ${named.join(", ")}.` };
  const straight = further
    .map(number =>
      [start, number]
        .flatMap(one => toldOf(chain, one))
        .filter(({ value }) => standsIn(family, number, value, language)),
    )
    .find(told => told.length > 0 && alsoFitting(told).length === 0);
  return (
    straight && {
      code: "leads-straight",
      detail: `The next states ${straight.map(({ value }) => value).join(", ")} as well.`,
    }
  );
}

/** What the answer says that a further document states and the first does not, but for the day of that document. */
function saidFurtherOn(chain: Chain): FamilyFact[] {
  const { family, start, further, language } = chain;
  const dayOf = (number: number) =>
    family.documents.find(document => document.number === number)?.published ?? "";
  return family.facts.filter(
    ({ document, value, standing }) =>
      further.includes(document) &&
      standing === undefined &&
      value.length > 1 &&
      answers(chain, value) &&
      !asks(chain, value) &&
      !standsIn(family, start, value, language) &&
      !daysStated(value, language).includes(dayOf(document)),
  );
}

/** Whether it is plain whose value counts: the last that held, that of a kind asked for, or all of the others'. */
function isSettled(chain: Chain, { document, path, value }: FamilyFact): boolean {
  const { documents } = chain.family;
  const [thread] = threadsOf(chain.family).filter(one => one.path === path);
  const kind = documents.find(({ number }) => number === document)?.kind ?? "";
  const ofKind = documents.filter(one => !one.isTwin && one.kind === kind);
  const others = (thread?.told ?? []).filter(fact => fact.document !== chain.start);
  return (
    thread?.held.at(-1)?.value === value ||
    (ofKind.length === 1 && asks(chain, kind)) ||
    (new Set(others.map(fact => fold(fact.value))).size > 1 &&
      others.every(fact => answers(chain, fact.value)))
  );
}

/** The documents, the near-twin's among them, that say otherwise than these. */
const saidOtherwise = ({ family: { facts } }: Chain, said: readonly FamilyFact[]): number[] =>
  facts
    .filter(one =>
      said.some(({ path, value }) => path === one.path && fold(value) !== fold(one.value)),
    )
    .map(({ document }) => document);

/** From the one document that the question fits, by names that it does not say, to what only others state. */
export function proveChain(claim: Claim): Proof {
  const { family, cited, language, reply } = claim;
  const twins = twinNumbers(family);
  if (cited.some(number => twins.has(number)))
    return { code: "two-subjects", detail: "The evidence is of the near-twin as well." };
  const start = cited.find(number => leadsTo(toldOf(claim, number), family));
  if (start === undefined)
    return {
      code: "no-first-document",
      detail: "It fits none of its documents, or not one alone.",
    };
  const chain = { ...claim, start, further: cited.filter(number => number !== start) };
  const short = shortcut(chain);
  if (short) return short;
  const reached = reachedFrom(family, start, chain.further, language);
  if (reached.size === 0 || reached.size < chain.further.length)
    return {
      code: "no-bridge",
      detail: "No name in the first document leads to each further one.",
    };
  const said = saidFurtherOn(chain);
  const settled = new Set(said.filter(fact => isSettled(chain, fact)).map(({ value }) => value));
  const open = said.find(({ value }) => !settled.has(value));
  if (said.length === 0 || open)
    return open
      ? { code: "open-value", detail: `Other documents say otherwise than ${open.value}.` }
      : { code: "not-further-on", detail: "No further document alone states what it answers." };
  const others = saidOtherwise(chain, said);
  if (others.length > 0 && reply.wrong.length === 0)
    return { code: "no-wrong-answer", detail: "No wrong answer is another document's." };
  return {
    gold: [...new Set(said.map(({ value }) => value))],
    names: [...new Set(reached.values())].map(name => [name]),
    isDated: others.some(number => !twins.has(number)),
  };
}
