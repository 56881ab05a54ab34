// `ragwright trace`: traces a row back to its seed, prompts and calls.

import type { TraceNode } from "../../schemas/output/other-commands.ts";
import { trace } from "../engine/trace.ts";
import { printResult } from "./printer.ts";

function traceText(node: TraceNode, depth = 0): string {
  const calls =
    node.calls.length > 0
      ? `  calls ${node.calls.map(({ key }) => key.slice(0, 12)).join(" ")}`
      : "";
  const line = `${"  ".repeat(depth)}${node.artifact} ${node.id}${node.summary ? `  ${node.summary}` : ""}${calls}`;
  return [line, ...node.parents.map(parent => traceText(parent, depth + 1))].join("\n");
}

/** Prints the trace; returns the exit code. */
export function traceRow(
  directory: string,
  id: string,
  flags: { readonly json?: boolean },
): number {
  const node = trace(directory, id);
  return printResult(flags.json, node, traceText(node));
}
