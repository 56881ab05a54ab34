// Makes a folder of any size in all formats that code can write: each sentence that counts says how much a bay of a pump takes.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Draw, drawFrom, pick, seedOf } from "../../pipelines/text/random.ts";
import { madeBook } from "../support/made-book.ts";
import { madeOdf, odfHeading, odfParagraph } from "../support/made-odf.ts";
import {
  madeDocx,
  madePptx,
  madeXlsx,
  slideParagraph,
  slideShape,
  wordHeading,
  wordParagraph,
} from "../support/made-office.ts";
import { column, madePdf } from "../support/made-pdf.ts";
import { root } from "../support/cli.ts";

type Language = "en" | "zh";

/** What a sentence states; no two files share a pump. */
export interface Filling {
  readonly season: string;
  readonly bay: string;
  readonly pump: string;
  readonly litres: string;
  readonly fluid: string;
}

const words = {
  en: {
    seasons: ["Harbour", "Boiler", "Galley", "Anchor", "Lantern"],
    fluids: ["oil", "brine", "glycol", "ethanol", "paraffin", "turpentine", "vinegar", "syrup"],
  },
  zh: {
    seasons: ["码头", "锅炉", "厨房", "船锚", "灯塔"],
    fluids: ["机油", "盐水", "甘醇", "乙醇", "石蜡", "松香", "白醋", "糖浆"],
  },
};
const pumps = ["Alder", "Birch", "Cedar", "Damson", "Elder", "Hazel", "Larch", "Rowan"];

export const sentenceOf = (
  { season, bay, pump, litres, fluid }: Filling,
  language: Language,
): string =>
  language === "en"
    ? `In the ${season} season bay ${bay} of the ${pump} pump takes ${litres} litres of ${fluid}.`
    : `${season}季${pump}泵第${bay}舱加注${litres}升${fluid}。`;
const statedPatterns = {
  en: /In the (\w+) season bay (\d+) of the ([A-Z][a-z]+-\d{4}) pump takes (\d+) litres of (\w+)\./,
  zh: /(\p{Script=Han}{2})季([A-Z][a-z]+-\d{4})泵第(\d+)舱加注(\d+)升(\p{Script=Han}{2})。/u,
};

/** What a line states, if it is one of those that count. */
export function fillingIn(line: string): (Filling & { readonly language: Language }) | undefined {
  const [, season, bay, pump, litres, fluid] = statedPatterns.en.exec(line) ?? [];
  if (season && bay && pump && litres && fluid)
    return { language: "en", season, bay, pump, litres, fluid };
  const zh = statedPatterns.zh.exec(line);
  return zh?.[1] && zh[2] && zh[3] && zh[4] && zh[5]
    ? { language: "zh", season: zh[1], pump: zh[2], bay: zh[3], litres: zh[4], fluid: zh[5] }
    : undefined;
}

/** Clauses of the project's own seeds, of which all else is put together. */
function clausesOf(language: Language): string[] {
  const folder = join(root, "seeds");
  const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(name => name.includes(`/${language}/`) && /\.(?:txt|md)$/.test(name))
    .sort()
    .map(name => readFileSync(join(folder, name), "utf8"));
  const ends = language === "en" ? /[.,;:!?()\n|#*]+/ : /[，。；：！？（）、\n|#*]+/;
  const all = texts.flatMap(text => text.split(ends)).map(clause => clause.trim());
  return [...new Set(all)].filter(clause => /^[^&<>"]{13,79}$/.test(clause));
}
const clauses = { en: clausesOf("en"), zh: clausesOf("zh") };

function filler(draw: Draw, language: Language): string {
  const parts = Array.from({ length: 2 + draw(2) }, () => pick(draw, clauses[language]));
  return language === "en"
    ? `${parts.join(", ").replace(/^./, first => first.toUpperCase())}.`
    : `${parts.join("，")}。`;
}

interface Section {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

interface Text {
  readonly title: string;
  readonly language: Language;
  readonly sections: readonly Section[];
}

interface Placing {
  readonly pump: string;
  readonly language: Language;
  /** Of the section. */
  readonly number: number;
  /** Whether its first number is another than it was. */
  readonly isEdited: boolean;
}

/** Four sentences that count, with others around each. */
function sectionOf(draw: Draw, { pump, language, number, isEdited }: Placing): Section {
  const { seasons, fluids } = words[language];
  const season = pick(draw, seasons);
  const stated = Array.from({ length: 4 }, (_, at) =>
    sentenceOf(
      {
        season,
        pump,
        bay: String(number + 1),
        litres: String(1000 + draw(90_000) + (isEdited && at === 0 ? 7 : 0)),
        fluid: fluids[(number + 2 * at) % fluids.length] ?? "",
      },
      language,
    ),
  );
  const paragraphs = stated.map(sentence =>
    [filler(draw, language), sentence, filler(draw, language), filler(draw, language)].join(
      language === "en" ? " " : "",
    ),
  );
  const heading =
    language === "en" ? `Bay ${number + 1}, ${season}` : `${season}季第${number + 1}舱`;
  return { heading, paragraphs };
}

const inHtml = ({ title, sections }: Text) =>
  `<html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${sections
    .map(
      ({ heading, paragraphs }) =>
        `<h2>${heading}</h2>${paragraphs.map(text => `<p>${text}</p>`).join("")}`,
    )
    .join("")}</body></html>`;

const linesOf = ({ sections }: Text) => sections.flatMap(({ paragraphs }) => paragraphs);

const broken = (text: string, language: Language) =>
  language === "en" ? text : text.replace(/(?<=[，。])/g, " ");

/** A page a section; Chinese in lines of its clauses. */
const inPdf = (text: Text): Buffer =>
  madePdf(
    text.sections.map(({ heading, paragraphs }, at) => {
      const font = text.language === "zh" ? ("han" as const) : ("body" as const);
      let y = 90;
      const placed = paragraphs.flatMap(paragraph => {
        const signs = text.language === "zh" ? 45 : 95;
        const lines = column(broken(paragraph, text.language), { x: 60, y, signs });
        y += 12 * lines.length + 14;
        return lines.map(line => ({ ...line, font }));
      });
      const head = { text: heading, x: 60, y: 60, size: 16, font };
      const first = { text: text.title, x: 60, y: 36, size: 22, font };
      return at === 0 ? [first, head, ...placed] : [head, ...placed];
    }),
    text.language === "en" ? text.title : undefined,
  );

const writers: Readonly<Record<string, (text: Text) => string | Buffer>> = {
  md: ({ title, sections }) =>
    [
      `# ${title}`,
      ...sections.flatMap(({ heading, paragraphs }) => [`## ${heading}`, ...paragraphs]),
    ].join("\n\n"),
  txt: text => [text.title, ...linesOf(text)].join("\n\n"),
  html: inHtml,
  docx: ({ title, sections }) =>
    madeDocx(
      [
        wordHeading(1, title),
        ...sections.flatMap(({ heading, paragraphs }) => [
          wordHeading(2, heading),
          ...paragraphs.map(text => wordParagraph(text)),
        ]),
      ].join(""),
    ),
  pdf: inPdf,
  csv: text =>
    [
      "no,note",
      ...linesOf(text).map((line, at) => `${at + 1},"${line.replaceAll('"', "'")}"`),
    ].join("\n"),
  xlsx: text =>
    madeXlsx([
      {
        name: text.title.slice(0, 30),
        rows: [["no", "note"], ...linesOf(text).map((line, at) => [at + 1, line])],
      },
    ]),
  pptx: ({ sections }) =>
    madePptx(
      sections.map(({ heading, paragraphs }) => ({
        shapes:
          slideShape(slideParagraph(heading), "title") +
          slideShape(paragraphs.map(text => slideParagraph(text)).join(""), "body"),
      })),
    ),
  odt: ({ title, sections }) =>
    madeOdf(
      "text",
      [
        odfHeading(1, title),
        ...sections.flatMap(({ heading, paragraphs }) => [
          odfHeading(2, heading),
          ...paragraphs.map(text => odfParagraph(text)),
        ]),
      ].join(""),
    ),
  epub: ({ title, sections }) =>
    madeBook(
      sections.map(({ heading, paragraphs }) => ({
        body: `<h1>${heading}</h1>${paragraphs.map(text => `<p>${text}</p>`).join("")}`,
      })),
      title,
    ),
  eml: text =>
    [
      "From: Ada <ada@example.org>",
      "To: Bram <bram@example.org>",
      "Date: Mon, 06 May 2024 10:00:00 +0000",
      `Subject: =?utf-8?B?${Buffer.from(text.title).toString("base64")}?=`,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.from(linesOf(text).join("\n\n")).toString("base64"),
    ].join("\r\n"),
  jsonl: ({ title, sections }) =>
    sections
      .map(({ heading, paragraphs }) =>
        JSON.stringify({ title: `${title}, ${heading}`, notes: paragraphs }),
      )
      .join("\n"),
};

/** Of a hundred files so many. */
const shares = {
  md: 18,
  txt: 14,
  html: 14,
  docx: 13,
  pdf: 13,
  csv: 7,
  xlsx: 6,
  eml: 5,
  pptx: 3,
  odt: 3,
  jsonl: 2,
  epub: 2,
};
const formats = Object.entries(shares).flatMap(([format, share]) =>
  Array.from({ length: share }, () => format),
);
const longFormats = ["pdf", "docx", "md", "html", "txt"];

/** What a file is to be, which follows from its number. */
export interface FileToMake {
  readonly folder: string;
  readonly number: number;
  readonly sections: number;
  readonly format: string;
  readonly language: Language;
}

/** `edited`: the section of which one number is changed. */
export function writeMade(file: FileToMake, edited = -1): void {
  const { folder, number, sections, format, language } = file;
  const draw = drawFrom(seedOf("made folder", String(number)));
  const pump = `${pick(draw, pumps)}-${String(number).padStart(4, "0")}`;
  const title = language === "en" ? `Notes on the ${pump} pump` : `${pump}泵使用说明`;
  const text = {
    title,
    language,
    sections: Array.from({ length: sections }, (_, at) =>
      sectionOf(draw, { pump, language, number: at, isEdited: at === edited }),
    ),
  };
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `pump-${String(number).padStart(4, "0")}.${format}`);
  writeFileSync(path, writers[format]?.(text) ?? "");
}

/** `files` short ones in twelve folders, and `long` ones of 100 to 900 pages. */
export const filesOf = (
  folder: string,
  { files, long }: { readonly files: number; readonly long: number },
): FileToMake[] =>
  Array.from({ length: files + long }, (_, number) => {
    const draw = drawFrom(seedOf("made file", String(number)));
    const isLong = number >= files;
    return {
      folder: join(folder, isLong ? "manuals" : `plant-${draw(12) + 1}`),
      number,
      language: draw(10) < 3 ? "zh" : "en",
      format: pick(draw, isLong ? longFormats : formats),
      sections: isLong
        ? 100 + Math.round((800 * (number - files)) / Math.max(1, long - 1))
        : 1 + draw(6),
    };
  });
