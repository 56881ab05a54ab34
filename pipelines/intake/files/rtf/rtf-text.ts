// Reads the visible text of an RTF file as paragraphs with their properties.

import { visibleText } from "../blocks.ts";
import { malformedProblem } from "../office/office-archive.ts";
import { toSuperscript } from "../superscripts-and-subscripts.ts";
import { fontEncodings, decodeAs, encodingOf } from "./rtf-encodings.ts";
import { type RtfToken, rtfTokens } from "./rtf-tokens.ts";

/** Text up to the end of a paragraph, cell or row. */
export interface RtfParagraph {
  readonly text: string;
  /** The number or bullet before it; "" if there is none. */
  readonly marker: string;
  /** The level of a heading, counted from 1; 0 for an entry in a table of contents. */
  readonly level: number | undefined;
  readonly endKind: "paragraph" | "cell" | "row";
  readonly isInTable: boolean;
  /** Notes that the text refers to. */
  readonly notes: readonly string[];
}

/** What the content of a group is used for. */
type Target = "body" | "marker" | "note" | "title" | "fonts" | "styles" | "nothing";

interface State {
  readonly target: Target;
  font: number;
  isRaised: boolean;
  isHidden: boolean;
  /** Number of fallback characters after a Unicode character. */
  fallbackLength: number;
}

/** Groups that are read although they are not body text. */
const targets: Readonly<Record<string, Target>> = {
  fonttbl: "fonts",
  stylesheet: "styles",
  title: "title",
  footnote: "note",
  listtext: "marker",
  pntext: "marker",
};
const skippedGroup =
  /^(?:colortbl|pict|objdata|objclass|header[lrf]?|footer[lrf]?|fldinst|datafield|nonshppict|nonesttables|themedata|latentstyles|listtable|listoverridetable|rsidtbl|generator|xmlnstbl|mmathPr|private|template|tc|xe|bkmkstart|bkmkend|annotation|atnid|atnauthor|author|operator|keywords|subject|doccomm|company|manager|category|comment|hlinkbase|background|do|sp|revtbl|filetbl|pnseclvl)$/;
/** Groups marked as optional (`\*`) that contain text. */
const optionalText = /^(?:shppict|shpinst|shptxt|listtext|pntext|footnote)$/;

const symbols: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
  endash: "–",
  emdash: "—",
  bullet: "•",
  "~": "\u00a0",
  _: "-",
  emspace: " ",
  enspace: " ",
  qmspace: " ",
  "\n": "\n",
  "\r": "\n",
};

/** Maximum depth of nested groups; only an attack nests deeper. */
const maxDepth = 5000;

/** Reads tokens into paragraphs, in time linear in the file's length. */
class RtfReader {
  readonly paragraphs: RtfParagraph[] = [];
  title = "";
  #stack: State[] = [];
  #state: State = { target: "body", font: -1, isRaised: false, isHidden: false, fallbackLength: 1 };
  #encoding = "windows-1252";
  #fonts = new Map<number, string>();
  #levels = new Map<number, number>();
  #style: { number: number; name: string } = { number: 0, name: "" };
  #toSkip = 0;
  #isOptional = false;
  #defaultFont = 0;
  #text: string[] = [];
  #marker = "";
  #note = "";
  #noteCount = 0;
  #notes: string[] = [];
  #level: number | undefined;
  #inTable = false;

  read(token: RtfToken): void {
    if (token.kind === "word") this.#readWord(token.word, token.number);
    else if (token.kind === "bytes") this.#readBytes(token.bytes);
    else if (token.kind === "close") this.#closeGroup();
    else if (this.#stack.length < maxDepth) this.#stack.push({ ...this.#state });
    else throw malformedProblem("its groups are nested too deeply to be read");
  }

  /** Adds the text after the last paragraph break. */
  end(): void {
    this.#finishParagraph("paragraph");
  }

  #closeGroup(): void {
    const outerState = this.#stack.pop();
    this.#isOptional = false;
    this.#toSkip = 0;
    if (!outerState) return;
    if (this.#state.target === "note" && outerState.target !== "note") this.#endNote();
    this.#state = outerState;
  }

  #endNote(): void {
    const text = this.#note.replace(/\s+/g, " ").trim();
    this.#note = "";
    if (text !== "") this.#notes.push(`[${++this.#noteCount}] ${text}`);
  }

  #readBytes(bytes: Uint8Array): void {
    this.#isOptional = false;
    // Fallback characters for programs without Unicode.
    const rest = this.#toSkip > 0 ? bytes.subarray(this.#toSkip) : bytes;
    this.#toSkip = Math.max(0, this.#toSkip - bytes.length);
    if (rest.length === 0) return;
    const font = this.#state.font < 0 ? this.#defaultFont : this.#state.font;
    this.#write(decodeAs(this.#fonts.get(font) ?? this.#encoding, rest));
  }

  #write(text: string): void {
    const { target, isHidden, isRaised } = this.#state;
    if (target === "title") this.title += text;
    else if (target === "styles") this.#nameStyle(text);
    else if (isHidden || target === "nothing" || target === "fonts") return;
    else if (target === "marker") this.#marker += text;
    else if (target === "note") this.#note += text;
    else this.#text.push(isRaised ? toSuperscript(text) : text);
  }

  /** A style's name, such as "heading 2;", comes after its number. */
  #nameStyle(text: string): void {
    this.#style.name += text;
    if (!text.includes(";")) return;
    const { number, name } = this.#style;
    const level = /^\s*(?:heading|标题)\s*([1-9])\s*[;,]/i.exec(name)?.[1];
    if (level !== undefined) this.#levels.set(number, Number(level));
    else if (/^\s*(?:title|标题)\s*;/i.test(name)) this.#levels.set(number, 1);
    else if (/^\s*(?:toc|目录) ?\d/i.test(name)) this.#levels.set(number, 0);
    this.#style = { number: 0, name: "" };
  }

  #readWord(word: string, number: number | undefined): void {
    const isOptional = this.#isOptional;
    this.#isOptional = word === "*";
    const symbol = symbols[word];
    if (word === "*") return;
    const target = Object.hasOwn(targets, word) ? targets[word] : undefined;
    if (target !== undefined) {
      // Anything inside a skipped group is skipped too.
      if (this.#state.target !== "nothing") this.#state = { ...this.#state, target };
    } else if (skippedGroup.test(word) || (isOptional && !optionalText.test(word)))
      this.#state = { ...this.#state, target: "nothing" };
    else if (symbol !== undefined) this.#write(symbol);
    else if (word === "u") this.#writeUnicode(number ?? 0);
    else if (!this.#applyFormat(word, number)) this.#applyParagraph(word, number);
  }

  #writeUnicode(number: number): void {
    this.#write(String.fromCharCode(number < 0 ? number + 65536 : number & 0xffff));
    this.#toSkip = this.#state.fallbackLength;
  }

  /** Applies a control word for fonts, encodings or character format; returns false for any other. */
  #applyFormat(word: string, number: number | undefined): boolean {
    const state = this.#state;
    if (word === "f") state.font = number ?? 0;
    else if (word === "deff") this.#defaultFont = number ?? 0;
    else if (word === "fcharset" && state.target === "fonts") this.#nameFont(number ?? 0);
    else if (word === "ansicpg") this.#encoding = encodingOf(number ?? 1252);
    else if (word === "mac") this.#encoding = "macintosh";
    else if (word === "uc") state.fallbackLength = Math.min(16, Math.max(0, number ?? 1));
    else if (word === "super") state.isRaised = number !== 0;
    else if (word === "nosupersub") state.isRaised = false;
    else if (word === "v" || word === "deleted") state.isHidden = number !== 0;
    else if (word === "plain") [state.isRaised, state.isHidden] = [false, false];
    else if (word === "s" && state.target === "styles") this.#style.number = number ?? 0;
    else return false;
    return true;
  }

  #nameFont(charset: number): void {
    const encoding = fontEncodings[charset];
    if (encoding !== undefined) this.#fonts.set(this.#state.font, encoding);
  }

  #applyParagraph(word: string, number: number | undefined): void {
    if (this.#state.target === "note" && word === "par") this.#note += " ";
    if (this.#state.target !== "body") return;
    if (word === "pard") [this.#level, this.#inTable] = [undefined, false];
    else if (word === "s") this.#level = this.#levels.get(number ?? 0) ?? this.#level;
    else if (word === "outlinelevel" && number !== undefined && number < 9)
      this.#level = number + 1;
    else if (word === "intbl") this.#inTable = true;
    else if (word === "par" || word === "sect" || word === "page")
      this.#finishParagraph("paragraph");
    else if (word === "cell") this.#finishParagraph("cell");
    else if (word === "row") this.#finishParagraph("row");
    else if (word === "nestcell" || word === "nestrow") this.#write(" ");
  }

  #finishParagraph(endKind: RtfParagraph["endKind"]): void {
    this.paragraphs.push({
      text: visibleText(this.#text.join("")),
      marker: visibleText(this.#marker),
      level: this.#level,
      endKind,
      isInTable: this.#inTable,
      notes: this.#notes,
    });
    [this.#text, this.#marker, this.#notes] = [[], "", []];
  }
}

export function readRtf(bytes: Buffer): { title: string; paragraphs: readonly RtfParagraph[] } {
  const reader = new RtfReader();
  for (const token of rtfTokens(bytes)) reader.read(token);
  reader.end();
  return { title: visibleText(reader.title), paragraphs: reader.paragraphs };
}
