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
import {
  type Agreement,
  type BlindAnswer,
  compareReadings,
  type Proposal,
} from "./compare-readings.ts";
import { describeDifferences } from "./differences.ts";
import { type IdentificationCheck, identificationCheck } from "./identification.ts";
import { candidateMeasurer } from "./candidate-measures.ts";
import {
  type AcceptedCandidate,
  keepList,
  type OpenCase,
  type SettledCase,
  settleCases,
  type Settlement,
} from "./refinement.ts";
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

/** Everything needed to settle the candidates of a material. */
interface SettleContext {
  readonly row: ProposalRow;
  readonly shownMaterial: ShownMaterial;
  readonly textOf: (documentId: string) => string;
  readonly reading: ReadingRow | undefined;
  readonly checkIdentification: IdentificationCheck;
}

const toProposal = (
  candidate: Candidate,
  { row, shownMaterial: { sentences } }: SettleContext,
): Proposal => ({
  language: row.language,
  type: candidate.type,
  question: candidate.question,
  answer: candidate.answer,
  derivations: candidate.derivations,
  numbers: numbersOf(candidate.evidence, sentences),
  sentences,
});

function blindOf(
  { number }: Candidate,
  { reading, shownMaterial }: SettleContext,
): BlindAnswer | undefined {
  const blindReading = reading?.readings.find(each => each.number === number);
  if (blindReading === undefined) return undefined;
  const { answer, answerable, clear, worth, evidence } = blindReading;
  return {
    answer,
    answerable,
    clear,
    worth,
    numbers: numbersOf(evidence, shownMaterial.sentences),
  };
}

/** A candidate with its reading and how far their answers agree, if it was read. */
interface ComparedCandidate {
  readonly candidate: Candidate;
  readonly proposal: Proposal;
  readonly blind: BlindAnswer | undefined;
  readonly agreement: Agreement | undefined;
}

function compare(
  candidate: Candidate,
  context: SettleContext,
  options: SettledOptions,
): ComparedCandidate {
  const proposal = toProposal(candidate, context);
  const blind = options.readings ? blindOf(candidate, context) : undefined;
  return { candidate, proposal, blind, agreement: blind && compareReadings(proposal, blind) };
}

/** The fate of a candidate, if code alone can decide it; otherwise an open case. */
function decideByCode(
  { candidate, proposal, blind, agreement }: ComparedCandidate,
  context: SettleContext,
  options: SettledOptions,
): Settlement | OpenCase {
  const fault =
    firstFault(candidate, proposal, context.textOf, options) ??
    context.checkIdentification(candidate, context.row.language);
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
): Settlement | OpenCase {
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

/** Completes the accepted candidates of a material with their evidence, what else was cited for them, and their measures. */
function acceptedCompleter(
  { row, shownMaterial: { sentences }, reading }: SettleContext,
  { constructed, readings: hasReadings }: SettledOptions,
): (compared: ComparedCandidate, accepted: AcceptedCandidate) => Settled {
  const measure = candidateMeasurer(sentences, row);
  const proof = constructed ? "construction" : hasReadings ? "reading" : "none";
  return ({ proposal, blind }, { candidate, numbers, changes }) => {
    const ownReading = reading?.readings.find(each => each.number === candidate.number);
    const measures = measure({ candidate, reading: ownReading, numbers, proof });
    const evidence = toEvidence(numbers, sentences);
    const citedNumbers = [...proposal.numbers, ...(blind?.numbers ?? [])];
    const aside = toEvidence(
      citedNumbers.filter(cited => !numbers.includes(cited)),
      sentences,
    );
    return { ...candidate, evidence, aside, changes, measures };
  };
}

async function settle(
  context: SettleContext,
  options: SettledOptions,
  ask: Ask,
): Promise<SettledRow> {
  const { id, language, domain, documentIds, scope, candidates: proposed } = context.row;
  const comparedCandidates = proposed.map(candidate => {
    const compared = compare(candidate, context, options);
    return { ...compared, settlement: decideByCode(compared, context, options) };
  });
  const settledCases = await settleCases(
    comparedCandidates.flatMap(({ candidate, settlement }) =>
      "agreement" in settlement ? [{ ...settlement, candidate }] : [],
    ),
    context,
    ask,
  );
  const complete = acceptedCompleter(context, options);
  const accepted: Settled[] = [];
  const losses: Loss[] = [];
  for (const compared of comparedCandidates) {
    const { number } = compared.candidate;
    const { settlement } = compared;
    const finalSettlement =
      "agreement" in settlement ? settledCases.get(number)?.settlement : settlement;
    if (finalSettlement === undefined) continue;
    if ("code" in finalSettlement)
      losses.push({ number, code: finalSettlement.code, detail: finalSettlement.detail });
    else accepted.push(complete(compared, finalSettlement));
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
      const context: SettleContext = {
        row,
        shownMaterial: showMaterial(row, documentsWithTitles(tables)),
        textOf: documentId => tables.documents.get(documentId).text,
        reading: tables.readings?.where("proposalId", row.id)[0],
        checkIdentification: identificationCheck(tables, options.constructed),
      };
      return made([await settle(context, options, ask)]);
    },
  });
};
