// A proxy for tests, which notes what it is asked for.

import { createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** Tunnels, or passes on, and notes what for. */
export async function startProxy(closing: (close: () => Promise<unknown>) => void) {
  const asked: string[] = [];
  const proxy: Server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? "");
    incoming.pipe(
      request(incoming.url ?? "", { method: "POST", headers: incoming.headers }, reply => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      }),
    );
  });
  proxy.on("connect", (incoming, socket) => {
    asked.push(incoming.url ?? "");
    const [host, port] = (incoming.url ?? "").split(":");
    const through = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      through.pipe(socket).pipe(through);
    });
    for (const end of [through, socket]) end.on("error", () => socket.destroy());
  });
  await new Promise<void>(resolve => proxy.listen(0, "127.0.0.1", resolve));
  closing(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { asked, address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}
