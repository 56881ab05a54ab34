// The writer sees how a seed sets a section, and none of the seed's values.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentsStage } from "../../pipelines/rageval/documents.ts";
import { skeletonFinder } from "../../pipelines/rageval/skeletons.ts";
import { countTokens } from "../../pipelines/text/segment.ts";
import { seeds } from "../../schemas/rageval/records.ts";
import { aMember, aSchema, aValue } from "../support/facts.ts";
import { scriptedContext } from "../support/stage-context.ts";
import { readDomain } from "./clinic.ts";

const seed = (mill: string, owner: string, day: string) => `# ${mill}

## company
Keeper: ${owner}
${owner}: keeper since ${day}
1. ${mill} grinds rye.
2. It stood still on ${day}.
3. It was sold to ${owner}.
${mill} lies at ${owner}'s brook.
| ${owner} | ${day} |

### Register
\`\`\`
mill-${mill.toLowerCase()} --from ${day.slice(-4)}
\`\`\`
### ${mill} and its past
## Deeds of ${owner}
- **Notary:** ${mill}
## report
Running text of ${mill} on ${day} alone.
`;
const texts = [
  seed("Oxbow", "Tilda Marsh", "4 May 1987"),
  seed("Fernley", "Ivo Quill", "6 June 1992"),
];
const values = ["Oxbow", "oxbow", "Tilda", "Marsh", "1987", "4 May", "Fernley", "Quill", "1992"];
const { schema } = aSchema({
  sections: ["company", "report"].map(id => ({ id, title: id, form: "" })),
});
const skeletonOf = skeletonFinder(schema, texts);
const [company, report] = schema.sections;

test("headings, marks, labels and code of a section stand, its values are blanked", () => {
  expect(skeletonOf(company!).split("\n")).toEqual([
    "Keeper: …",
    "…: …",
    "0. …",
    "0. …",
    "…",
    "| … | … |",
    "### Register",
    "```",
    "x-x --x 0000",
    "```",
    "### …",
  ]);
});

test("running text, and a section that no seed has, need none", () => {
  expect(skeletonOf(report!)).toBe("");
  expect(skeletonOf({ ...company!, title: "outlook" })).toBe("");
});

test("a skeleton ends after 120 tokens", () => {
  const long = ["## company", ...Array.from({ length: 90 }, (_, at) => `- a${"b".repeat(at)}: c`)];
  const names = skeletonFinder(schema, [long.join("\n"), long.join("\n")])(company!);
  expect(countTokens(names)).toBeLessThanOrEqual(120);
  expect(countTokens(names)).toBeGreaterThan(60);
});

test.each(["finance", "law", "medical"])("of our seeds on %s no figure is kept", domain => {
  const folder = `seeds/rageval/${domain}/en`;
  const own = readdirSync(folder).map(name => readFileSync(`${folder}/${name}`, "utf8"));
  const prepared = readDomain(domain, "en");
  const skeletons = prepared.sections.map(skeletonFinder(prepared, own));
  expect(skeletons.filter(text => text !== "").length).toBeGreaterThan(1);
  expect(skeletons.filter(text => /[1-9]/.test(text))).toEqual([]);
});

test("no value of a seed is in a request, which has the skeleton", async () => {
  const rows = texts.map((text, at) => ({
    id: `s${at}`,
    language: "en" as const,
    domain: "finance",
    text,
    provenance: { source: "test", licence: null },
  }));
  const { context, asked } = scriptedContext(
    { schemas: [aSchema()], seeds: rows },
    { "rageval/section": [{ sections: [{ id: "company", text: "It employs 214 people." }] }] },
  );
  const options = { repairRounds: 0, statutes: [], licence: null, length: "like-seeds" } as const;
  const member = aMember(aValue("company/staff", "214 people"));
  await documentsStage({ ...options, seeds }).each(member, context as never);
  const request = JSON.stringify(asked[0]?.variables);
  expect(values.filter(value => request.includes(value))).toEqual([]);
  expect(asked[0]?.variables.sections[0].skeleton).toContain("Keeper: …");
  expect(asked[0]?.variables.sections[0].length).toBeGreaterThan(0);
});

test("what heads the whole document heads none of its sections", () => {
  const notice = (part: string) => `# Notice of report

To: the parish
## ${part}
- Day: 4 May 1987
`;
  expect(skeletonFinder(schema, [notice("findings")])(report!)).toBe("");
  expect(skeletonFinder(schema, [notice("II. report of the keeper")])(report!)).toBe("- …: …");
});
