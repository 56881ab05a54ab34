// Sends a person's answers to the server at once and in order, one request per task at a time, and keeps them in the browser until they are saved.

/** @import { Api, Verdict } from "./api.js" */
/** @import { FormProblem } from "../form.ts" */
/** @typedef {{ values: Record<string, string>, complete: boolean, seconds: number }} State */
/** What became of a state: `away` means that the server did not respond and the state will be sent again, `token` that the access key is missing or wrong. @typedef {"saved" | "away" | "refused" | "conflict" | "failed" | "token"} Outcome */
/**
 * @typedef {object} Entry
 * @property {State | null} pending the latest state, until the server has stored it
 * @property {State | null} unconfirmed the last state that was sent and not answered
 * @property {number} revision the server's last known revision
 * @property {Promise<Outcome> | null} sending resolves when nothing is pending or a request failed; null while nothing is sent
 * @property {ReturnType<typeof setTimeout> | undefined} timer
 */
/**
 * @typedef {object} Listener
 * @property {(state: "saved" | "saving" | "away" | "unkept" | "failed") => void} onState
 * @property {(taskId: string, conflict: { theirs: Verdict, mine: State }) => void} onConflict
 * @property {(taskId: string, problems: FormProblem[]) => void} onRefused
 * @property {() => void} onToken
 */
import { ErrorResponse } from "./api.js";
import { keyOf, readStoredJson, removeStored, store, storedKeys } from "./storage.js";

/** Milliseconds between two attempts to send a state. */
const retryDelay = 2500;

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
  #isAllStored = true;
  #trouble = /** @type {"away" | "failed" | null} */ (null);

  /** @param {{ api: Api, batchId: string, annotator: string, listener: Listener }} settings */
  constructor({ api, batchId, annotator, listener }) {
    this.#api = api;
    this.#annotator = annotator;
    this.#prefix = `${keyOf("pending", batchId, annotator)}/`;
    this.#listener = listener;
  }

  /** Whether the server has yet to store a state. */
  get waiting() {
    return [...this.#entries.values()].some(({ pending }) => pending !== null);
  }

  /** Whether closing the page would lose a state. */
  get atRisk() {
    return this.waiting && !this.#isAllStored;
  }

  /** The state of a task that the server has not stored yet; null if there is none. @param {string} taskId */
  pending(taskId) {
    return this.#entries.get(taskId)?.pending ?? null;
  }

  /** Records the server's revision of a task that was opened. @param {string} taskId @param {number} revision */
  recordRevision(taskId, revision) {
    const entry = this.#entry(taskId);
    if (entry.pending === null) entry.revision = revision;
  }

  /** Sends the states that an earlier page could not send. */
  resume() {
    for (const key of storedKeys(this.#prefix)) {
      const taskId = decodeURIComponent(key.slice(this.#prefix.length));
      const stored = /** @type {Pick<Entry, "pending" | "unconfirmed" | "revision"> | null} */ (
        readStoredJson(key)
      );
      if (!stored?.pending) continue;
      Object.assign(this.#entry(taskId), stored);
      void this.#start(taskId);
    }
  }

  /**
   * Sends a state after `delay` milliseconds without a newer one.
   * @param {string} taskId
   * @param {State} state
   * @param {number} delay
   */
  saveLater(taskId, state, delay) {
    const entry = this.#setPending(taskId, state);
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.#start(taskId), delay);
  }

  /**
   * Sends a state now and returns the outcome; `away` if it could not be sent and will be retried.
   * @param {string} taskId
   * @param {State} state
   * @returns {Promise<Outcome>}
   */
  async save(taskId, state) {
    this.#setPending(taskId, state);
    return await this.#start(taskId);
  }

  /** Sends all pending states at once. */
  saveAllNow() {
    for (const [taskId, { pending }] of this.#entries) if (pending) void this.#start(taskId);
  }

  /** Lets the browser send the pending states while the page closes. A state whose request is unanswered is assumed to be saved; if it is not, the next page sends it again. */
  saveOnClose() {
    for (const [taskId, entry] of this.#entries) {
      if (!entry.pending || entry.pending === entry.unconfirmed) continue;
      const basedOn = entry.revision + (entry.unconfirmed ? 1 : 0);
      void this.#api
        .putVerdict({ taskId, annotator: this.#annotator, ...entry.pending, basedOn }, true)
        .catch(() => {});
    }
  }

  /** @param {string} taskId @returns {Entry} */
  #entry(taskId) {
    const entry = this.#entries.get(taskId) ?? {
      pending: null,
      unconfirmed: null,
      revision: 0,
      sending: null,
      timer: undefined,
    };
    this.#entries.set(taskId, entry);
    return entry;
  }

  /** @param {string} taskId @param {State} state */
  #setPending(taskId, state) {
    const entry = this.#entry(taskId);
    entry.pending = state;
    this.#store(taskId, entry);
    this.#report();
    return entry;
  }

  /** @param {string} taskId @param {Entry} entry */
  #store(taskId, { pending, unconfirmed, revision }) {
    const key = this.#prefix + encodeURIComponent(taskId);
    if (pending === null) removeStored(key);
    else this.#isAllStored = store(key, JSON.stringify({ pending, unconfirmed, revision }));
  }

  /** @param {string} taskId */
  #start(taskId) {
    const entry = this.#entry(taskId);
    clearTimeout(entry.timer);
    entry.sending ??= this.#work(taskId, entry).finally(() => {
      entry.sending = null;
      this.#report();
    });
    return entry.sending;
  }

  /** @param {string} taskId @param {Entry} entry @returns {Promise<Outcome>} */
  async #work(taskId, entry) {
    /** @type {Outcome} */
    let outcome = "saved";
    while (entry.pending) {
      const sendOutcome = await this.#send(taskId, entry, entry.pending);
      this.#store(taskId, entry);
      if (sendOutcome === "away" || sendOutcome === "token" || sendOutcome === "failed") {
        this.#trouble = sendOutcome === "failed" ? "failed" : "away";
        if (sendOutcome === "away")
          entry.timer = setTimeout(() => void this.#start(taskId), retryDelay);
        return sendOutcome;
      }
      this.#trouble = null;
      if (sendOutcome !== "saved") outcome = sendOutcome;
    }
    return outcome;
  }

  /** @param {string} taskId @param {Entry} entry @param {State} state @returns {Promise<Outcome>} */
  async #send(taskId, entry, state) {
    const previous = entry.unconfirmed;
    entry.unconfirmed = state;
    this.#store(taskId, entry);
    try {
      const { revision } = await this.#api.putVerdict(
        { taskId, annotator: this.#annotator, ...state, basedOn: entry.revision },
        false,
      );
      Object.assign(entry, { revision, unconfirmed: null });
      if (entry.pending === state) entry.pending = null;
      return "saved";
    } catch (error) {
      return error instanceof ErrorResponse
        ? this.#handleErrorResponse({ taskId, entry, state, previous, response: error })
        : "away";
    }
  }

  /** @param {{ taskId: string, entry: Entry, state: State, previous: State | null, response: ErrorResponse }} failure @returns {Outcome} */
  #handleErrorResponse({ taskId, entry, state, previous, response: { status, body } }) {
    if (status >= 500 || status === 408 || status === 429) return "away";
    entry.unconfirmed = null;
    if (status === 401) {
      this.#listener.onToken();
      return "token";
    }
    if (status === 422 && state.complete) {
      if (entry.pending === state) entry.pending = { ...state, complete: false };
      this.#listener.onRefused(taskId, body.problems ?? []);
      return "refused";
    }
    if (status !== 409) return "failed";
    const theirs = body.verdict ?? { values: {}, complete: false, seconds: 0, revision: 0 };
    entry.revision = theirs.revision;
    if (!body.verdict) return "away";
    if (previous && isSameState(theirs, previous)) return "saved";
    const mine = entry.pending ?? state;
    entry.pending = null;
    this.#listener.onConflict(taskId, { theirs, mine });
    return "conflict";
  }

  #report() {
    const trouble = this.#trouble && (this.#isAllStored ? this.#trouble : "unkept");
    this.#listener.onState(this.waiting ? (trouble ?? "saving") : "saved");
  }
}

/** Whether the server's verdict is the one sent: the server drops empty and unused values, and seconds distinguish two verdicts with the same values. @param {Verdict} theirs @param {State} sent */
function isSameState({ values, complete, seconds }, sent) {
  return (
    complete === sent.complete &&
    seconds === sent.seconds &&
    Object.entries(values).every(([name, value]) => value.trim() === sent.values[name]?.trim())
  );
}
