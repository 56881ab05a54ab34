// Asks a model which two or three documents of a neighbourhood warrant a shared question; "none" is a valid answer.

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
import { documentsWithTitles, type TitleOptions } from "./document-titles.ts";

/** Good links are scarce: a request asks for one per this many documents, up to the maximum. */
const documentsPerLink = 3;
const maxLinks = 6;

type LinkReply = ReplyOf<typeof linksPrompt>["links"][number];

/** A link read from the reply, or why it was dropped. */
function readLink(
  reply: LinkReply,
  { briefs, language, domain }: NeighbourhoodRow,
): Omit<LinkRow, "losses"> | Omit<Loss, "number"> {
  if (reply === null)
    return { code: "no-contract", detail: "This entry of the reply did not fit the contract." };
  const { documents: numbers, sure, question, adds, tie } = reply;
  const description = `${numbers.join(", ")}: ${question}`;
  const linkedBriefs = [...new Set(numbers)].flatMap(number => briefs[number - 1] ?? []);
  if (linkedBriefs.length < new Set(numbers).size)
    return { code: "unknown-document", detail: description };
  if (linkedBriefs.length < 2 || linkedBriefs.length > 3)
    return { code: "not-two-or-three", detail: description };
  if (sure === 1) return { code: "guess", detail: description };
  const ids = [...new Set(linkedBriefs.map(({ documentId }) => documentId))];
  const scope = linkedBriefs.flatMap(({ fragment }) => fragment ?? []);
  return {
    id: rowId("link", ids, question),
    language,
    domain,
    documentIds: ids,
    ...(scope.length > 0 && { scope }),
    link: { question, adds, tie, sure },
  };
}

export const linksStage = ({ titles }: TitleOptions) =>
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
        count: Math.min(maxLinks, Math.ceil(briefs.length / documentsPerLink)),
        documents: briefs.map(({ documentId, subject, settles }, index) => ({
          number: index + 1,
          name: documentOf(documentId).name,
          subject,
          settles,
        })),
      });
      const distinctLinks: Omit<LinkRow, "losses">[] = [];
      const losses: Loss[] = [];
      for (const [index, linkReply] of reply.links.entries()) {
        const result = readLink(linkReply, row);
        if ("code" in result) losses.push({ number: index + 1, ...result });
        else if (distinctLinks.some(({ id }) => id === result.id))
          losses.push({ number: index + 1, code: "twice", detail: result.link.question });
        else distinctLinks.push(result);
      }
      const [loss] = losses;
      if (distinctLinks.length === 0 && loss)
        return rejected<LinkRow>(
          loss.code,
          losses.map(({ code, detail }) => `${code}: ${detail}`).join("; "),
        );
      return made(
        distinctLinks.map((link, index) => ({ ...link, losses: index === 0 ? losses : [] })),
      );
    },
  });
