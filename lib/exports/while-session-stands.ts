import type { OwnerScope } from "../access/scopes.ts";
import { requireSession } from "../sessions/sessions.system.ts";

const ASK_EVERY = 10;

/**
 * Hands batches on until the session has ended, with its account or alone. Then it throws `unauthenticated`; at the end too,
 * because of an account that is being erased nothing more is found.
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
