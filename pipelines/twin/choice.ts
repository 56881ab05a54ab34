// Chooses which facts to change, so that as many items as possible get a new answer and as few as possible are lost.

import type { Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { drawFrom, pick, seedOf } from "../text/random.ts";
import { candidatesIn, type CandidateOptions } from "./candidates.ts";
import { type Carried, carry } from "./carry.ts";
import {
  type Change,
  type DocumentEdit,
  editsOf,
  fitsAround,
  keepsApart,
  detailAfter,
} from "./changes.ts";
import type { Corpus, Fact, DocumentWithDetails } from "./corpus.ts";
import { type Relation, withDependants } from "./declared-relations.ts";
import { drawReplacement } from "./replacements.ts";
import type { ItemTexts } from "./item-texts.ts";
import type { StatedDetail } from "../text/changeable-details.ts";

/** Maximum number of values tried for each fact. */
const MAX_TRIES = 16;

export interface Choice {
  readonly changes: readonly Change[];
  readonly edits: readonly DocumentEdit[];
  readonly carried: ReadonlyMap<string, Carried>;
  /** Number of facts that could be changed, each by itself. */
  readonly changeable: number;
}

export interface ChoiceOptions extends CandidateOptions {
  /** Whether the change fits everything else its documents state. */
  readonly isClashFree: (change: Change) => boolean;
  /** All spans to preserve: none may begin or end within an edit. */
  readonly spans: readonly Span[];
  /** Share of the changeable facts to change, from 0 to 1; by default the fewest that give every possible item a new answer. */
  readonly share?: number | undefined;
}

const changesAt = (changes: readonly Change[]): Map<StatedDetail, Change> =>
  new Map(changes.flatMap(change => change.fact.places.map(({ told }) => [told, change] as const)));

/** The changes chosen so far, and their effect on the items. */
class Chosen {
  readonly changes: Change[] = [];
  readonly edits: DocumentEdit[] = [];
  readonly #changeAt = new Map<StatedDetail, Change>();
  readonly #keys = new Set<string>();
  readonly #changesIn = new Map<string, readonly Change[]>();
  readonly carried: Map<string, Carried>;
  readonly #borders: ReadonlyMap<string, readonly number[]>;
  readonly #byDocument: ReadonlyMap<string, readonly ItemTexts[]>;
  readonly #relations: readonly Relation[];
  readonly #corpus: Corpus;
  readonly #isClashFree: ChoiceOptions["isClashFree"];
  /** Items about the whole corpus: lists, counts and extremes. */
  readonly #corpusItems: readonly ItemTexts[];

  constructor({ items, spans, relations, corpus, isClashFree }: ChoiceOptions) {
    this.carried = new Map(items.map(({ item }) => [item.id, { outcome: "kept", words: item }]));
    this.#relations = relations;
    this.#corpus = corpus;
    this.#isClashFree = isClashFree;
    this.#corpusItems = items.filter(({ leaves }) => leaves.size > 0);
    const borders = groupBy(spans, ({ documentId }) => documentId);
    this.#borders = new Map(
      [...borders].map(([id, all]) => [id, all.flatMap(({ start, end }) => [start, end])]),
    );
    const pairs = items.flatMap(texts => this.#documentsOf(texts).map(id => ({ id, texts })));
    this.#byDocument = new Map(
      [...groupBy(pairs, ({ id }) => id)].map(([id, group]) => [
        id,
        group.map(({ texts }) => texts),
      ]),
    );
  }

  /** All documents on the subjects of an item. */
  #documentsOf({ item, evidence }: ItemTexts): string[] {
    const ids = [...item.documentIds, ...evidence.map(({ documentId }) => documentId)];
    return [...new Set(ids.flatMap(id => this.#corpus.onSubjectOf(id).map(({ row }) => row.id)))];
  }

  /** The change with its consequences, if documents and spans allow it. */
  #completeChange(change: Change): { changes: Change[]; edits: DocumentEdit[] } | undefined {
    const changes = withDependants(change, this.#relations);
    if (changes === undefined || changes.some(({ fact }) => this.has(fact))) return undefined;
    const edits = changes.map(editsOf);
    const allEdits = edits.flatMap(one => one ?? []);
    const addedChanges = changesAt(changes);
    const toldNow = (document: DocumentWithDetails) => this.#toldIn(document, addedChanges);
    const isPossible =
      !edits.includes(undefined) &&
      allEdits.every(edit => this.#isFree(edit)) &&
      changes.every(one => fitsAround(one) && keepsApart(one, toldNow) && this.#isClashFree(one));
    return isPossible ? { changes, edits: allEdits } : undefined;
  }

  has({ key }: Fact): boolean {
    return this.#keys.has(key);
  }

  /** Includes the old values, which remain reserved: a system that remembers them must not be right by chance. */
  #toldIn(
    { told }: DocumentWithDetails,
    addedChanges: ReadonlyMap<StatedDetail, Change>,
  ): readonly StatedDetail[] {
    return told.flatMap(one => {
      const change = addedChanges.get(one) ?? this.#changeAt.get(one);
      return change ? [one, detailAfter(change, one) ?? one] : [one];
    });
  }

  #isFree({ documentId, start, end }: DocumentEdit): boolean {
    const isCut = (this.#borders.get(documentId) ?? []).some(
      border => border > start && border < end,
    );
    return (
      !isCut &&
      !this.edits.some(one => one.documentId === documentId && one.start < end && one.end > start)
    );
  }

  /** The effect of a change; undefined if it is impossible. */
  weigh(change: Change) {
    const complete = this.#completeChange(change);
    if (complete === undefined) return undefined;
    const ids = new Set(
      complete.changes.flatMap(({ fact }) => fact.documents.map(({ row }) => row.id)),
    );
    const affectedItems = new Set([
      ...[...ids].flatMap(id => this.#byDocument.get(id) ?? []),
      ...this.#corpusItems.filter(({ leaves }) =>
        complete.changes.some(({ fact }) => fact.leaves.some(leaf => leaves.has(leaf))),
      ),
    ]);
    const carried = new Map(
      [...affectedItems].map(texts => [texts.item.id, this.#carryItem(texts, complete.changes)]),
    );
    const count = (outcome: Carried["outcome"]) =>
      [...carried].filter(
        ([id, now]) => now.outcome === outcome && this.carried.get(id)?.outcome !== outcome,
      ).length;
    return { ...complete, carried, gained: count("changed"), lost: count("not-carried") };
  }

  #carryItem(texts: ItemTexts, addedChanges: readonly Change[]): Carried {
    const ids = new Set(this.#documentsOf(texts));
    const isNear = ({ fact: { places, leaves } }: Change) =>
      places.some(({ documentId }) => ids.has(documentId)) ||
      leaves.some(leaf => texts.leaves.has(leaf));
    const nearChanges =
      texts.leaves.size > 0
        ? this.changes.filter(isNear)
        : [...ids].flatMap(id => this.#changesIn.get(id) ?? []);
    return carry(texts, [...new Set([...nearChanges, ...addedChanges.filter(isNear)])]);
  }

  take({ changes, edits, carried }: NonNullable<ReturnType<Chosen["weigh"]>>): void {
    this.changes.push(...changes);
    for (const [told, change] of changesAt(changes)) this.#changeAt.set(told, change);
    for (const { fact } of changes) this.#keys.add(fact.key);
    for (const change of changes)
      for (const { documentId } of change.fact.places)
        this.#changesIn.set(documentId, [...(this.#changesIn.get(documentId) ?? []), change]);
    this.edits.push(...edits);
    for (const [id, one] of carried) this.carried.set(id, one);
  }
}

/** Draws values for a fact, and returns the change that loses the fewest items; one that loses none ends the search. */
function bestChange(chosen: Chosen, fact: Fact, { otherNames, randomSeed }: ChoiceOptions) {
  const draw = drawFrom(seedOf("twin", String(randomSeed), fact.key));
  const names = fact.told.kind === "name" ? otherNames(fact) : [];
  let best: ReturnType<Chosen["weigh"]>;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const canonical =
      fact.told.kind === "name" ? pick(draw, names) : drawReplacement(fact.told, draw);
    if (canonical === undefined || canonical === fact.told.canonical) continue;
    const weighed = chosen.weigh({ fact, canonical });
    if (weighed && (best === undefined || weighed.lost < best.lost)) best = weighed;
    if (best?.lost === 0) return best;
  }
  return best;
}

export function chooseChanges(options: ChoiceOptions): Choice {
  const chosen = new Chosen(options);
  const candidates = candidatesIn(options);
  const wantedCount =
    options.share === undefined ? undefined : Math.round(options.share * candidates.length);
  // Changes that lose no item come first: the items they change must not be lost through others.
  for (const mayLose of [false, true])
    for (const { fact, items } of candidates) {
      if (wantedCount !== undefined && chosen.changes.length >= wantedCount) break;
      const isDone = items.every(({ item }) => chosen.carried.get(item.id)?.outcome === "changed");
      if (chosen.has(fact) || (wantedCount === undefined && isDone)) continue;
      const best = bestChange(chosen, fact, options);
      const isGain =
        best !== undefined &&
        (best.gained > best.lost || (wantedCount !== undefined && best.lost === 0));
      if (best && isGain && (mayLose || best.lost === 0)) chosen.take(best);
    }
  return {
    changes: chosen.changes,
    edits: chosen.edits,
    carried: chosen.carried,
    changeable: candidates.length,
  };
}
