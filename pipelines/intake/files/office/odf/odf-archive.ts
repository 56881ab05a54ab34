// Opens an OpenDocument file and reads its content, styles and title.

import {
  encryptedProblem,
  malformedProblem,
  openArchive,
  refuseEntities,
} from "../office-archive.ts";
import { authoredTitle } from "../office-parts.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  firstChild,
  rootOfPart,
  textOf,
  type XmlNode,
} from "../office-xml.ts";

export interface OdfFile {
  /** The element `text`, `spreadsheet` or `presentation`. */
  readonly body: XmlNode;
  readonly styles: OdfStyles;
  readonly title: string | null;
  /** The data table of a chart, which is an embedded file; undefined for any other object. */
  chartTable(reference: string): XmlNode | undefined;
}

export interface OdfStyles {
  /** The style of an element and the styles that it is based on, nearest first. */
  stylesOf(element: XmlNode): readonly XmlNode[];
  /** A property that the style of an element sets or inherits, by its group and name. */
  propertyOf(element: XmlNode, group: string, name: string): string | undefined;
  /** The list style with this name. */
  listStyle(name: string | undefined): XmlNode | undefined;
  /** How headings are numbered. */
  readonly outline: XmlNode | undefined;
}

/** Maximum length of a chain of inherited styles. */
const maxAncestors = 20;
const partName =
  /^(?:content|styles|meta)\.xml$|^META-INF\/manifest\.xml$|^Object [^/]+\/content\.xml$/;

/** Opens the file. `bodyName`: the name of the element in its body. Throws FileProblem: encrypted, malformed, file-too-large. */
export function openOdf(bytes: Buffer, bodyName: string): OdfFile {
  const archive = openArchive(bytes, partName);
  if (archive.get("META-INF/manifest.xml")?.includes(":encryption-data")) throw encryptedProblem();
  const partOf = (name: string): XmlNode => {
    refuseEntities(name, archive.get(name) ?? "");
    return rootOfPart(archive, name);
  };
  if (!archive.has("content.xml")) throw malformedProblem("content.xml is missing");
  const content = partOf("content.xml");
  const [body] = childrenNamed(descendant(content, "body"), bodyName);
  if (!body) throw malformedProblem(`content.xml contains no <office:${bodyName}> element`);
  return {
    body,
    styles: readStyles([content, partOf("styles.xml")]),
    title: authoredTitle(textOf(descendant(partOf("meta.xml"), "meta", "title"))),
    chartTable: reference =>
      childrenNamed(
        descendant(
          partOf(`${reference.replace(/^\.\//, "")}/content.xml`),
          "body",
          "chart",
          "chart",
        ),
        "table",
      )[0],
  };
}

/** The rows of a table, including those in groups of rows, and whether the file marks them as its header. */
export function* rowsOf(
  node: XmlNode,
  isHeader = false,
): Generator<{ readonly row: XmlNode; readonly isHeader: boolean }> {
  for (const child of node.children) {
    if (child.name === "table-row") yield { row: child, isHeader };
    else if (/^table-(?:header-rows|rows|row-group)$/.test(child.name))
      yield* rowsOf(child, isHeader || child.name === "table-header-rows");
  }
}

/** A positive whole number in an attribute; 1 if it is missing or invalid. */
export function countAttribute(node: XmlNode, name: string, max: number): number {
  const value = Number(attribute(node, name) ?? 1);
  return Number.isInteger(value) && value > 0 ? Math.min(max, value) : 1;
}

function readStyles(roots: readonly XmlNode[]): OdfStyles {
  const groups = roots.flatMap(root => [
    ...childrenNamed(root, "automatic-styles"),
    ...childrenNamed(root, "styles"),
  ]);
  const nodesByName = (tagName: string) =>
    new Map(
      groups
        .flatMap(group => childrenNamed(group, tagName))
        .map(node => [attribute(node, "name") ?? "", node] as const)
        // Styles in the content come first and take precedence over those of the same name in styles.xml.
        .reverse(),
    );
  const [styles, lists] = [nodesByName("style"), nodesByName("list-style")];
  const chainFrom = (name: string | undefined, maxLength: number): XmlNode[] => {
    const style = maxLength > 0 ? styles.get(name ?? "") : undefined;
    return style ? [style, ...chainFrom(attribute(style, "parent-style-name"), maxLength - 1)] : [];
  };
  const stylesOfElement = (element: XmlNode) =>
    chainFrom(attribute(element, "style-name"), maxAncestors);
  return {
    stylesOf: stylesOfElement,
    propertyOf: (element, group, name) =>
      stylesOfElement(element)
        .map(style => attribute(firstChild(style, group), name))
        .find(value => value !== undefined),
    listStyle: name => lists.get(name ?? ""),
    outline: groups.flatMap(group => childrenNamed(group, "outline-style"))[0],
  };
}
