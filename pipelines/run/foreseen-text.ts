// Writes the forecast of `make` as text: what the input was recognised as, how many items it yields, and what benchmarks of several sizes cost and detect.

import { inDollars } from "../engine/spending.ts";
import type { RecognisedInput } from "./recognise-input.ts";
import type { RunAhead, SizeAhead } from "./size-forecast.ts";

const formatCount = (value: number) => Math.round(value).toLocaleString("en-US");

function priceOf({ cost }: SizeAhead, isPaid: boolean): string {
  if (!isPaid) return "nothing";
  return cost === null ? "an unknown amount" : inDollars(cost.expected);
}

const timeOf = ({ calls, minutes }: SizeAhead): string =>
  calls === 0 ? "seconds" : `about ${minutes < 1 ? "a minute" : `${formatCount(minutes)} minutes`}`;

const countWithNoun = (value: number, noun: string) =>
  `${formatCount(value)} ${noun}${Math.round(value) === 1 ? "" : "s"}`;

function readLine({ documents, planned: { scope } }: RunAhead): string {
  const [firstFailure] = scope.unread;
  const unreadText =
    firstFailure === undefined
      ? "all files checked can be read"
      : `${countWithNoun(scope.unread.length, "file")} cannot be read, such as ${firstFailure.detail}`;
  return `Read   ${countWithNoun(documents, "document")}; ${unreadText}`;
}

/** A benchmark that detects only differences beyond half of the scale is useless: these are visible without one. */
const maxUsefulDifference = 0.5;

const detectionText = ({ difference }: SizeAhead): string =>
  difference > maxUsefulDifference
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
    `Yields about ${countWithNoun(bears, "good item")}; ${formatCount(plan.items.expected)} will be made by ${isPaid ? "a model" : "rules"}, method ${settings.method} (--items, --method).`,
    ...sizes.map(
      size =>
        `${formatCount(size.items).padStart(5)}  items cost ${priceOf(size, isPaid)}, take ${timeOf(size)}, and ${detectionText(size)}.`,
    ),
    ...planned.warnings,
  ].join("\n");
}
