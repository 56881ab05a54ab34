// Section: how many of the items people accepted, by protocol, type and language.

import { Protocol } from "../../../schemas/annotation.ts";
import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { type Child, type Html, html, section } from "../html.ts";
import { languageLabels, typeLabels } from "../names.ts";
import { bar } from "../plots.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, percent, table } from "../tables.ts";
import type { Decided } from "./acceptance-read.ts";
import { unreadList } from "./results.ts";

function cells(name: Child, decided: readonly Decided[]): Child[] {
  const number = (decision: Decided["decision"]) =>
    decided.filter(each => each.decision === decision).length;
  const [accepted, rejected, conflict] = [
    number("accepted"),
    number("rejected"),
    number("conflict"),
  ];
  const drawn = bar([
    { kind: "good", label: "accepted", value: accepted },
    { kind: "lost", label: "rejected", value: rejected },
    { kind: "kept", label: "in conflict", value: conflict },
  ]);
  return [
    name,
    decided.length,
    accepted,
    rejected,
    conflict,
    numeric(percent(accepted, accepted + rejected)),
    drawn,
  ];
}

function protocolTable(protocol: Protocol, decided: readonly Decided[]): Html {
  const ofType = (type: ItemType | null) => decided.filter(each => each.type === type);
  const ofLanguage = (language: Language) => decided.filter(each => each.language === language);
  const rows = [
    ...ItemType.options
      .filter(type => ofType(type).length > 0)
      .map(type => cells(typeLabels[type], ofType(type))),
    ...(ofType(null).length > 0 ? [cells("Type not known", ofType(null))] : []),
    ...Language.options
      .filter(language => ofLanguage(language).length > 0)
      .map(language => cells(html`<i>${languageLabels[language]}</i>`, ofLanguage(language))),
  ];
  return html`<h3>${protocol}</h3>${table(["Items", "decided", "accepted", "rejected", "in conflict", numeric("accepted of settled"), ""], rows, cells("All", decided))}`;
}

/** Empty where nobody decided on anything. */
export function acceptanceSection({ acceptance }: RunData): Html {
  if (!acceptance) return html``;
  const { decided, unread } = acceptance;
  return section(
    "acceptance",
    html`<p class="soft"><span class="key good"></span>accepted <span class="key lost"></span>rejected <span class="key kept"></span>in conflict. People decided ${count(decided.length)} times on items of this run; those in conflict count for neither side. Intervals, and how far people agree: <code>ragwright annotate agreement</code>.</p>
${unreadList(unread)}${Protocol.options.map(protocol => {
  const mine = decided.filter(each => each.protocol === protocol);
  return mine.length > 0 ? protocolTable(protocol, mine) : html``;
})}`,
  );
}
