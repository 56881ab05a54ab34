// A server whose pages a test writes, and those who visit it; all are closed after each test.

import { afterEach, beforeEach } from "vitest";
import { openWeb, type Web, type WebOptions } from "../../../pipelines/intake/web/web.ts";
import { openPageServer, type PageServer } from "../../support/page-server.ts";

/** Called once a test file; `server`: that of the test that runs. */
export function visits() {
  let server: PageServer;
  const opened: Web[] = [];
  beforeEach(async () => {
    server = await openPageServer();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(web => web.close()));
    await server.close();
  });
  const webWith = (options: Partial<WebOptions> = {}): Web => {
    const web = openWeb({
      userAgent: "ragwright/0 (+test)",
      allowHosts: [server.host],
      ...options,
    });
    opened.push(web);
    return web;
  };
  const textAt = async (web: Web, path: string) =>
    (await web.get(`${server.origin}${path}`)).bytes.toString("utf8");
  const withoutRobots = () => server.requestedPaths.filter(path => path !== "/robots.txt");
  return { server: () => server, webWith, textAt, withoutRobots };
}
