// Asks which two or three documents of a neighbourhood deserve a common question. None is a valid answer.

import type { ReplyOf } from "../../schemas/define.ts";
import { documents } from "../../schemas/items/documents.ts";
import { linksPrompt } from "../../schemas/questions/prompts.ts";
import {
  type LinkRow,
  links,
  type Loss,
  type NeighbourhoodRow,
  neighbourhoods,
} from "../../schemas/questions/records.ts";
import { rowId } from "../engine/fingerprint.ts";
import { defineStage, made, rejected } from "../engine/stage.ts";
import { documentsWithTitles, type Titling } from "./document-titles.ts";

/** Good links are scarce: one is asked for per this many documents, up to the maximum. */
const documentsEach = 3;
const maxLinks = 6;

type LinkReply = ReplyOf<typeof linksPrompt>["links"][number];

/** A link read from the reply, or why it is dropped. */
function readLink(
  reply: LinkReply,
  { briefs, language, domain }: NeighbourhoodRow,
): Omit<LinkRow, "losses"> | Omit<Loss, "number"> {
  if (reply === null) return { code: "no-contract", detail: "It did not fit the contract." };
  const { documents: numbers, sure, question, adds, tie } = reply;
  const shown = `${numbers.join(", ")}: ${question}`;
  const named = [...new Set(numbers)].flatMap(number => briefs[number - 1] ?? []);
  if (named.length < new Set(numbers).size) return { code: "unknown-document", detail: shown };
  if (named.length < 2 || named.length > 3) return { code: "not-two-or-three", detail: shown };
  if (sure === 1) return { code: "guess", detail: shown };
  const ids = [...new Set(named.map(({ documentId }) => documentId))];
  const scope = named.flatMap(({ fragment }) => fragment ?? []);
  return {
    id: rowId("link", ids, question),
    language,
    domain,
    documentIds: ids,
    ...(scope.length > 0 && { scope }),
    link: { question, adds, tie, sure },
  };
}

export const linksStage = ({ titles }: Titling) =>
  defineStage({
    name: "questions/links",
    module: import.meta.filename,
    prompts: [linksPrompt],
    over: neighbourhoods,
    lookup: { documents, ...(titles && { titles }) },
    writes: links,
    async each(row, { tables, ask }) {
      const { briefs, domain, language } = row;
      const documentOf = documentsWithTitles(tables);
      const reply = await ask(linksPrompt, language, {
        domain,
        count: Math.min(maxLinks, Math.ceil(briefs.length / documentsEach)),
        documents: briefs.map(({ documentId, subject, settles }, at) => ({
          number: at + 1,
          name: documentOf(documentId).name,
          subject,
          settles,
        })),
      });
      const found: Omit<LinkRow, "losses">[] = [];
      const losses: Loss[] = [];
      for (const [at, named] of reply.links.entries()) {
        const read = readLink(named, row);
        if ("code" in read) losses.push({ number: at + 1, ...read });
        else if (found.some(({ id }) => id === read.id))
          losses.push({ number: at + 1, code: "twice", detail: read.link.question });
        else found.push(read);
      }
      const [loss] = losses;
      if (found.length === 0 && loss)
        return rejected<LinkRow>(
          loss.code,
          losses.map(({ code, detail }) => `${code}: ${detail}`).join("; "),
        );
      return made(found.map((link, at) => ({ ...link, losses: at === 0 ? losses : [] })));
    },
  });
