// A work whose calls wait until a test lets them go.

import type { Model } from "../../pipelines/llm/model.ts";
import type { Work } from "../support/queue-fleet.ts";

export interface HeldWork {
  readonly work: Work;
  /** Keys of all calls that were begun. */
  readonly begun: string[];
  /** Resolves when so many calls have been begun. */
  begins(count: number): Promise<void>;
  /** Lets some of those that wait go. */
  release(count: number): void;
  /** Lets all go that wait, and all that come. */
  open(): void;
}

export function heldCalls(work: Work): HeldWork {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const watched: { readonly count: number; readonly resolve: () => void }[] = [];
  let isOpen = false;
  const complete: Model["complete"] = async (request, signal) => {
    begun.push(request.key);
    for (const { count, resolve } of watched) if (begun.length >= count) resolve();
    if (!isOpen) await new Promise<void>(resolve => waiting.push(resolve));
    return work.model.complete(request, signal);
  };
  const release = (count: number) => waiting.splice(0, count).forEach(go => go());
  return {
    work: { ...work, model: { ...work.model, complete } },
    begun,
    begins: count =>
      new Promise(resolve =>
        begun.length >= count ? resolve() : watched.push({ count, resolve }),
      ),
    release,
    open: () => {
      isOpen = true;
      release(waiting.length);
    },
  };
}
