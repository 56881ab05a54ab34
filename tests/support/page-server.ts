// A web server on this machine whose pages a test writes, and bytes in charsets that Node reads and does not write.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Page {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Answers in its own way, or never. */
  readonly answer?: (response: ServerResponse) => void;
}

export type Pages = Record<string, Page | ((headers: IncomingHttpHeaders) => Page)>;

export interface PageServer {
  /** http://127.0.0.1:PORT */
  readonly origin: string;
  /** 127.0.0.1:PORT */
  readonly host: string;
  readonly port: number;
  /** Paths in the order in which they were asked for. */
  readonly requestedPaths: string[];
  readonly pages: Pages;
  close(): Promise<void>;
}

/** Pages by path; a path without one is 404. */
export async function openPageServer(pages: Pages = {}): Promise<PageServer> {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requestedPaths.push(path);
    const found = pages[path] ?? pages[path.split("?")[0] ?? ""] ?? { status: 404 };
    const page = typeof found === "function" ? found(request.headers) : found;
    if (page.answer) return page.answer(response);
    response.writeHead(page.status ?? 200, {
      "content-type": "text/html; charset=utf-8",
      ...page.headers,
    });
    response.end(page.body ?? "");
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    requestedPaths,
    pages,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A text in a charset of two bytes a character. */
export function encodedAs(charset: "gb18030" | "big5" | "shift_jis", text: string): Buffer {
  const decoder = new TextDecoder(charset);
  const bytes = new Map<string, number[]>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Buffer.from([lead, trail]));
      if (character.length === 1 && !bytes.has(character)) bytes.set(character, [lead, trail]);
    }
  return Buffer.from(
    Array.from(text).flatMap(character =>
      character < "\x80" ? character.charCodeAt(0) : (bytes.get(character) ?? []),
    ),
  );
}
