// Siblings of a run's documents, as many as are wanted: the same words, half of them exchanged with one another, so that nothing is said any more.
// npx tsx tests/bench/made-siblings.ts RUN COUNT [SEED] > siblings.jsonl, for `run … --distractors-from siblings.jsonl` and keyword-lists.ts

import { openRun } from "../../pipelines/engine/open-run.ts";
import { drawFrom, seedOf, shuffle } from "../../pipelines/text/random.ts";
import { searchTokens } from "../../pipelines/text/segment.ts";
import { type DocumentRow, documents } from "../../schemas/items/documents.ts";

const [run = "", count = "0", seed = "1"] = process.argv.slice(2);
/** Characters of a sibling; of a longer document a stretch. */
const most = 20_000;

/** A text in words that carry meaning, and what stands between them. */
function piecesOf(text: string, language: DocumentRow["language"]): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const word of searchTokens(text, language)) {
    const at = text.toLowerCase().indexOf(word.toLowerCase(), from);
    if (at < 0 || !/\p{Script=Han}{2}|[\p{L}\p{N}]{3}/u.test(word)) continue;
    pieces.push(text.slice(from, at), text.slice(at, at + word.length));
    from = at + word.length;
  }
  return [...pieces, text.slice(from)];
}

function siblingOf({ text, name, language }: DocumentRow, number: number) {
  const draw = drawFrom(seedOf(seed, name, String(number)));
  const start = text.length > most ? draw(text.length - most) : 0;
  const pieces = piecesOf(text.slice(start, start + most), language);
  const places = Array.from({ length: pieces.length >> 1 }, (_, at) => 2 * at + 1);
  const some = shuffle(draw, places).slice(0, places.length >> 1);
  const values = shuffle(draw, some).map(at => pieces[at] ?? "");
  for (const [turn, at] of some.entries()) pieces[at] = values[turn] ?? "";
  return { text: pieces.join(""), title: `${name} (${number})`, language };
}

const own = [...openRun(run).rows(documents)];
for (let number = 0; number < Number(count); number++) {
  const document = own[number % own.length];
  if (document) console.log(JSON.stringify(siblingOf(document, number + 1)));
}
