// What a model might say on the planted benchmark, written by hand: it knows what everybody knows, reads passages literally, and judges by the planted words.

import { planted, type PlantedItem } from "./planted-benchmark.ts";

/** What everybody knows. */
const known: Readonly<Record<string, string>> = {
  "水在标准大气压下的沸点是多少摄氏度？": "100摄氏度。",
  "法国的首都是哪座城市？": "巴黎。",
  "At how many degrees Celsius does water boil at sea level?": "At 100 degrees Celsius.",
  "What is the capital of France?": "Paris.",
};

const between = (text: string, mark: string): string | undefined =>
  new RegExp(`<${mark}>\\n([\\s\\S]*?)\\n?</${mark}>`).exec(text)?.[1];

const numbered = (text: string): { id: string; text: string }[] =>
  [...text.matchAll(/^\[(\w+)\]\s*(.*)$/gm)].map(([, id = "", rest = ""]) => ({ id, text: rest }));

function judged(plant: PlantedItem, answer: string, keypoints: string): object {
  const verdicts = numbered(keypoints).map(({ id, text }) => {
    const cue = plant.claims.find(([claim]) => claim === text)?.[1] ?? text;
    return { id, reason: cue, verdict: answer.includes(cue) ? "covered" : "neither" };
  });
  return { verdicts };
}

function compared({ other }: PlantedItem, sentences: string): object {
  const said = numbered(sentences).filter(
    ({ text }) => other !== undefined && text.includes(other.document),
  );
  if (other === undefined || said.length === 0)
    return { sentences: [], reason: "-", verdict: "neither" };
  return { sentences: [1], reason: said[0]?.text, verdict: other.verdict };
}

/** The reply to a user part of the prompts that an audit asks. */
export function replyToAudit(user: string): string {
  const question = between(user, "question") ?? "";
  const plant = planted.find(each => each.question === question);
  if (!plant) throw new Error(`Nobody planted: ${question}`);
  const [passages, keypoints, sentences] = ["passages", "keypoints", "sentences"].map(mark =>
    between(user, mark),
  );
  if (keypoints !== undefined)
    return JSON.stringify(judged(plant, between(user, "answer") ?? "", keypoints));
  if (sentences !== undefined) return JSON.stringify(compared(plant, sentences));
  if (passages !== undefined)
    return JSON.stringify({
      answer: numbered(passages)
        .map(({ text }) => text)
        .join("\n"),
    });
  return JSON.stringify({ answer: known[question] ?? null });
}
