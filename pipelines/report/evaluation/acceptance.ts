// Section: how many items people accepted, by protocol, type and language.

import { Protocol } from "../../../schemas/annotation.ts";
import { ItemType, Language } from "../../../schemas/items/item-types.ts";
import { type Child, type Html, html, section } from "../html.ts";
import { languageName, typeName } from "../names.ts";
import { bar } from "../plots.ts";
import type { RunData } from "../run-data.ts";
import { count, numeric, percent, table } from "../tables.ts";
import type { Decided } from "./acceptance-read.ts";
import { type AcceptanceWords, acceptanceWords } from "./acceptance-words.ts";
import type { PageLanguage } from "./page-language.ts";
import { unreadList } from "./results.ts";

function cells(name: Child, decided: readonly Decided[], words: AcceptanceWords): Child[] {
  const number = (decision: Decided["decision"]) =>
    decided.filter(each => each.decision === decision).length;
  const [accepted, rejected, conflict] = [
    number("accepted"),
    number("rejected"),
    number("conflict"),
  ];
  const drawn = bar([
    { kind: "good", label: words.accepted, value: accepted },
    { kind: "lost", label: words.rejected, value: rejected },
    { kind: "kept", label: words.conflict, value: conflict },
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

function protocolTable(
  protocol: Protocol,
  decided: readonly Decided[],
  words: AcceptanceWords,
): Html {
  const ofType = (type: ItemType | null) => decided.filter(each => each.type === type);
  const ofLanguage = (language: Language) => decided.filter(each => each.language === language);
  const rows = [
    ...ItemType.options
      .filter(type => ofType(type).length > 0)
      .map(type => cells(typeName(type, words.language), ofType(type), words)),
    ...(ofType(null).length > 0 ? [cells(words.unknown, ofType(null), words)] : []),
    ...Language.options
      .filter(language => ofLanguage(language).length > 0)
      .map(language =>
        cells(html`<i>${languageName(language, words.language)}</i>`, ofLanguage(language), words),
      ),
  ];
  return html`<h3>${protocol}</h3>${table([words.items, words.decided, words.accepted, words.rejected, words.conflict, numeric(words.share), ""], rows, cells(words.all, decided, words))}`;
}

/** Empty if there are no decisions. */
export function acceptanceSection({ acceptance }: RunData, language: PageLanguage): Html {
  if (!acceptance) return html``;
  const { decided, unread } = acceptance;
  const words = acceptanceWords[language];
  return section(
    "acceptance",
    html`<p class="soft">${words.lead(count(decided.length))}</p>
${unreadList(unread, language)}${Protocol.options.map(protocol => {
  const ofProtocol = decided.filter(each => each.protocol === protocol);
  return ofProtocol.length > 0 ? protocolTable(protocol, ofProtocol, words) : html``;
})}`,
  );
}
