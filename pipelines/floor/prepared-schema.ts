// The prepared schema of a domain, among those a run was given.

import type { ScenarioSchema } from "../../schemas/rageval/schema.ts";
import type { AnswerContext } from "./answerer.ts";

/** The first prepared schema of this domain (letter case aside) in the request's language; the project's own come first. */
export const preparedSchema = (
  context: AnswerContext,
  domain: string,
): ScenarioSchema | undefined =>
  context.domains.find(
    schema =>
      schema.language === context.language && schema.domain.toLowerCase() === domain.toLowerCase(),
  );
