// Keeps a worker's links to every run it has worked for: calls for one may continue while it works for another.

import { type LinkOptions, openLink, type RunLink } from "./run-link.ts";

export class RunLinks {
  readonly #options: Omit<LinkOptions, "run" | "nextPost">;
  readonly #links = new Map<string, RunLink>();
  #postCount = 0;

  constructor(options: Omit<LinkOptions, "run" | "nextPost">) {
    this.#options = options;
  }

  get callsInFlight(): number {
    return [...this.#links.values()].reduce(
      (sum, { calls }) => sum + calls.inHand.inFlight.length,
      0,
    );
  }

  /** Returns the link to this run. Closes other links without calls in progress: their replies are on disk. */
  async to(run: string): Promise<RunLink> {
    const link =
      this.#links.get(run) ??
      (await openLink({ ...this.#options, run, nextPost: () => ++this.#postCount }));
    this.#links.set(run, link);
    for (const [otherRun, otherLink] of this.#links) {
      if (otherLink === link || otherLink.calls.inHand.inFlight.length > 0) continue;
      this.#links.delete(otherRun);
      await otherLink.close();
    }
    return link;
  }

  async flush(): Promise<void> {
    for (const link of this.#links.values()) await link.flush();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#links.values()].map(link => link.close()));
  }
}
