// Settles each candidate by its blind reading: in code or, if the answers differ, with one request per material.

import { distractors, documents } from "../../schemas/items/documents.ts";
import { settlePrompt } from "../../schemas/questions/prompts.ts";
import {
  type Candidate,
  candidates,
  type Compared,
  type Loss,
  type ProposalRow,
  readings,
  type ReadingRow,
  type Settled,
  settled,
  type SettledRow,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { type Ask, defineStage, made } from "../engine/stage.ts";
import { numbersOf, toEvidence } from "../items/numbered-sentences.ts";
import { type Agreement, type BlindAnswer, compareReadings, type Proposal } from "./agreement.ts";
import { describeDifferences } from "./differences.ts";
import { type IdentificationCheck, identificationCheck } from "./identification.ts";
import { candidateMeasurer } from "./measures.ts";
import { checkCases, type OpenCase, readCase, showCases } from "./refinement.ts";
import { type ShownMaterial, showMaterial } from "./material-view.ts";
import { documentsWithTitles, type TitleOptions } from "./document-titles.ts";
import { firstFault } from "./proof-faults.ts";

export interface SettledOptions extends TitleOptions {
  /** Whether a blind reader answered each question. */
  readonly readings: boolean;
  /** Whether a model settles differing answers; otherwise contradictory ones are dropped. */
  readonly refinement: boolean;
  /** Whether the questions are correct by construction. */
  readonly constructed: boolean;
  /** Whether there are distractors. */
  readonly distracted?: boolean | undefined;
}

/** An accepted candidate, with its evidence and changes. */
interface AcceptedCandidate {
  readonly candidate: Candidate;
  readonly numbers: readonly number[];
  readonly changes: string[];
}
/** What becomes of a candidate. */
type Fate = AcceptedCandidate | { readonly code: string; readonly detail: string };

/** Everything needed to settle the candidates of a material. */
interface Setup {
  readonly row: ProposalRow;
  readonly shown: ShownMaterial;
  readonly textOf: (documentId: string) => string;
  readonly reading: ReadingRow | undefined;
  readonly checkIdentification: IdentificationCheck;
}

const toProposal = (candidate: Candidate, { row, shown: { sentences } }: Setup): Proposal => ({
  language: row.language,
  type: candidate.type,
  question: candidate.question,
  answer: candidate.answer,
  derivations: candidate.derivations,
  numbers: numbersOf(candidate.evidence, sentences),
  sentences,
});

function blindOf({ number }: Candidate, { reading, shown }: Setup): BlindAnswer | undefined {
  const blindReading = reading?.readings.find(each => each.number === number);
  if (blindReading === undefined) return undefined;
  const { answer, answerable, clear, worth, evidence } = blindReading;
  return { answer, answerable, clear, worth, numbers: numbersOf(evidence, shown.sentences) };
}

/** A candidate with its reading and how far their answers agree, if it was read. */
interface ComparedCandidate {
  readonly candidate: Candidate;
  readonly proposal: Proposal;
  readonly blind: BlindAnswer | undefined;
  readonly agreement: Agreement | undefined;
}

function compare(candidate: Candidate, setup: Setup, options: SettledOptions): ComparedCandidate {
  const proposal = toProposal(candidate, setup);
  const blind = options.readings ? blindOf(candidate, setup) : undefined;
  return { candidate, proposal, blind, agreement: blind && compareReadings(proposal, blind) };
}

/** The fate of a candidate, if code alone can decide it; otherwise an open case. */
function decideByCode(
  { candidate, proposal, blind, agreement }: ComparedCandidate,
  setup: Setup,
  options: SettledOptions,
): Fate | OpenCase {
  const fault =
    firstFault(candidate, proposal, setup.textOf, options) ??
    setup.checkIdentification(candidate, setup.row.language);
  if (fault) return fault;
  if (!options.readings) return { candidate, numbers: proposal.numbers, changes: [] };
  if (!blind || !agreement) return { code: "unread", detail: "No reader answered it." };
  return decide(candidate, { proposal, blind, agreement }, options);
}

/** Decides on a candidate that was read, by how far the two answers agree. */
function decide(
  candidate: Candidate,
  { proposal, blind, agreement }: { proposal: Proposal; blind: BlindAnswer; agreement: Agreement },
  { refinement }: SettledOptions,
): Fate | OpenCase {
  if (agreement.outcome === "rejected") return agreement;
  if (agreement.outcome === "differs" && refinement)
    return { number: candidate.number, proposal, blind, agreement };
  if (agreement.outcome === "differs")
    return { code: "contradicted", detail: describeDifferences(agreement.differences) };
  const { numbers, derivations } = agreement;
  return keepList(candidate, proposal, {
    candidate: { ...candidate, derivations },
    numbers,
    changes: [],
  });
}

/** Code knows the members and sentences of a list across all documents: a reader may reject it but not change it. */
function keepList(original: Candidate, { numbers }: Proposal, accepted: AcceptedCandidate): Fate {
  if (!original.factIds) return accepted;
  const { answer } = accepted.candidate;
  return answer === original.answer
    ? { ...accepted, candidate: original, numbers }
    : { code: "changed-list", detail: `The reader's answer was right: ${answer}` };
}

/** The fate of a case that a model settled, and the model's verdict. */
interface SettledCase extends Pick<Compared, "refinement"> {
  readonly fate: Fate;
}

/** Settles all open cases of a material in one request. */
async function settleCases(
  cases: readonly (OpenCase & { candidate: Candidate })[],
  { row, shown }: Setup,
  ask: Ask,
): Promise<Map<number, SettledCase>> {
  if (cases.length === 0) return new Map();
  const reply = await ask(settlePrompt, row.language, showCases(cases, shown), {
    check: checkCases(cases, row.language),
  });
  const settledCaseOf = (each: (typeof cases)[number]): SettledCase => {
    const caseReply = reply.cases.find(one => one?.number === each.number);
    const refinement = caseReply?.verdict ?? null;
    const refined = readCase(each, caseReply);
    if (refined.outcome === "rejected") return { fate: refined, refinement };
    const { answer, numbers, changes } = refined;
    const { derivations } = each.agreement;
    const candidate = { ...each.candidate, answer, derivations };
    const accepted = { candidate, numbers, changes };
    return { fate: keepList(each.candidate, each.proposal, accepted), refinement };
  };
  return new Map(cases.map(each => [each.number, settledCaseOf(each)]));
}

async function settle(setup: Setup, options: SettledOptions, ask: Ask): Promise<SettledRow> {
  const { row, shown, reading } = setup;
  const { id, language, domain, documentIds, scope } = row;
  const comparedCandidates = row.candidates.map(candidate => {
    const compared = compare(candidate, setup, options);
    return { ...compared, fate: decideByCode(compared, setup, options) };
  });
  const settledCases = await settleCases(
    comparedCandidates.flatMap(({ candidate, fate }) =>
      "agreement" in fate ? [{ ...fate, candidate }] : [],
    ),
    setup,
    ask,
  );
  const measure = candidateMeasurer(shown.sentences, row);
  const proof = options.constructed ? "construction" : options.readings ? "reading" : "none";
  const accepted: Settled[] = [];
  const losses: Loss[] = [];
  for (const { candidate: original, proposal, blind, fate } of comparedCandidates) {
    const { number } = original;
    const finalFate = "agreement" in fate ? settledCases.get(number)?.fate : fate;
    if (finalFate === undefined) continue;
    if ("code" in finalFate) {
      losses.push({ number, code: finalFate.code, detail: finalFate.detail });
      continue;
    }
    const { candidate, numbers, changes } = finalFate;
    const ownReading = reading?.readings.find(each => each.number === number);
    const measures = measure({ candidate, reading: ownReading, numbers, proof });
    const evidence = toEvidence(numbers, shown.sentences);
    const citedNumbers = [...proposal.numbers, ...(blind?.numbers ?? [])];
    const aside = toEvidence(
      citedNumbers.filter(cited => !numbers.includes(cited)),
      shown.sentences,
    );
    accepted.push({ ...candidate, evidence, aside, changes, measures });
  }
  const questions = accepted.map(({ question, answer }) => [question, answer]);
  return {
    id: rowId("settled", id, questions),
    language,
    domain,
    proposalId: id,
    documentIds,
    scope,
    accepted,
    losses,
    compared: comparedCandidates.flatMap(each => toCompared(each, settledCases)),
  };
}

function toCompared(
  { candidate: { number }, agreement }: ComparedCandidate,
  settledCases: ReadonlyMap<number, SettledCase>,
): Compared[] {
  if (!agreement || agreement.outcome === "rejected") return [];
  const differences = [...new Set(agreement.differences.map(({ kind }) => kind))];
  return [{ number, differences, refinement: settledCases.get(number)?.refinement ?? null }];
}

export const settledStage = (stageOptions: SettledOptions) => {
  const { readings: hasReadings, refinement, constructed, titles, distracted } = stageOptions;
  const options = { readings: hasReadings && !constructed, refinement, constructed };
  return defineStage({
    name: "questions/refinement",
    module: import.meta.filename,
    prompts: options.readings && options.refinement ? [settlePrompt] : [],
    judges: true,
    settings: { ...options, ...(distracted && { distracted }) },
    over: candidates,
    only: ({ candidates: proposed }) => proposed.length > 0,
    lookup: {
      documents,
      ...(options.readings && { readings }),
      ...(titles && { titles }),
      ...(distracted && { distractors }),
    },
    writes: settled,
    async each(row, { ask, tables }) {
      const setup: Setup = {
        row,
        shown: showMaterial(row, documentsWithTitles(tables)),
        textOf: documentId => tables.documents.get(documentId).text,
        reading: tables.readings?.where("proposalId", row.id)[0],
        checkIdentification: identificationCheck(tables, options.constructed),
      };
      return made([await settle(setup, options, ask)]);
    },
  });
};
