// Counts the seconds spent on a task: while the tab is visible and the person was active within the last minute.

/** Milliseconds without activity after which the person counts as away. */
const idleLimit = 60_000;
const tick = 1000;

export class Watch {
  #seconds = 0;
  #lastActivity = performance.now();
  #lastTick = performance.now();

  constructor() {
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"]) {
      document.addEventListener(kind, () => this.#noteActivity(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () =>
      this.#count(document.visibilityState === "hidden"),
    );
    setInterval(() => this.#count(document.visibilityState === "visible"), tick);
  }

  /** Begins a task that already took `seconds`. @param {number} seconds */
  begin(seconds) {
    this.#noteActivity();
    this.#count(false);
    this.#seconds = seconds;
  }

  /** Total seconds, rounded to a tenth. */
  get seconds() {
    this.#count(document.visibilityState === "visible");
    return Math.round(this.#seconds * 10) / 10;
  }

  #noteActivity() {
    this.#count(document.visibilityState === "visible");
    this.#lastActivity = performance.now();
  }

  /** Adds the time since the last count, unless the tab was hidden or the machine asleep. @param {boolean} wasVisible */
  #count(wasVisible) {
    const now = performance.now();
    const passed = now - this.#lastTick;
    const isAwake = this.#lastTick - this.#lastActivity < idleLimit;
    if (wasVisible && isAwake) this.#seconds += Math.min(passed, 2 * tick) / 1000;
    this.#lastTick = now;
  }
}
