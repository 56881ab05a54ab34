// Parses the XML of office files into plain nodes, in order and without namespace prefixes.

import { XMLParser, XMLValidator } from "fast-xml-parser";
import { malformedProblem, type OfficeArchive } from "./office-archive.ts";

export interface XmlNode {
  /** Without its prefix; "" for text. */
  readonly name: string;
  /** Read with `attribute`; to distinguish `id` and `r:id` on one node, see `relationshipIdOf`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The text of a text node. */
  readonly text: string;
}

/** Maximum depth of nesting; anything deeper is treated as an attack, and would overflow the stack. */
const maxDepth = 256;
const textName = "#text";
const attributesName = ":@";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Includes numeric character references (&#20013;).
  htmlEntities: true,
  maxNestedTags: maxDepth,
});

const stripPrefix = (name: string) => name.slice(name.indexOf(":") + 1);

type RawNode = Readonly<Record<string, unknown>>;

function toNode(raw: RawNode): XmlNode {
  const text = raw[textName];
  if (typeof text === "string") return { name: "", attributes: {}, children: [], text };
  const tag = Object.keys(raw).find(key => key !== attributesName) ?? "";
  const children = raw[tag];
  const attributes = (raw[attributesName] ?? {}) as Readonly<Record<string, string>>;
  return {
    name: stripPrefix(tag),
    attributes,
    children: Array.isArray(children) ? children.map(child => toNode(child as RawNode)) : [],
    text: "",
  };
}

/** The nodes of a fragment of XML, which need not have a single root. `part` names it in errors. */
export function parseFragment(xml: string, part: string): readonly XmlNode[] {
  try {
    return (parser.parse(xml) as RawNode[]).map(toNode);
  } catch (error) {
    throw malformedProblem(`${part} cannot be read`, error);
  }
}

/** Checks in linear time, before anything is built, that a part is well-formed; otherwise throws FileProblem("malformed"), naming it. */
export function checkWellFormed(xml: string, part: string): void {
  if (XMLValidator.validate(xml) !== true) throw malformedProblem(`${part} is not well-formed XML`);
}

/** The root of a complete part. Throws FileProblem("malformed"), naming the part. */
export function parsePart(xml: string, part: string): XmlNode {
  checkWellFormed(xml, part);
  const root = parseFragment(xml, part).find(({ name }) => name !== "");
  if (!root) throw malformedProblem(`${part} is empty`);
  return root;
}

const emptyNode: XmlNode = { name: "", attributes: {}, children: [], text: "" };

/** The root of a part of an archive; an empty node if there is no such part. Throws FileProblem("malformed"), naming the part. */
export function rootOfPart(archive: OfficeArchive, part: string | undefined): XmlNode {
  const xml = archive.get(part ?? "");
  return part === undefined || xml === undefined ? emptyNode : parsePart(xml, part);
}

export const childrenNamed = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.filter(child => child.name === name);

/** The first child with one of these names; an empty node if there is none. */
export const firstChild = (node: XmlNode, ...names: readonly string[]): XmlNode =>
  node.children.find(({ name }) => names.includes(name)) ?? emptyNode;

/** The descendant reached by these names; an empty node if one is missing. */
export const descendant = (node: XmlNode, ...names: readonly string[]): XmlNode =>
  names.reduce((current, name) => firstChild(current, name), node);

/** The value of an attribute; if there is none, that of one with this name after a prefix. */
export const attribute = (node: XmlNode, name: string): string | undefined =>
  node.attributes[name] ??
  Object.entries(node.attributes).find(([key]) => stripPrefix(key) === name && key !== name)?.[1];

/** An attribute with a prefix (`r:id` as opposed to `id`): the relationship to another part. */
export const relationshipIdOf = (node: XmlNode, name = "id"): string | undefined =>
  Object.entries(node.attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

/** All outermost descendants with this name, in order. */
export const outermostDescendants = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.flatMap(child =>
    child.name === name ? [child] : outermostDescendants(child, name),
  );

export const textOf = (node: XmlNode): string => node.text + node.children.map(textOf).join("");
