// Counts the seconds a task is looked at: while the tab is to be seen and the person did something within the last minute.

/** Without a sign of life for this long (milliseconds), the person is taken to be away. */
const patience = 60_000;
const tick = 1000;

export class Watch {
  #seconds = 0;
  #lastSign = performance.now();
  #lastTick = performance.now();

  constructor() {
    for (const kind of ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"]) {
      document.addEventListener(kind, () => this.#live(), { capture: true, passive: true });
    }
    document.addEventListener("visibilitychange", () =>
      this.#count(document.visibilityState === "hidden"),
    );
    setInterval(() => this.#count(document.visibilityState === "visible"), tick);
  }

  /** Begins a task that was looked at for so long before. @param {number} seconds */
  begin(seconds) {
    this.#live();
    this.#count(false);
    this.#seconds = seconds;
  }

  /** In all, to a tenth. */
  get seconds() {
    this.#count(document.visibilityState === "visible");
    return Math.round(this.#seconds * 10) / 10;
  }

  #live() {
    this.#count(document.visibilityState === "visible");
    this.#lastSign = performance.now();
  }

  /** Time since the last count belongs to the task, unless the tab was hidden or the machine asleep meanwhile. @param {boolean} wasSeen */
  #count(wasSeen) {
    const now = performance.now();
    const passed = now - this.#lastTick;
    const isAwake = this.#lastTick - this.#lastSign < patience;
    if (wasSeen && isAwake) this.#seconds += Math.min(passed, 2 * tick) / 1000;
    this.#lastTick = now;
  }
}
