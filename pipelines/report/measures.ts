// Sections: how varied and how long the items are, and what they cost in calls and tokens.

import type { ItemRow } from "../../schemas/items/records.ts";
import { Language, ItemType } from "../../schemas/items/item-types.ts";
import { cut, type Html, html, spoken, section } from "./html.ts";
import { languageLabels, typeLabels } from "./names.ts";
import { bar } from "./plots.ts";
import type { RunData } from "./run-data.ts";
import { count, percent, table } from "./tables.ts";
import { countWordings } from "./wordings.ts";

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean, with least and most. */
const spread = (values: readonly number[], digits: number): Html =>
  html`<span class="brief">${mean(values).toFixed(digits)} <span class="soft small">(${count(Math.min(...values))}–${count(Math.max(...values))})</span></span>`;

function wordingsTable({ items, names }: RunData): Html {
  const rows = Language.options.flatMap(language => {
    const mine = items.filter(item => item.language === language);
    const { questions, distinct, most } = countWordings(mine, names);
    if (questions === 0) return [];
    const used = most
      .filter(([, times]) => times > 1)
      .map(
        ([wording, times]) =>
          html`<div class="said small">${times} × ${spoken(cut(wording, 150))}</div>`,
      );
    return [
      [
        languageLabels[language],
        questions,
        distinct,
        percent(distinct, questions),
        bar([{ kind: "good", label: "distinct wordings", value: distinct }], questions),
        used.length > 0 ? used : "none",
      ],
    ];
  });
  if (rows.length === 0) return html``;
  return html`<p class="soft">Names (◇), numbers and dates (#) masked, so many wordings are left.</p>
${table(["Questions", "all", "distinct wordings", "share", "", "used more than once"], rows)}`;
}

function shapeRow(type: ItemType, rows: readonly ItemRow[], longest: number) {
  const lengths = rows.map(({ answer }) => answer.length);
  const drawn = bar(
    [{ kind: "plain", label: "mean characters of an answer", value: Math.round(mean(lengths)) }],
    longest,
  );
  return [
    typeLabels[type],
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

function shapesTable(rows: readonly ItemRow[]): Html {
  const groups = ItemType.options
    .map(type => ({ type, mine: rows.filter(row => row.type === type) }))
    .filter(({ mine }) => mine.length > 0);
  const longest = Math.max(
    ...groups.map(({ mine }) => mean(mine.map(({ answer }) => answer.length))),
  );
  return table(
    ["Type", "items", "characters of an answer", "", "references", "keypoints"],
    groups.map(({ type, mine }) => shapeRow(type, mine, longest)),
  );
}

export function measuresSection(data: RunData): Html {
  if (data.items.length === 0) return html``;
  const shapes = Language.options
    .map(language => ({ language, mine: data.items.filter(item => item.language === language) }))
    .filter(({ mine }) => mine.length > 0);
  return section(
    "measures",
    html`${wordingsTable(data)}
${shapes.map(({ language, mine }) => html`<h3>${languageLabels[language]}: mean (least–most) of an item</h3>${shapesTable(mine)}`)}`,
  );
}

export function callsSection({ status, told }: RunData): Html {
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
    const name = batch ? `${model} batch` : model;
    const drawn = bar(
      [
        { kind: "plain", label: "tokens in", value: inputTokens },
        { kind: "kept", label: "tokens out", value: outputTokens },
      ],
      most,
    );
    return [stage, name, made, inputTokens, cachedTokens, outputTokens, drawn];
  });
  return section(
    "calls",
    html`<p class="soft">Every reply in calls.jsonl.${told.rules ? " With rules nothing was sent and nothing was paid; the tokens are what a model would have been shown and have written." : ""}</p>
${table(["Stage", "model", "calls", "tokens in", "of which cached", "tokens out", ""], rows, ["All", "", ...sums, ""])}`,
  );
}
