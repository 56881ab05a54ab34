// Workbooks as another program might write them, and archives that lie about themselves.

import { deflateRawSync } from "node:zlib";

interface ZipFile {
  readonly name: string;
  readonly content?: string;
  /** Deflated already; in place of the content. */
  readonly packed?: Buffer;
  /** What the archive says of the size unpacked; the content's own unless given. */
  readonly statedSize?: number;
}

/** An archive, a sound one or one that lies about its sizes. */
export function packZip(files: readonly ZipFile[]): Buffer {
  const bodies: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", packed, statedSize } of files) {
    const body = packed ?? deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(body.length, 14);
    head.writeUInt32LE(statedSize ?? Buffer.byteLength(content), 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    bodies.push(Buffer.from("PK\x03\x04", "latin1"), head, Buffer.from(name), body);
    list.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + body.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...list, end]);
}

export const sheetXml = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook as another program might write it. */
export const workbook = (sheet: string, more: Parameters<typeof packZip>[0] = []) =>
  packZip([
    {
      name: "xl/workbook.xml",
      content:
        '<workbook><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content:
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: "xl/styles.xml",
      content: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    },
    { name: "xl/worksheets/sheet1.xml", content: sheet },
    ...more,
  ]);

export const inline = (address: string, text: string) =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const headerRow = `<row r="1">${["task_id", "annotator", "score", "decided_at", "seconds"].map((name, index) => inline(`${"ABCDE".charAt(index)}1`, name)).join("")}</row>`;
