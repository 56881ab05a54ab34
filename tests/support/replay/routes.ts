// The paths of the replay server: models' and batches' below /v1, and its own for statistics.

import { type BatchCounter, batchRoutes, type Exchange, parseJson } from "./batch-routes.ts";
import { sendFailure, sendJson, serve } from "./desk.ts";
import { failure, type Works } from "./work.ts";

export interface Rooms extends BatchCounter {
  readonly works: Works;
  readonly stats: (withRequests: boolean) => object;
  readonly reset: () => void;
}

const noSuchPath = ({ method, path }: Exchange) =>
  failure(404, "not_found", `Unknown request: ${method} ${path}`);

// Paths that name a file or a batch are counted as one.
const countedPath = ({ method, path }: Exchange) =>
  `${method} ${path.replace(/^\/v1\/(files|batches)\/[^/]+/, "/v1/$1/:id")}`;

/** Told in full, as some servers do, so that a client that repeats it is caught. */
const wrongKey = (given: string) =>
  failure(401, "invalid_api_key", `Incorrect API key provided: ${given}.`);

async function answerOwn({ desk, office, stats, reset }: Rooms, exchange: Exchange): Promise<void> {
  const { method, path, query, response } = exchange;
  const acts: Record<string, () => object> = {
    "GET /stats": () => stats(query.has("requests")),
    "POST /reset": () => {
      reset();
      return stats(false);
    },
    "POST /batches/finish": () => {
      office.finish();
      return stats(false);
    },
  };
  const act = acts[`${method} ${path}`];
  if (act) await sendJson(response, 200, act());
  else await sendFailure(desk(), response, noSuchPath(exchange));
}

/** One request from its body on; `given` is the API key that came with it. */
export function answering(rooms: Rooms): (exchange: Exchange, given: string) => Promise<void> {
  const ofBatches = batchRoutes(rooms);
  return async (exchange, given) => {
    if (!exchange.path.startsWith("/v1/")) return answerOwn(rooms, exchange);
    const desk = rooms.desk();
    desk.statistics.came(countedPath(exchange));
    if (desk.settings.key !== null && given !== desk.settings.key)
      return sendFailure(desk, exchange.response, wrongKey(given));
    const work = exchange.method === "POST" ? rooms.works[exchange.path] : undefined;
    if (work)
      return serve(
        desk,
        { response: exchange.response, client: given },
        work(parseJson(exchange.body)),
      );
    await (ofBatches({ ...exchange, path: exchange.path.slice("/v1".length) }) ??
      sendFailure(desk, exchange.response, noSuchPath(exchange)));
  };
}
