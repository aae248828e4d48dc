import type { OwnerScope } from "../access/scopes.ts";
import { requireSession } from "../sessions/sessions.system.ts";

const ASK_EVERY = 10;

/**
 * Passes batches on until the session is revoked, then throws `unauthenticated`. It checks at the end too: an account
 * that's being erased runs out of rows.
 */
export async function* whileSessionStands<T>(scope: OwnerScope, batches: AsyncIterable<T>): AsyncGenerator<T> {
  let given = 0;
  for await (const batch of batches) {
    yield batch;
    given += 1;
    if (given % ASK_EVERY === 0) await requireSession(scope);
  }
  await requireSession(scope);
}
