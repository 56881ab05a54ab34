// The contracts of all wings by name, so that a reply on file can be held to its own.

import type { PromptContract } from "../../../schemas/define.ts";
import * as cofe from "../../../schemas/cofe/prompts.ts";
import * as crud from "../../../schemas/crud/prompts.ts";
import * as items from "../../../schemas/items/prompts.ts";
import * as questions from "../../../schemas/questions/prompts.ts";
import * as rageval from "../../../schemas/rageval/prompts.ts";

const isContract = (value: unknown): value is PromptContract =>
  typeof value === "object" && value !== null && "variables" in value && "reply" in value;

/** Of an export that is a contract, or an object of contracts. */
const among = (value: object): PromptContract[] =>
  isContract(value) ? [value] : Object.values(value).filter(isContract);

const contracts = new Map(
  [cofe, crud, items, questions, rageval].flatMap(module =>
    Object.values(module)
      .flatMap(among)
      .map(contract => [contract.name, contract] as const),
  ),
);

/** Throws for a name that no contract has. */
export function contractNamed(name: string): PromptContract {
  const contract = contracts.get(name);
  if (!contract) throw new Error(`there is no contract ${name}`);
  return contract;
}
