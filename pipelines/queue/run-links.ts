// A worker's links to every run it has worked for: calls for one may go on while it works for another.

import { type LinkOptions, openLink, type RunLink } from "./run-link.ts";

export class RunLinks {
  readonly #options: Omit<LinkOptions, "run" | "nextPost">;
  readonly #links = new Map<string, RunLink>();

  #posts = 0;

  constructor(options: Omit<LinkOptions, "run" | "nextPost">) {
    this.#options = options;
  }

  get callsInFlight(): number {
    return [...this.#links.values()].reduce(
      (sum, { calls }) => sum + calls.inHand.inFlight.length,
      0,
    );
  }

  /** The link to this run. Other links without calls in progress are closed: their replies are on disk. */
  async to(run: string): Promise<RunLink> {
    const link =
      this.#links.get(run) ??
      (await openLink({ ...this.#options, run, nextPost: () => ++this.#posts }));
    this.#links.set(run, link);
    for (const [other, idle] of this.#links) {
      if (idle === link || idle.calls.inHand.inFlight.length > 0) continue;
      this.#links.delete(other);
      await idle.close();
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
