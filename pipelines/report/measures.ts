// Sections: variety and length of the items, and their cost in calls and tokens.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, ItemType } from "../../schemas/items/item-types.ts";
import type { PageLanguage } from "./evaluation/page-language.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import { measuresWords } from "./measures-words.ts";
import { languageName, typeName } from "./names.ts";
import { bar } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { count, percent, table } from "./tables.ts";
import { countWordings } from "./wordings.ts";

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean, with minimum and maximum. */
const spread = (values: readonly number[], digits: number): Html =>
  html`<span class="brief">${mean(values).toFixed(digits)} <span class="soft small">(${count(Math.min(...values))}–${count(Math.max(...values))})</span></span>`;

function wordingsTable({ items, names }: RunData, page: PageLanguage): Html {
  const words = measuresWords[page];
  const rows = Language.options.flatMap(language => {
    const inLanguage = items.filter(item => item.language === language);
    const { questions, distinct, most } = countWordings(inLanguage, names);
    if (questions === 0) return [];
    const used = most
      .filter(([, times]) => times > 1)
      .map(
        ([wording, times]) =>
          html`<div class="said small">${times} × ${spoken(cut(wording, 150))}</div>`,
      );
    return [
      [
        languageName(language, page),
        questions,
        distinct,
        percent(distinct, questions),
        bar([{ kind: "good", label: words.distinct, value: distinct }], questions),
        used.length > 0 ? used : words.noneTwice,
      ],
    ];
  });
  if (rows.length === 0) return html``;
  return html`<p class="soft">${words.masked}</p>
${table(words.wordingsHead, rows)}`;
}

interface Shapes {
  readonly longest: number;
  readonly page: PageLanguage;
}

function shapeRow(type: ItemType, rows: readonly ItemRow[], { longest, page }: Shapes) {
  const lengths = rows.map(({ answer }) => answer.length);
  const drawn = bar(
    [
      {
        kind: "plain",
        label: measuresWords[page].meanCharacters,
        value: Math.round(mean(lengths)),
      },
    ],
    longest,
  );
  return [
    typeName(type, page),
    rows.length,
    spread(lengths, 0),
    drawn,
    spread(
      rows.map(({ evidence }) => evidence.length),
      1,
    ),
    spread(
      rows.map(({ keypoints }) => keypoints.length),
      1,
    ),
  ];
}

function shapesTable(rows: readonly ItemRow[], page: PageLanguage): Html {
  const groups = ItemType.options
    .map(type => ({ type, mine: rows.filter(row => row.type === type) }))
    .filter(({ mine }) => mine.length > 0);
  const longest = Math.max(
    ...groups.map(({ mine }) => mean(mine.map(({ answer }) => answer.length))),
  );
  return table(
    measuresWords[page].shapesHead,
    groups.map(({ type, mine }) => shapeRow(type, mine, { longest, page })),
  );
}

export function measuresSection(data: RunData, page: PageLanguage): Html {
  if (data.items.length === 0) return html``;
  const shapes = Language.options
    .map(language => ({ language, mine: data.items.filter(item => item.language === language) }))
    .filter(({ mine }) => mine.length > 0);
  return section(
    "measures",
    html`${wordingsTable(data, page)}
${shapes.map(({ language, mine }) => html`<h3>${measuresWords[page].shapesOf(languageName(language, page))}</h3>${shapesTable(mine, page)}`)}`,
  );
}

export function callsSection({ status, told }: RunData, language: PageLanguage): Html {
  const words = measuresWords[language];
  const { calls } = status;
  const sums = (["calls", "inputTokens", "cachedTokens", "outputTokens"] as const).map(field =>
    calls.reduce((sum, call) => sum + call[field], 0),
  );
  const most = Math.max(
    ...calls.map(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
    1,
  );
  const rows = calls.map(call => {
    const { stage, model, batch, calls: made, inputTokens, cachedTokens, outputTokens } = call;
    const name = batch ? words.batch(model) : model;
    const drawn = bar(
      [
        { kind: "plain", label: words.tokensIn, value: inputTokens },
        { kind: "kept", label: words.tokensOut, value: outputTokens },
      ],
      most,
    );
    return [stage, name, made, inputTokens, cachedTokens, outputTokens, drawn];
  });
  return section(
    "calls",
    html`<p class="soft">${words.replies}${told.rules ? words.rules : ""}</p>
${table(words.callsHead, rows, [words.all, "", ...sums, ""])}`,
  );
}
