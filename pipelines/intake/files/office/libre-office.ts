// Reads PPT and XLS, the formats before 2007, through LibreOffice, if installed.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOle } from "../containers.ts";
import { encrypted, malformed } from "./office-archive.ts";
import { FileProblem, type ParsedFile, type Parser } from "../parsed-file.ts";
import { parsePptx } from "./pptx.ts";
import { parseXlsx } from "./xlsx.ts";

type OldFormat = "ppt" | "xls";

interface Conversion {
  readonly to: "pptx" | "xlsx";
  readonly parse: (bytes: Buffer) => ParsedFile;
  readonly isEncrypted: (bytes: Buffer) => boolean;
}

/** A record in the stream "Current User" holds one of two tokens: this one means an encrypted presentation (MS-PPT 2.3.2). */
const encryptedPresentation = Buffer.from("14000000dfc4d1f3", "hex");

/** A workbook begins with a BOF record; FILEPASS comes next, or after WRITEPROTECT (MS-XLS 2.4.117). */
function isEncryptedWorkbook(bytes: Buffer): boolean {
  for (let at = 512; at + 8 < bytes.length; at += 64) {
    if (bytes.readUInt16LE(at) !== 0x0809 || bytes.readUInt16LE(at + 2) > 16) continue;
    let record = at;
    for (let records = 3; records > 0 && record + 4 <= bytes.length; records--) {
      if (bytes.readUInt16LE(record) === 0x002f) return true;
      record += 4 + bytes.readUInt16LE(record + 2);
    }
  }
  return false;
}

const conversions: Readonly<Record<OldFormat, Conversion>> = {
  ppt: {
    to: "pptx",
    parse: parsePptx,
    isEncrypted: bytes => bytes.includes(encryptedPresentation),
  },
  xls: { to: "xlsx", parse: parseXlsx, isEncrypted: isEncryptedWorkbook },
};

// Disables macros and the fetching of anything the file links to.
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`;

const missing = (from: OldFormat, to: string) =>
  new FileProblem(
    "needs-libreoffice",
    `a .${from} file is read through LibreOffice, which is not installed here: install it (the command soffice), or save the file as .${to}`,
  );

/** Runs soffice to its end, in its own process group, as soffice starts processes that would outlive it. */
function run(
  program: string,
  commands: readonly string[],
  seconds: number,
): Promise<"ended" | "not-found" | "too-long"> {
  return new Promise(resolve => {
    const child = spawn(program, commands, { stdio: "ignore", detached: true });
    const stop = () => {
      if (child.pid !== undefined) {
        try {
          process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has already ended.
        }
      }
    };
    const timer = setTimeout(() => {
      resolve("too-long");
      stop();
    }, seconds * 1000);
    const end = (how: "ended" | "not-found") => {
      clearTimeout(timer);
      stop();
      resolve(how);
    };
    child.once("error", () => end("not-found"));
    child.once("exit", () => end("ended"));
  });
}

interface Options {
  /** The command, looked up on the PATH. */
  readonly program?: string;
  readonly seconds?: number;
}

async function convert(
  bytes: Buffer,
  from: OldFormat,
  folder: string,
  { program = "soffice", seconds = 60 }: Options,
): Promise<Buffer> {
  const { to } = conversions[from];
  const [user, file] = [join(folder, "profile"), join(folder, `file.${from}`)];
  mkdirSync(join(user, "user"), { recursive: true });
  writeFileSync(join(user, "user", "registrymodifications.xcu"), profile);
  writeFileSync(file, bytes);
  const commands = [
    `-env:UserInstallation=${pathToFileURL(user).href}`,
    "--headless",
    "--norestore",
    "--nolockcheck",
    "--convert-to",
    to,
    "--outdir",
    folder,
    file,
  ];
  const how = await run(program, commands, seconds);
  if (how === "not-found") throw missing(from, to);
  if (how === "too-long")
    throw new FileProblem(
      "took-too-long",
      `LibreOffice did not convert it within ${seconds} s: save it as .${to}`,
    );
  try {
    return readFileSync(join(folder, `file.${to}`));
  } catch (error) {
    const part = from === "ppt" ? "Impress" : "Calc";
    throw malformed(
      `LibreOffice could not convert it to .${to} (is LibreOffice ${part} installed, and the file complete?)`,
      error,
    );
  }
}

/** The parser of an old format, which converts to the new one. Each conversion has its own profile and at most 60 s. */
export function parseWithLibreOffice(from: OldFormat, options: Options = {}): Parser {
  return async bytes => {
    if (!isOle(bytes)) throw malformed(`it is not a .${from} file from before 2007`);
    if (conversions[from].isEncrypted(bytes)) throw encrypted();
    const folder = mkdtempSync(join(tmpdir(), "ragwright-office-"));
    try {
      return {
        ...conversions[from].parse(await convert(bytes, from, folder, options)),
        format: from,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}
