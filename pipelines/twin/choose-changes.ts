// Chooses which facts to change, so that as many items as possible get a new answer and as few as possible are lost.

import type { Span } from "../../schemas/items/documents.ts";
import { groupBy } from "../engine/grouping.ts";
import { drawFrom, pick, seedOf } from "../text/random.ts";
import { candidatesIn, type CandidateOptions } from "./change-candidates.ts";
import { type CarryOutcome, carryItem } from "./carry-item.ts";
import {
  type Change,
  type DocumentEdit,
  editsOf,
  fitsContext,
  keepsValuesDistinctAndOrdered,
  detailAfter,
} from "./fact-changes.ts";
import type { Corpus, Fact, DocumentWithDetails } from "./twin-corpus.ts";
import { type Relation, withDependents } from "./declared-relations.ts";
import { drawReplacement } from "./replacements.ts";
import type { ItemTexts } from "./item-texts.ts";
import type { StatedDetail } from "../text/changeable-details.ts";

/** Maximum number of values tried for each fact. */
const maxTries = 16;

export interface ChangeSelection {
  readonly changes: readonly Change[];
  readonly edits: readonly DocumentEdit[];
  readonly carried: ReadonlyMap<string, CarryOutcome>;
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
  new Map(
    changes.flatMap(change => change.fact.places.map(({ detail }) => [detail, change] as const)),
  );

/** The changes chosen so far, and their effect on the items. */
class SelectionState {
  readonly changes: Change[] = [];
  readonly edits: DocumentEdit[] = [];
  readonly #changeAt = new Map<StatedDetail, Change>();
  readonly #keys = new Set<string>();
  readonly #changesIn = new Map<string, readonly Change[]>();
  readonly carried: Map<string, CarryOutcome>;
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
    const changes = withDependents(change, this.#relations);
    if (changes === undefined || changes.some(({ fact }) => this.has(fact))) return undefined;
    const edits = changes.map(editsOf);
    const allEdits = edits.flatMap(edits => edits ?? []);
    const addedChanges = changesAt(changes);
    const detailsOf = (document: DocumentWithDetails) =>
      this.#reservedDetailsIn(document, addedChanges);
    const isPossible =
      !edits.includes(undefined) &&
      allEdits.every(edit => this.#isFree(edit)) &&
      changes.every(
        singleChange =>
          fitsContext(singleChange) &&
          keepsValuesDistinctAndOrdered(singleChange, detailsOf) &&
          this.#isClashFree(singleChange),
      );
    return isPossible ? { changes, edits: allEdits } : undefined;
  }

  has({ key }: Fact): boolean {
    return this.#keys.has(key);
  }

  /** The values of a document before and after the changes. The old ones remain reserved: a system that remembers them must not be right by chance. */
  #reservedDetailsIn(
    { details }: DocumentWithDetails,
    addedChanges: ReadonlyMap<StatedDetail, Change>,
  ): readonly StatedDetail[] {
    return details.flatMap(detail => {
      const change = addedChanges.get(detail) ?? this.#changeAt.get(detail);
      return change ? [detail, detailAfter(change, detail) ?? detail] : [detail];
    });
  }

  #isFree({ documentId, start, end }: DocumentEdit): boolean {
    const isCut = (this.#borders.get(documentId) ?? []).some(
      border => border > start && border < end,
    );
    return (
      !isCut &&
      !this.edits.some(
        edit => edit.documentId === documentId && edit.start < end && edit.end > start,
      )
    );
  }

  /** The effect of a change; undefined if it is impossible. */
  evaluate(change: Change) {
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
    const count = (outcome: CarryOutcome["outcome"]) =>
      [...carried].filter(
        ([id, newOutcome]) =>
          newOutcome.outcome === outcome && this.carried.get(id)?.outcome !== outcome,
      ).length;
    return { ...complete, carried, gained: count("changed"), lost: count("not-carried") };
  }

  #carryItem(texts: ItemTexts, addedChanges: readonly Change[]): CarryOutcome {
    const ids = new Set(this.#documentsOf(texts));
    const isNear = ({ fact: { places, leaves } }: Change) =>
      places.some(({ documentId }) => ids.has(documentId)) ||
      leaves.some(leaf => texts.leaves.has(leaf));
    const nearChanges =
      texts.leaves.size > 0
        ? this.changes.filter(isNear)
        : [...ids].flatMap(id => this.#changesIn.get(id) ?? []);
    return carryItem(texts, [...new Set([...nearChanges, ...addedChanges.filter(isNear)])]);
  }

  apply({ changes, edits, carried }: NonNullable<ReturnType<SelectionState["evaluate"]>>): void {
    this.changes.push(...changes);
    for (const [detail, change] of changesAt(changes)) this.#changeAt.set(detail, change);
    for (const { fact } of changes) this.#keys.add(fact.key);
    for (const change of changes)
      for (const { documentId } of change.fact.places)
        this.#changesIn.set(documentId, [...(this.#changesIn.get(documentId) ?? []), change]);
    this.edits.push(...edits);
    for (const [id, outcome] of carried) this.carried.set(id, outcome);
  }
}

/** Draws values for a fact, and returns the change that loses the fewest items; one that loses none ends the search. */
function bestChange(chosen: SelectionState, fact: Fact, { otherNames, randomSeed }: ChoiceOptions) {
  const draw = drawFrom(seedOf("twin", String(randomSeed), fact.key));
  const names = fact.detail.kind === "name" ? otherNames(fact) : [];
  let best: ReturnType<SelectionState["evaluate"]>;
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const canonical =
      fact.detail.kind === "name" ? pick(draw, names) : drawReplacement(fact.detail, draw);
    if (canonical === undefined || canonical === fact.detail.canonical) continue;
    const evaluated = chosen.evaluate({ fact, canonical });
    if (evaluated && (best === undefined || evaluated.lost < best.lost)) best = evaluated;
    if (best?.lost === 0) return best;
  }
  return best;
}

export function chooseChanges(options: ChoiceOptions): ChangeSelection {
  const chosen = new SelectionState(options);
  const candidates = candidatesIn(options);
  const wantedCount =
    options.share === undefined ? undefined : Math.round(options.share * candidates.length);
  // Changes that lose no item come first: the items they change must not be lost through others.
  for (const allowLosses of [false, true])
    for (const { fact, items } of candidates) {
      if (wantedCount !== undefined && chosen.changes.length >= wantedCount) break;
      const isDone = items.every(({ item }) => chosen.carried.get(item.id)?.outcome === "changed");
      if (chosen.has(fact) || (wantedCount === undefined && isDone)) continue;
      const best = bestChange(chosen, fact, options);
      const isGain =
        best !== undefined &&
        (best.gained > best.lost || (wantedCount !== undefined && best.lost === 0));
      if (best && isGain && (allowLosses || best.lost === 0)) chosen.apply(best);
    }
  return {
    changes: chosen.changes,
    edits: chosen.edits,
    carried: chosen.carried,
    changeable: candidates.length,
  };
}
