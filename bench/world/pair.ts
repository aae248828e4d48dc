import { openThrowawayDatabase } from "../../tests/support/throwaway-database.ts";
import { BENCH_SECRET, startOurs, startReference } from "./servers.ts";

/** The service and the reference on one new database, which keeps its data as a user's does. */
export async function startPair() {
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await openThrowawayDatabase({ durable: true }), ({ discard }) => discard());
  const ours = stack.use(await startOurs(database.url));
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: BENCH_SECRET };
  const reference = stack.use(await startReference("server.ts", settings));
  const kept = stack.move();
  return { database, ours, reference, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
