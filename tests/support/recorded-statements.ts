import { Client } from "pg";

export type Recorded = { text: string; values: unknown[] };

/** Does something and answers the statements that it sent to the database, by whatever pool or client. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  const send = Client.prototype.query;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    const [config, values] = args;
    const { text, values: own } = typeof config === "string" ? { text: config } : (config as Partial<Recorded>);
    if (text) recorded.push({ text, values: own ?? (Array.isArray(values) ? values : []) });
    return (send as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof send;
  try {
    await work();
  } finally {
    Client.prototype.query = send;
  }
  return recorded.filter(({ text }) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(text));
}
