// Sends a person's answers to the server: at once, in order, one request per task at a time; kept in the browser until saved.

/** @import { Api, Verdict } from "./api.js" */
/** @import { Problem } from "../form.ts" */
/** @typedef {{ values: Record<string, string>, complete: boolean, seconds: number }} State */
/** @typedef {"saved" | "away" | "refused" | "conflict" | "failed" | "token"} Outcome */
/**
 * @typedef {object} Entry
 * @property {State | null} pending the latest state, until the server has stored it
 * @property {State | null} unconfirmed the last state sent that got no answer
 * @property {number} revision the server's last known revision
 * @property {Promise<Outcome> | null} working
 * @property {ReturnType<typeof setTimeout> | undefined} timer
 */
/**
 * @typedef {object} Listener
 * @property {(state: "saved" | "saving" | "away" | "unkept" | "failed") => void} onState
 * @property {(taskId: string, conflict: { theirs: Verdict, mine: State }) => void} onConflict
 * @property {(taskId: string, problems: Problem[]) => void} onRefused
 * @property {() => void} onToken
 */
import { Refusal } from "./api.js";
import { forget, keep, keptKeys, keyOf, readKept } from "./storage.js";

const retryAfter = 2500;

export class Saver {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  /** @type {Api} */
  #api;
  /** @type {string} */
  #annotator;
  /** @type {string} */
  #prefix;
  /** @type {Listener} */
  #listener;
  #allKept = true;
  #trouble = /** @type {"away" | "failed" | null} */ (null);

  /** @param {{ api: Api, batchId: string, annotator: string, listener: Listener }} settings */
  constructor({ api, batchId, annotator, listener }) {
    this.#api = api;
    this.#annotator = annotator;
    this.#prefix = `${keyOf("pending", batchId, annotator)}/`;
    this.#listener = listener;
  }

  /** Whether something has not reached the server. */
  get waiting() {
    return [...this.#entries.values()].some(({ pending }) => pending !== null);
  }

  /** Whether closing the page would lose something. */
  get atRisk() {
    return this.waiting && !this.#allKept;
  }

  /** State of a task that the server does not have yet. @param {string} taskId */
  pending(taskId) {
    return this.#entries.get(taskId)?.pending ?? null;
  }

  /** Notes the server's revision of a task that was opened. @param {string} taskId @param {number} revision */
  opened(taskId, revision) {
    const entry = this.#entry(taskId);
    if (entry.pending === null) entry.revision = revision;
  }

  /** Sends what an earlier page could not send. */
  adopt() {
    for (const key of keptKeys(this.#prefix)) {
      const taskId = decodeURIComponent(key.slice(this.#prefix.length));
      const { pending, unconfirmed, revision } = parsed(readKept(key));
      if (pending) Object.assign(this.#entry(taskId), { pending, unconfirmed, revision });
      if (pending) void this.#start(taskId);
    }
  }

  /**
   * Sends a state after `quiet` milliseconds without a newer one.
   * @param {string} taskId
   * @param {State} state
   * @param {number} quiet
   */
  later(taskId, state, quiet) {
    const entry = this.#note(taskId, state);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.#start(taskId), quiet);
  }

  /**
   * Sends a state now and returns the outcome; `away` if it could not be sent and will be retried.
   * @param {string} taskId
   * @param {State} state
   * @returns {Promise<Outcome>}
   */
  async save(taskId, state) {
    this.#note(taskId, state);
    return await this.#start(taskId);
  }

  /** Sends waiting states at once. */
  hurry() {
    for (const [taskId, { pending }] of this.#entries) if (pending) void this.#start(taskId);
  }

  /** Lets the browser send the rest when the page closes. A request still unanswered is assumed saved; if not, the next load resolves it. */
  leave() {
    for (const [taskId, entry] of this.#entries) {
      if (!entry.pending || entry.pending === entry.unconfirmed) continue;
      const basedOn = entry.revision + (entry.unconfirmed ? 1 : 0);
      void this.#api
        .put({ taskId, annotator: this.#annotator, ...entry.pending, basedOn }, true)
        .catch(() => {});
    }
  }

  /** @param {string} taskId @returns {Entry} */
  #entry(taskId) {
    const entry = this.#entries.get(taskId) ?? {
      pending: null,
      unconfirmed: null,
      revision: 0,
      working: null,
      timer: undefined,
    };
    this.#entries.set(taskId, entry);
    return entry;
  }

  /** @param {string} taskId @param {State} state */
  #note(taskId, state) {
    const entry = this.#entry(taskId);
    entry.pending = state;
    this.#keep(taskId, entry);
    this.#report("saving");
    return entry;
  }

  /** @param {string} taskId @param {Entry} entry */
  #keep(taskId, { pending, unconfirmed, revision }) {
    const key = this.#prefix + encodeURIComponent(taskId);
    if (pending === null) forget(key);
    else this.#allKept = keep(key, JSON.stringify({ pending, unconfirmed, revision }));
  }

  /** @param {string} taskId */
  #start(taskId) {
    const entry = this.#entry(taskId);
    clearTimeout(entry.timer);
    entry.working ??= this.#work(taskId, entry).finally(() => {
      entry.working = null;
      this.#report("saving");
    });
    return entry.working;
  }

  /** @param {string} taskId @param {Entry} entry @returns {Promise<Outcome>} */
  async #work(taskId, entry) {
    /** @type {Outcome} */
    let outcome = "saved";
    while (entry.pending) {
      const latest = await this.#send(taskId, entry, entry.pending);
      this.#keep(taskId, entry);
      if (latest === "away" || latest === "token" || latest === "failed") {
        this.#trouble = latest === "failed" ? "failed" : "away";
        if (latest === "away") entry.timer = setTimeout(() => void this.#start(taskId), retryAfter);
        return latest;
      }
      this.#trouble = null;
      if (latest !== "saved") outcome = latest;
    }
    return outcome;
  }

  /** @param {string} taskId @param {Entry} entry @param {State} state @returns {Promise<Outcome>} */
  async #send(taskId, entry, state) {
    const previous = entry.unconfirmed;
    entry.unconfirmed = state;
    this.#keep(taskId, entry);
    try {
      const { revision } = await this.#api.put(
        { taskId, annotator: this.#annotator, ...state, basedOn: entry.revision },
        false,
      );
      Object.assign(entry, { revision, unconfirmed: null });
      if (entry.pending === state) entry.pending = null;
      return "saved";
    } catch (error) {
      return error instanceof Refusal
        ? this.#refused({ taskId, entry, state, previous, refusal: error })
        : "away";
    }
  }

  /** @param {{ taskId: string, entry: Entry, state: State, previous: State | null, refusal: Refusal }} what @returns {Outcome} */
  #refused({ taskId, entry, state, previous, refusal: { status, body } }) {
    if (status >= 500 || status === 408 || status === 429) return "away";
    entry.unconfirmed = null;
    if (status === 401) this.#listener.onToken();
    if (status === 401) return "token";
    if (status === 422 && state.complete) {
      if (entry.pending === state) entry.pending = { ...state, complete: false };
      this.#listener.onRefused(taskId, body.problems ?? []);
      return "refused";
    }
    if (status !== 409) return "failed";
    const theirs = body.verdict ?? { values: {}, complete: false, seconds: 0, revision: 0 };
    entry.revision = theirs.revision;
    if (!body.verdict) return "away";
    if (previous && isSame(theirs, previous)) return "saved";
    const mine = entry.pending ?? state;
    entry.pending = null;
    this.#listener.onConflict(taskId, { theirs, mine });
    return "conflict";
  }

  /** @param {"saving"} fallback */
  #report(fallback) {
    const risk = this.#allKept ? this.#trouble : "unkept";
    this.#listener.onState(this.waiting ? (this.#trouble && risk ? risk : fallback) : "saved");
  }
}

/** @param {string | null} kept @returns {{ pending: State | null, unconfirmed: State | null, revision: number }} */
function parsed(kept) {
  try {
    return JSON.parse(kept ?? "");
  } catch {
    return { pending: null, unconfirmed: null, revision: 0 };
  }
}

/** Whether a verdict equals the sent one: the server drops empty and unused values, and seconds distinguish two. @param {Verdict} theirs @param {State} sent */
function isSame({ values, complete, seconds }, sent) {
  return (
    complete === sent.complete &&
    seconds === sent.seconds &&
    Object.entries(values).every(([name, value]) => value.trim() === sent.values[name]?.trim())
  );
}
