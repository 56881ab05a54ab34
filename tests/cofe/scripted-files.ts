// A folder of pump notes and a model that reads them: every sentence bears one question, whose words find it again.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Model, ModelRequest } from "../../pipelines/llm/model.ts";
import type { VariablesOf } from "../../schemas/define.ts";
import { titlePrompt } from "../../schemas/cofe/prompts.ts";
import * as questions from "../../schemas/questions/prompts.ts";

export const pumps = ["Alder", "Birch", "Cedar", "Damson"];
const seasons = ["Harbour", "Boiler", "Galley"];
const fluids = ["oil", "brine", "glycol", "ethanol", "paraffin", "turpentine", "vinegar", "syrup"];

const statement = (pump: string, season: string, fluid: string, litres: number) =>
  `In the ${season} season the ${pump} pump is filled with ${litres} litres of ${fluid}.`;
const stated = /^In the (\w+) season the (\w+) pump is filled with (\d+) .*litres of (\w+)\.$/;
/** No two alike, or one would repeat the other. */
export const wordings = [
  (what: string) => `How much ${what}?`,
  (what: string) => `We have run dry: which quantity do we order of ${what}?`,
  (what: string) => `Before the inspector comes, what must the gauge show for ${what}?`,
  (what: string) => `Somebody emptied it overnight. Tell me the right filling, ${what}.`,
  (what: string) => `Is a barrel enough, or what else is due: ${what}?`,
  (what: string) => `Our apprentice doubts the label; state the proper amount, ${what}.`,
  (what: string) => `For the winter budget I need one figure, ${what}: which?`,
  (what: string) => `After the leak was repaired, up to where do we top up, ${what}?`,
];

/** The sections of a file, by their seasons; each is a fragment. */
export const sectionsOf = (pump: string, at: number): Map<string, string> =>
  new Map(
    seasons.map((season, turn) => [
      season,
      fluids
        .map((fluid, index) => statement(pump, season, fluid, 100 * at + 10 * turn + index + 11))
        .join(" "),
    ]),
  );

const fileOf = (pump: string): string => `notes/${pump.toLowerCase()}.md`;

export function writeFile(folder: string, pump: string, sections: ReadonlyMap<string, string>) {
  const path = join(folder, fileOf(pump));
  mkdirSync(dirname(path), { recursive: true });
  const text = [...sections].map(([season, own]) => `## ${season}\n\n${own}\n`).join("\n");
  writeFileSync(path, `# Notes on the ${pump} pump\n\n${text}`);
}

export function writeFiles(folder: string): void {
  for (const [at, pump] of pumps.entries()) writeFile(folder, pump, sectionsOf(pump, at));
}

type Shown = questions.ShownDocument;

const readIn = (documents: readonly Shown[]) =>
  documents.flatMap(({ name, sentences }) =>
    sentences.flatMap(({ number, text }) => {
      const [, season, pump, litres, fluid] = stated.exec(text) ?? [];
      return season === undefined ? [] : [{ number, name, text, season, pump, litres, fluid }];
    }),
  );

/** Of each sentence in turn one question, of each type as many as are wanted. */
function propose({ documents, wanted, brief }: VariablesOf<typeof questions.initPrompt>) {
  const types = wanted.flatMap(({ type, count }) => Array.from({ length: count }, () => type));
  const candidates = readIn(documents)
    .slice(0, types.length)
    .map(({ number, text, season, pump, fluid }, at) => ({
      type: types[at],
      asker: "operator",
      question:
        wordings[fluids.indexOf(fluid ?? "")]?.(`${fluid} in the ${pump} pump, ${season} season`) ??
        "",
      answer: text,
      sentences: [number],
      derivations: [],
      worth: 5,
    }));
  const [first] = documents;
  return { brief: brief && first ? { subject: first.name, settles: [] } : null, candidates };
}

function read({ documents, questions: asked }: VariablesOf<typeof questions.readingsPrompt>) {
  const known = readIn(documents);
  return {
    readings: asked.map(({ number, question }) => {
      const found = known.filter(({ pump, fluid, season }) =>
        question.includes(`${fluid} in the ${pump} pump, ${season} season`),
      );
      return {
        number,
        answerable: "yes",
        answer: found.map(({ text }) => text).join(" "),
        sentences: found.map(each => each.number),
        clear: true,
        known: false,
        worth: 5,
      };
    }),
  };
}

function keys({ items }: VariablesOf<typeof questions.keysPrompt>) {
  return {
    items: items.map(({ number, answer, lines, conclusion }) => {
      const [found] = readIn([{ name: "", published: "", rest: "", sentences: lines }]);
      const evidence = lines.map(line => line.number);
      return {
        number,
        keypoints: [{ claim: answer, kind: conclusion ? "conclusion" : "fact", evidence }],
        unproved: "",
        coarse: [`${found?.pump} pump`],
        fine: [[/\d+ .*litres of \w+/.exec(found?.text ?? "")?.[0] ?? ""]],
        idle: [],
        faults: [],
        why: "",
        right: 5,
        worth: 5,
      };
    }),
  };
}

const replies: Readonly<Record<string, (variables: never) => object>> = {
  [titlePrompt.name]: ({ opening }: VariablesOf<typeof titlePrompt>) => ({
    title: opening.split("\n")[0]?.replace("# ", "") ?? "",
  }),
  [questions.initPrompt.name]: propose,
  [questions.linksPrompt.name]: () => ({ links: [] }),
  [questions.readingsPrompt.name]: read,
  [questions.keysPrompt.name]: keys,
};

export interface Scripted extends Model {
  /** In order. */
  readonly asked: ModelRequest[];
}

export function scriptedModel(): Scripted {
  const asked: ModelRequest[] = [];
  return {
    name: "scripted",
    settings: { temperature: null, seed: 1 },
    paid: false,
    asked,
    complete: async request => {
      asked.push(request);
      const reply = replies[request.prompt.name];
      if (!reply) throw new Error(`nobody answers ${request.prompt.name}`);
      const text = JSON.stringify(reply(request.variables as never));
      return { text, finish: "stop", usage: { inputTokens: 1, outputTokens: 1 } };
    },
  };
}
