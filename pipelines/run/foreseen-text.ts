// Forecast of `make` as text: what the input was recognised as, how many items it yields, and what benchmarks of several sizes cost and detect.

import { inDollars } from "../engine/spending.ts";
import type { RecognisedInput } from "./recognise-input.ts";
import type { RunAhead, SizeAhead } from "./size-forecast.ts";

const count = (value: number) => Math.round(value).toLocaleString("en-US");

function priceOf({ cost }: SizeAhead, isPaid: boolean): string {
  if (!isPaid) return "nothing";
  return cost === null ? "an unknown price" : inDollars(cost.expected);
}

const timeOf = ({ calls, minutes }: SizeAhead): string =>
  calls === 0 ? "seconds" : `about ${minutes < 1 ? "a minute" : `${count(minutes)} minutes`}`;

const counted = (value: number, noun: string) =>
  `${count(value)} ${noun}${Math.round(value) === 1 ? "" : "s"}`;

function readLine({ documents, planned: { scope } }: RunAhead): string {
  const [first] = scope.unread;
  const unread =
    first === undefined
      ? "all files checked can be read"
      : `${counted(scope.unread.length, "file")} cannot be read, such as ${first.detail}`;
  return `Read   ${counted(documents, "document")}; ${unread}`;
}

/** A benchmark that detects only differences beyond half of the scale is of no use: these show without one. */
const maxDifference = 0.5;

const shows = ({ difference }: SizeAhead): string =>
  difference > maxDifference
    ? "are too few to distinguish systems"
    : `distinguish two systems that are ${(100 * difference).toFixed(0)} points apart`;

/** At least five lines for people, before anything is sent; one line for feeds, whose content is known only once it is fetched. */
export function foreseenText({ told }: RecognisedInput, ahead: RunAhead | null): string {
  if (!ahead) return `Taken  as ${told}`;
  const { planned, bears, sizes, isPaid } = ahead;
  const { plan, settings } = planned;
  return [
    `Taken  as ${told}`,
    readLine(ahead),
    `Bears  about ${counted(bears, "good item")}; ${count(plan.items.expected)} will be made by ${isPaid ? "a model" : "rules"}, method ${settings.method} (--items, --method).`,
    ...sizes.map(
      size =>
        `${count(size.items).padStart(5)}  items cost ${priceOf(size, isPaid)}, take ${timeOf(size)}, and ${shows(size)}.`,
    ),
    ...planned.warnings,
  ].join("\n");
}
