// All routes of the page's server with their guards, and the responses to errors.

import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { PipelineError } from "../../engine/errors.ts";
import type { PageFiles } from "./page-files.ts";
import { type BatchContext, createApi } from "./server-api.ts";
import { guardHost, guardToken, guardWrites, isLoopback } from "./server-guard.ts";

function responseToError(
  error: Error,
  onError: (error: unknown) => void,
): { status: ContentfulStatusCode; message: string } {
  if (error instanceof HTTPException) return { status: error.status, message: error.message };
  onError(error);
  if (error instanceof PipelineError && error.code === "disk")
    return { status: 503, message: `${error.message} The verdict was not saved.` };
  return { status: 500, message: "Internal server error: see the server's terminal." };
}

interface AppOptions {
  readonly batchContext: BatchContext;
  readonly page: PageFiles;
  readonly host: string;
  /** The port in use, not the one requested. */
  readonly port: number;
  readonly token: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** Serves the page to everyone whom the guards let through, and /api to holders of the token; errors are sent as JSON. */
export function createApp({ batchContext, page, host, port, token, onError }: AppOptions): Hono {
  const app = new Hono();
  app.onError((error, context) => {
    const { status, message } = responseToError(error, onError);
    return context.json({ error: message }, status);
  });
  app.notFound(context => context.json({ error: "Not found." }, 404));
  if (isLoopback(host)) app.use(guardHost(port));
  app.use(guardWrites);
  if (token !== undefined) app.use("/api/*", guardToken(token));
  app.route("/api", createApi(batchContext));
  app.get("/", context => context.html(page.markup));
  app.get("/style.css", context =>
    context.body(page.style, 200, { "Content-Type": "text/css; charset=utf-8" }),
  );
  for (const [name, text] of page.scripts)
    app.get(`/${name}`, context =>
      context.body(text, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
    );
  return app;
}
