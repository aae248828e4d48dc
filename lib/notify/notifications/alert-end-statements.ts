import { Prisma } from "#prisma-client";
import { IS_SETTLED } from "../../base/changes/statements.ts";
import { SAID_SEQ } from "../../desk/messages/said-statements.ts";
import type { AlertEnd } from "./schema.ts";

/** What ends an alert of a conversation, `c`, of site `s` and visitor `v`. If several do, the first one is named. */
const endsOf = (wasRead: Prisma.Sql): Record<AlertEnd, Prisma.Sql> => ({
  blocked: Prisma.sql`v.blocked_at IS NOT NULL`,
  spam: Prisma.sql`c.is_spam`,
  closed: Prisma.sql`c.status = 'closed' OR s.closed_at IS NOT NULL`,
  replied: Prisma.sql`c.last_message_by = 'owner'`,
  // It's read too.
  settled: IS_SETTLED,
  read: Prisma.sql`c.owner_unread_count = 0 OR ${wasRead}`,
  snoozed: Prisma.sql`c.snoozed_at IS NOT NULL`,
});

/** The WHENs of a CASE: what ends an alert. `wasRead` matches if someone has read its messages and marked them as unread again. */
export const whenEnded = (wasRead: Prisma.Sql) =>
  Prisma.join(
    Object.entries(endsOf(wasRead)).map(
      ([end, condition]) => Prisma.sql`WHEN ${condition} THEN ${Prisma.raw(`'${end}'`)}`,
    ),
    "\n    ",
  );

/** An expression: what ends an alert, `a`, now. Null if nothing does, or for a test, which goes through everything. */
export const ENDED_BY = Prisma.sql`
  CASE
    WHEN v.is_test THEN NULL
    ${whenEnded(Prisma.sql`${SAID_SEQ} = a.seq AND c.last_read_by_owner_at > a.since`)}
  END`;
