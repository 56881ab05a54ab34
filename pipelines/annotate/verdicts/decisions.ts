// Decides on items from people's reviews: accepted, rejected or in conflict, and in which wording.

import type {
  AnnotationTaskRow,
  DecisionRow,
  ItemVersionRow,
  ReviewRow,
} from "../../../schemas/annotation.ts";
import type { ItemRow } from "../../../schemas/items/records.ts";
import { compareStrings, groupBy } from "../../engine/grouping.ts";
import { replaces } from "./latest-reviews.ts";
import type { Judgement } from "../protocol.ts";
import { protocols } from "../protocols/protocols.ts";
import { type Edit, numberVersions, versionFinder } from "./versions.ts";

export interface DecisionInput {
  readonly tasks: Iterable<AnnotationTaskRow>;
  /** Only the latest review of each person on each task. */
  readonly reviews: readonly ReviewRow[];
  /** By id. Tasks on other items are ignored: the run no longer has those items. */
  readonly items: ReadonlyMap<string, ItemRow>;
  /** Existing versions, which keep their numbers. */
  readonly versions: readonly ItemVersionRow[];
}

/** One person's verdict on an item. */
interface Vote {
  readonly review: ReviewRow;
  readonly task: AnnotationTaskRow;
  readonly item: ItemRow;
  readonly judgement: Judgement;
}

/** By time of decision, then by name; new versions are numbered in this order. */
const compareVotes = ({ review: a }: Vote, { review: b }: Vote): number =>
  compareStrings(a.decidedAt ?? "", b.decidedAt ?? "") ||
  compareStrings(a.annotator, b.annotator) ||
  compareStrings(a.id, b.id);

/** Leaves out controls, candidates that never became items, and protocols that make no decisions. */
function votesOf({ tasks, reviews, items }: DecisionInput): Vote[] {
  const tasksById = new Map([...tasks].map(task => [task.id, task]));
  const votes = reviews.flatMap((review): Vote[] => {
    const task = tasksById.get(review.taskId);
    const item = task?.itemId && !task.control ? items.get(task.itemId) : undefined;
    const judgement = task && protocols[task.protocol].decide?.(task.content, review.values);
    return task && item && judgement ? [{ review, task, item, judgement }] : [];
  });
  return votes.sort(compareVotes);
}

/** The last vote, in an array; empty if there are no votes. */
const lastVote = (votes: readonly Vote[]): Vote[] =>
  votes.reduce<Vote[]>(
    ([latest], vote) => [latest && !replaces(vote.review, latest.review) ? latest : vote],
    [],
  );

/** The votes that count: only the last one by an arbiter if there is any, otherwise each person's last one on the item. */
function countedVotesOf(votes: readonly Vote[]): Vote[] {
  const arbiters = votes.filter(({ task }) => task.arbitrates);
  if (arbiters.length > 0) return lastVote(arbiters);
  return [...groupBy(votes, ({ review }) => review.annotator).values()]
    .flatMap(lastVote)
    .sort(compareVotes);
}

type DecisionOutcome = Pick<DecisionRow, "decision" | "version">;

/** The wording that those who accept the item agree on: a single edited version wins, even if others found the question reasonable; two different ones are a conflict. */
function wordingOf(
  accepting: readonly Vote[],
  versionOf: (itemId: string, question: string) => number,
): DecisionOutcome {
  const versionOfVote = ({ item, task, judgement }: Vote) =>
    versionOf(item.id, judgement.question ?? task.content.question);
  const editedVersions = [
    ...new Set(
      accepting.filter(({ judgement }) => judgement.question !== undefined).map(versionOfVote),
    ),
  ];
  const [version = Math.max(...accepting.map(versionOfVote))] = editedVersions;
  return editedVersions.length > 1
    ? { decision: "conflict", version: null }
    : { decision: "accepted", version };
}

function outcomeOf(
  votes: readonly Vote[],
  versionOf: (itemId: string, question: string) => number,
): DecisionOutcome {
  const accepting = votes.filter(({ judgement }) => judgement.accepted);
  const rejecting = votes.length - accepting.length;
  if (accepting.length === rejecting) return { decision: "conflict", version: null };
  return accepting.length > rejecting
    ? wordingOf(accepting, versionOf)
    : { decision: "rejected", version: null };
}

function describeVotes(votes: readonly Vote[], { decision }: DecisionOutcome): string {
  const namesOf = (isAccepted: boolean) =>
    votes
      .filter(({ judgement }) => judgement.accepted === isAccepted)
      .map(
        ({ review, judgement }) =>
          `${review.annotator}${judgement.question === undefined ? "" : " (edited)"}`,
      );
  const votesByOutcome = [
    { words: "accepted by", names: namesOf(true) },
    { words: "rejected by", names: namesOf(false) },
  ].flatMap(({ words, names }) => (names.length > 0 ? [`${words} ${names.join(", ")}`] : []));
  const arbitration = votes.some(({ task }) => task.arbitrates) ? ["settled by an arbiter"] : [];
  const editConflict =
    decision === "conflict" && namesOf(false).length < namesOf(true).length
      ? ["the edits differ"]
      : [];
  return [...votesByOutcome, ...arbitration, ...editConflict].join("; ");
}

function toDecision(
  votes: readonly Vote[],
  versionOf: (itemId: string, question: string) => number,
): DecisionRow[] {
  const countedVotes = countedVotesOf(votes);
  return countedVotes.slice(0, 1).map(({ item, task }) => {
    const outcome = outcomeOf(countedVotes, versionOf);
    const reviewIds = countedVotes.map(({ review }) => review.id);
    return {
      id: `${item.id}/${task.protocol}`,
      itemId: item.id,
      language: item.language,
      protocol: task.protocol,
      ...outcome,
      reviewIds,
      detail: describeVotes(countedVotes, outcome),
    };
  });
}

/**
 * Returns the decisions, one per item and protocol, and all versions of the items. The majority of people decides,
 * each person counting once; a tie is a conflict, and so are two different edits. An arbiter decides alone. Every
 * edit creates a version, whether it is accepted or not.
 */
export function decide(input: DecisionInput): {
  decisions: DecisionRow[];
  versions: ItemVersionRow[];
} {
  const votes = votesOf(input);
  const edits = votes.flatMap(({ item, review, judgement: { question } }): Edit[] =>
    question === undefined ? [] : [{ item, question, reviewId: review.id }],
  );
  const versions = numberVersions(input.versions, edits);
  const versionOf = versionFinder(versions);
  const groups = groupBy(votes, ({ item, task }) => JSON.stringify([item.id, task.protocol]));
  const rows = [...groups.values()].flatMap(group => toDecision(group, versionOf));
  return { decisions: rows.sort((a, b) => compareStrings(a.id, b.id)), versions };
}
