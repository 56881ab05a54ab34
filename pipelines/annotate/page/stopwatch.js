// Counts the seconds spent on a task: while the tab is visible and the person was active within the last minute.

/** Milliseconds without activity after which the person counts as away. */
const idleLimit = 60_000;
/** Milliseconds between two counts. */
const tickLength = 1000;

const isVisible = () => document.visibilityState === "visible";

export class Stopwatch {
  #seconds = 0;
  #lastActivity = performance.now();
  #lastTick = performance.now();

  constructor() {
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"]) {
      document.addEventListener(kind, () => this.#noteActivity(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () => this.#count(!isVisible()));
    setInterval(() => this.#count(isVisible()), tickLength);
  }

  /** Begins counting for a task that has already taken `seconds`. @param {number} seconds */
  begin(seconds) {
    this.#noteActivity();
    this.#count(false);
    this.#seconds = seconds;
  }

  /** Total seconds, rounded to a tenth. */
  get seconds() {
    this.#count(isVisible());
    return Math.round(this.#seconds * 10) / 10;
  }

  #noteActivity() {
    this.#count(isVisible());
    this.#lastActivity = performance.now();
  }

  /** Adds the time since the last count, unless the tab was hidden or the person away; if the computer was asleep, at most two ticks count. @param {boolean} wasVisible */
  #count(wasVisible) {
    const now = performance.now();
    const elapsed = now - this.#lastTick;
    const wasActive = this.#lastTick - this.#lastActivity < idleLimit;
    if (wasVisible && wasActive) this.#seconds += Math.min(elapsed, 2 * tickLength) / 1000;
    this.#lastTick = now;
  }
}
