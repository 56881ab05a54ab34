// Finds the variables a template reads, as paths from its root: ["facts"], ["facts", "*", "label"], where `*` stands for each element.

import Handlebars from "handlebars";
import { z } from "zod";

type Path = readonly string[];

interface Scopes {
  /** Paths of the contexts around a node, outermost first. */
  readonly stack: readonly Path[];
  readonly paths: Path[];
}

const isPath = (node: hbs.AST.Expression): node is hbs.AST.PathExpression =>
  node.type === "PathExpression";

// `../name` refers to the surrounding context; @index, @first, @last and @key are Handlebars' own.
function recordPath(node: hbs.AST.Expression, { stack, paths }: Scopes): Path {
  if (!isPath(node) || node.data) return [];
  const scope = stack[stack.length - 1 - node.depth] ?? ["(above the root)"];
  const path = [...scope, ...node.parts];
  if (path.length > 0) paths.push(path);
  return path;
}

function visitBlock(node: hbs.AST.BlockStatement, scopes: Scopes): void {
  const helper = isPath(node.path) ? node.path.original : "";
  const argument = node.params[0];
  if (!argument || !["each", "if", "unless", "with"].includes(helper)) {
    // Reported like a variable that does not exist.
    scopes.paths.push([`#${helper}`]);
    return;
  }
  const path = recordPath(argument, scopes);
  const inner = helper === "each" ? [...path, "*"] : path;
  visit(
    node.program,
    helper === "each" || helper === "with"
      ? { ...scopes, stack: [...scopes.stack, inner] }
      : scopes,
  );
  if (node.inverse) visit(node.inverse, scopes);
}

function visit(program: hbs.AST.Program, scopes: Scopes): void {
  for (const statement of program.body) {
    if (statement.type === "BlockStatement")
      visitBlock(statement as hbs.AST.BlockStatement, scopes);
    if (statement.type !== "MustacheStatement") continue;
    const { path, params } = statement as hbs.AST.MustacheStatement;
    if (isPath(path)) recordPath(path, scopes);
    for (const param of params) recordPath(param, scopes);
  }
}

/** Paths of all variables a template reads, once per occurrence. Throws Handlebars' own error if the syntax is wrong. */
export function variablePaths(template: string): Path[] {
  const scopes: Scopes = { stack: [[]], paths: [] };
  visit(Handlebars.parse(template), scopes);
  return scopes.paths;
}

function unwrap(schema: unknown): unknown {
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  )
    return unwrap(schema.unwrap());
  return schema;
}

function schemaAt(schema: unknown, name: string): unknown {
  const inner = unwrap(schema);
  if (name === "*") return inner instanceof z.ZodArray ? inner.element : undefined;
  return inner instanceof z.ZodObject ? inner.shape[name] : undefined;
}

/** The paths that do not exist in variables of this shape. */
export const unknownPaths = (paths: readonly Path[], variables: z.ZodObject): string[] => [
  ...new Set(
    paths
      .filter(path => path.reduce(schemaAt, variables as unknown) === undefined)
      .map(path => path.join(".")),
  ),
];
