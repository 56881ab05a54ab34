// The paths of the replay server: models' and batches' below /v1, and its own for statistics.

import { parseJson } from "../../../pipelines/engine/lines.ts";
import { type BatchCounter, batchRoutes, type Exchange } from "./batch-routes.ts";
import { sendFailure, sendJson, serve } from "./desk.ts";
import { failure } from "./work.ts";

/** Told in full, as some servers do, so that a client that repeats it is caught. */
const wrongKey = (given: string) =>
  failure(401, "invalid_api_key", `Incorrect API key provided: ${given}.`);

/** One request from its body on; `given` is the API key that came with it. */
export function answering(
  counter: BatchCounter,
): (exchange: Exchange, given: string) => Promise<void> {
  const { desk } = counter;
  const ofBatches = batchRoutes(counter);
  return async (exchange, given) => {
    const { method, path, response, body } = exchange;
    if (path === "/stats") return void (await sendJson(response, 200, desk.statistics.read()));
    desk.statistics.came();
    if (desk.settings.key !== null && given !== desk.settings.key)
      return sendFailure(response, wrongKey(given));
    const work = method === "POST" ? desk.works[path] : undefined;
    if (work)
      return serve(desk, { response, client: given }, work(parseJson(body.toString("utf8"))));
    await (ofBatches({ ...exchange, path: path.replace(/^\/v1/, "") }) ??
      sendFailure(response, failure(404, "not_found", `Unknown request: ${method} ${path}`)));
  };
}
