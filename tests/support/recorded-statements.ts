import { Client } from "pg";

/** A statement as it was sent; with a name it is planned once for all values. */
export type Recorded = { name?: string; text: string; values: unknown[] };

/** Runs something and returns the statements it sent to the database, through any pool or client. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const send = Client.prototype.query;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [config, values] = args;
    const { name, text, values: own } = typeof config === "string" ? { text: config } : (config as Partial<Recorded>);
    const sent = own ?? (Array.isArray(values) ? values : []);
    if (text) recorded.push({ text, values: sent, ...(name !== undefined && { name }) });
    return (send as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof send;
  try {
    await work();
  } finally {
    Client.prototype.query = send;
  }
  return recorded.filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text));
}
