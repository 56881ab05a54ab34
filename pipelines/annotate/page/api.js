// Client for the server's API.

/** @import { Field, FormProblem, BilingualText } from "../form.ts" */
/** @import { PersonTask, ShownDocument } from "../../../schemas/annotation.ts" */
/** @typedef {{ id: string, protocol: string, annotator: string, tasks: number, languages: string[], title: BilingualText, guide: { zh: string[], en: string[] } }} Batch */
/** @typedef {"begun" | "complete"} TaskState */
/** @typedef {{ id: string, type: string | null, language: string, opening: string }} TaskSummary */
/** @typedef {{ values: Record<string, string>, complete: boolean, seconds: number | null, revision: number }} Verdict */
/** @typedef {{ task: PersonTask, typeLabel: BilingualText | null, fields: Field[], documents: ShownDocument[], verdict: Verdict | null }} OpenedTask */
/** @typedef {{ taskId: string, annotator: string, values: Record<string, string>, complete: boolean, seconds: number, basedOn: number }} SentVerdict */

/** An error response from the server. */
export class ErrorResponse extends Error {
  /** @type {number} */
  status;
  /** @type {{ problems?: FormProblem[], verdict?: Verdict | null }} */
  body;

  /**
   * @param {number} status
   * @param {{ problems?: FormProblem[], verdict?: Verdict | null }} body
   */
  constructor(status, body) {
    super(`The server responded with status ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** Milliseconds after which an unanswered request is aborted. */
const requestTimeout = 15_000;

export class Api {
  /** @type {string | null} */
  #token;

  /** @param {string | null} token */
  constructor(token) {
    this.#token = token;
  }

  /** @returns {Promise<Batch>} */
  batch() {
    return this.#fetch("/api/batch");
  }

  /**
   * @param {string} annotator
   * @returns {Promise<{ tasks: TaskSummary[], states: Record<string, TaskState> }>}
   */
  tasks(annotator) {
    return this.#fetch(`/api/tasks?annotator=${encodeURIComponent(annotator)}`);
  }

  /**
   * @param {string} id
   * @param {string} annotator
   * @returns {Promise<OpenedTask>}
   */
  task(id, annotator) {
    return this.#fetch(
      `/api/tasks/${encodeURIComponent(id)}?annotator=${encodeURIComponent(annotator)}`,
    );
  }

  /**
   * @param {SentVerdict} verdict
   * @param {boolean} isLeaving the page is closing, but the browser must still send the request
   * @returns {Promise<{ revision: number, problems: FormProblem[] }>}
   */
  putVerdict(verdict, isLeaving) {
    return this.#fetch("/api/verdicts", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(verdict),
      keepalive: isLeaving,
    });
  }

  /**
   * Throws ErrorResponse for an error response, another error if there was no response.
   * @param {string} path
   * @param {RequestInit & { headers?: Record<string, string> }} [request]
   */
  async #fetch(path, request = {}) {
    const headers = {
      ...request.headers,
      ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
    };
    const response = await fetch(path, {
      ...request,
      headers,
      cache: "no-store",
      signal: AbortSignal.timeout(requestTimeout),
    });
    if (response.ok) return await response.json();
    throw new ErrorResponse(response.status, await response.json().catch(() => ({})));
  }
}
