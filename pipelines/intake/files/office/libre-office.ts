// Reads PPT and XLS, the formats before 2007, through LibreOffice, if installed.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isOle } from "../containers.ts";
import { encryptedProblem, malformedProblem } from "./office-archive.ts";
import { FileProblem, type ParsedFile, type Parser } from "../parsed-file.ts";
import { parsePptx } from "./pptx.ts";
import { parseXlsx } from "./xlsx.ts";

type OldFormat = "ppt" | "xls";

interface Conversion {
  readonly target: "pptx" | "xlsx";
  readonly parse: (bytes: Buffer) => ParsedFile;
  readonly isEncrypted: (bytes: Buffer) => boolean;
}

/** A record in the stream "Current User" holds one of two tokens: this one means an encrypted presentation (MS-PPT 2.3.2). */
const encryptedToken = Buffer.from("14000000dfc4d1f3", "hex");

/** Whether a workbook has a FILEPASS record: it comes after the BOF record at the beginning, or after WRITEPROTECT (MS-XLS 2.4.117). */
function isEncryptedWorkbook(bytes: Buffer): boolean {
  for (let offset = 512; offset + 8 < bytes.length; offset += 64) {
    if (bytes.readUInt16LE(offset) !== 0x0809 || bytes.readUInt16LE(offset + 2) > 16) continue;
    let recordOffset = offset;
    for (let recordsLeft = 3; recordsLeft > 0 && recordOffset + 4 <= bytes.length; recordsLeft--) {
      if (bytes.readUInt16LE(recordOffset) === 0x002f) return true;
      recordOffset += 4 + bytes.readUInt16LE(recordOffset + 2);
    }
  }
  return false;
}

const conversions: Readonly<Record<OldFormat, Conversion>> = {
  ppt: {
    target: "pptx",
    parse: parsePptx,
    isEncrypted: bytes => bytes.includes(encryptedToken),
  },
  xls: { target: "xlsx", parse: parseXlsx, isEncrypted: isEncryptedWorkbook },
};

/** Settings that disable macros and the fetching of anything that the file links to. */
const profile = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
</oor:items>
`;

const notInstalled = (from: OldFormat, target: string) =>
  new FileProblem(
    "needs-libreoffice",
    `a .${from} file is read through LibreOffice, which is not installed here: install it (the command soffice), or save the file as .${target}`,
  );

/** Runs soffice until it ends, in its own process group, as it starts processes that would outlive it. */
function runProgram(
  program: string,
  commandArguments: readonly string[],
  seconds: number,
): Promise<"ended" | "not-found" | "too-long"> {
  return new Promise(resolve => {
    const child = spawn(program, commandArguments, { stdio: "ignore", detached: true });
    const kill = () => {
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
      kill();
    }, seconds * 1000);
    const finish = (outcome: "ended" | "not-found") => {
      clearTimeout(timer);
      kill();
      resolve(outcome);
    };
    child.once("error", () => finish("not-found"));
    child.once("exit", () => finish("ended"));
  });
}

interface ConversionOptions {
  /** The command, looked up on the PATH. */
  readonly program?: string;
  readonly seconds?: number;
}

async function convert(
  bytes: Buffer,
  from: OldFormat,
  folder: string,
  { program = "soffice", seconds = 60 }: ConversionOptions,
): Promise<Buffer> {
  const { target } = conversions[from];
  const [profileFolder, file] = [join(folder, "profile"), join(folder, `file.${from}`)];
  mkdirSync(join(profileFolder, "user"), { recursive: true });
  writeFileSync(join(profileFolder, "user", "registrymodifications.xcu"), profile);
  writeFileSync(file, bytes);
  const commandArguments = [
    `-env:UserInstallation=${pathToFileURL(profileFolder).href}`,
    "--headless",
    "--norestore",
    "--nolockcheck",
    "--convert-to",
    target,
    "--outdir",
    folder,
    file,
  ];
  const outcome = await runProgram(program, commandArguments, seconds);
  if (outcome === "not-found") throw notInstalled(from, target);
  if (outcome === "too-long")
    throw new FileProblem(
      "took-too-long",
      `LibreOffice did not convert it within ${seconds} s: save it as .${target}`,
    );
  try {
    return readFileSync(join(folder, `file.${target}`));
  } catch (error) {
    const part = from === "ppt" ? "Impress" : "Calc";
    throw malformedProblem(
      `LibreOffice could not convert it to .${target} (is LibreOffice ${part} installed, and the file complete?)`,
      error,
    );
  }
}

/** A parser for an old format, which first converts files to the new one. Each conversion has its own profile and takes at most 60 s by default. */
export function parseWithLibreOffice(from: OldFormat, options: ConversionOptions = {}): Parser {
  return async bytes => {
    if (!isOle(bytes)) throw malformedProblem(`it is not a .${from} file from before 2007`);
    if (conversions[from].isEncrypted(bytes)) throw encryptedProblem();
    const folder = mkdtempSync(join(tmpdir(), "ragwright-office-"));
    try {
      return conversions[from].parse(await convert(bytes, from, folder, options));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}
