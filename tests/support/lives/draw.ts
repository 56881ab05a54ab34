// What happens in a random life of a run: faults of the server, stops, edits and strangers, all drawn from its seed.

import { chance } from "../replay/draws.ts";

/** How a start ends, unless it is through before. */
export type Ending =
  | { readonly kind: "kill" | "interrupt" | "terminate"; readonly after: number }
  /** Bytes that a file may have, in blocks of 512. */
  | { readonly kind: "full disk"; readonly blocks: number }
  /** USD. */
  | { readonly kind: "ceiling"; readonly ceiling: number }
  | { readonly kind: "none" };

/** What is done to the run's folder while no process works on it. */
const edits = [
  "nothing",
  "torn tail of a journal",
  "zeros at the end of a journal",
  "artifact emptied",
  "artifact removed",
  "prices edited",
  "clock set back",
  "clock set forward",
  "lock of a dead process",
] as const;
export type Edit = (typeof edits)[number];

interface Start {
  readonly ending: Ending;
  readonly editBefore: Edit;
  /** Another process is started on the folder while this one works. */
  readonly intruder: boolean;
}

export interface Life {
  readonly seed: number;
  /** For the replay server: each kind with its rate. */
  readonly faults: string;
  /** Milliseconds, as the replay server reads them. */
  readonly latency: string;
  readonly concurrency: number;
  readonly starts: readonly Start[];
}

const faultKinds =
  "429 429-wait 500 503 html reset reset-body truncated stall stall-body slow".split(" ");
const endings = ["kill", "interrupt", "terminate", "full disk", "ceiling", "none"] as const;

/** Milliseconds in which a start is stopped: from before its lock to after its end. */
const latestStop = 4000;

function endingOf(seed: number, start: number): Ending {
  const draw = (what: string) => chance(seed, what, start);
  const kind = endings[Math.floor(draw("ending") * endings.length)] ?? "none";
  if (kind === "full disk") return { kind, blocks: 1 + Math.floor(draw("blocks") ** 3 * 200) };
  if (kind === "ceiling") return { kind, ceiling: 0.0005 + draw("ceiling") * 0.02 };
  if (kind === "none") return { kind };
  return { kind, after: Math.round(200 + draw("after") * latestStop) };
}

/** The same for the same seed. */
export function drawLife(seed: number): Life {
  const draw = (what: string) => chance(seed, what);
  const kinds = faultKinds.filter(kind => chance(seed, "fault", kind) < 0.35);
  const share = draw("share") * 0.5;
  return {
    seed,
    faults: kinds.map(kind => `${kind}=${(share / kinds.length).toFixed(4)}`).join(","),
    latency: draw("latency") < 0.5 ? "none" : "lognormal:60,0.6",
    concurrency: 1 + Math.floor(draw("concurrency") * 12),
    starts: Array.from({ length: 1 + Math.floor(draw("starts") * 3) }, (_, start) => ({
      ending: endingOf(seed, start),
      editBefore: edits[Math.floor(chance(seed, "edit", start) * edits.length)] ?? "nothing",
      intruder: chance(seed, "intruder", start) < 0.15,
    })),
  };
}
