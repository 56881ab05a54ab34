// Opens an OpenDocument file and reads its content, styles and title.

import {
  encryptedProblem,
  malformedProblem,
  type OfficeArchive,
  openArchive,
  refuseEntities,
} from "../office-archive.ts";
import { titleByPerson } from "../office-parts.ts";
import {
  attribute,
  childrenNamed,
  descendant,
  parsePart,
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
  /** The style of this name, common or automatic. */
  of(name: string | undefined): XmlNode | undefined;
  /** The first value that `read` finds in a style or one of its ancestors. */
  inherited<Value>(
    name: string | undefined,
    read: (style: XmlNode) => Value | undefined,
  ): Value | undefined;
  /** The list style with this name. */
  list(name: string | undefined): XmlNode | undefined;
  /** How headings are numbered. */
  readonly outline: XmlNode | undefined;
}

/** Maximum length of a chain of inherited styles. */
const maxAncestors = 20;
const partName =
  /^(?:content|styles|meta)\.xml$|^META-INF\/manifest\.xml$|^Object [^/]+\/content\.xml$/;

/** Opens the file. `kind`: the name of its body element. Throws FileProblem: encrypted, malformed, file-too-large. */
export function openOdf(bytes: Buffer, kind: string): OdfFile {
  const archive = openArchive(bytes, partName);
  if (archive.get("META-INF/manifest.xml")?.includes(":encryption-data")) throw encryptedProblem();
  const content = partOf(archive, "content.xml");
  if (!content) throw malformedProblem("the document inside (content.xml) is missing");
  const body = descendant(content, "body").children.find(({ name }) => name === kind);
  if (!body) throw malformedProblem(`the document inside (content.xml) holds no ${kind}`);
  return {
    body,
    styles: stylesOf([content, partOf(archive, "styles.xml")]),
    title: titleOf(partOf(archive, "meta.xml")),
    chartTable(reference) {
      const name = `${reference.replace(/^\.\//, "")}/content.xml`;
      return tableOf(partOf(archive, name));
    },
  };
}

function partOf(archive: OfficeArchive, name: string): XmlNode | undefined {
  const xml = archive.get(name);
  return xml === undefined ? undefined : parsePart(refuseEntities(name, xml), name);
}

const tableOf = (content: XmlNode | undefined): XmlNode | undefined =>
  content &&
  descendant(content, "body", "chart", "chart").children.find(({ name }) => name === "table");

const titleOf = (meta: XmlNode | undefined): string | null =>
  meta ? titleByPerson(textOf(descendant(meta, "meta", "title"))) : null;

function stylesOf(roots: readonly (XmlNode | undefined)[]): OdfStyles {
  const groups = roots.flatMap(root =>
    root ? [...childrenNamed(root, "automatic-styles"), ...childrenNamed(root, "styles")] : [],
  );
  const nodesByName = (kind: string) =>
    new Map(
      groups
        .flatMap(group => childrenNamed(group, kind))
        .map(node => [attribute(node, "name") ?? "", node] as const)
        // Styles in the content come first and take precedence over those of the same name in styles.xml.
        .reverse(),
    );
  const [styles, lists] = [nodesByName("style"), nodesByName("list-style")];
  const of = (name: string | undefined) => (name === undefined ? undefined : styles.get(name));
  return {
    of,
    inherited(name, read) {
      let style = of(name);
      for (let depth = maxAncestors; style && depth > 0; depth--) {
        const value = read(style);
        if (value !== undefined) return value;
        style = of(attribute(style, "parent-style-name"));
      }
      return undefined;
    },
    list: name => (name === undefined ? undefined : lists.get(name)),
    outline: groups.flatMap(group => childrenNamed(group, "outline-style"))[0],
  };
}
