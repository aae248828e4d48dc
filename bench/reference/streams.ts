import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// What an open event stream is compared with: node:http that responds and keeps the response open, and nothing else.
const open = new Set<ServerResponse>();

const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store" });
  response.write("event: ready\ndata: {}\n\n");
  open.add(response);
  response.on("close", () => open.delete(response));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
