import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A port that nobody listens on at this moment. */
export function freePort(host: string): Promise<number> {
  return tryPort(0, host);
}

/** Listens for an instant, to learn whether a port can be had. Fails with the system's error when not. */
export async function tryPort(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return address.port;
}
