import { Client } from "pg";
import { sessionAt } from "#platform/database/session-settings.ts";

/** Works on a connection of its own, which is closed afterwards. `name` is what the server's list of sessions shows. */
export async function onOwnConnection<T>(url: string, work: (client: Client) => Promise<T>, name?: string): Promise<T> {
  const session = { ...sessionAt(url), ...(name !== undefined && { application_name: name, keepAlive: true }) };
  const client = new Client(session);
  // What's lost fails the statement too, whose error is handled.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
