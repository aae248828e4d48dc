import { transaction } from "#platform/database/database.ts";
import { emailKey } from "#platform/email-address.ts";
import { Prisma } from "#prisma-client";
import { personOf, visitorsOfPerson } from "../../base/access/people-statements.ts";
import { WORKSPACE_NAME } from "../../base/access/statements.ts";

/** One visitor that a person is, on one site. */
export type VisitorOfPerson = {
  id: string;
  workspaceId: string;
  workspaceName: string;
  siteName: string;
  /** Whether the site vouches for who they are. Their email is what they, or the site's pages, gave in any case. */
  isVerified: boolean;
  /** Of all that the team merged with it, as the rest is. */
  conversations: number;
  /** How many others it's merged with. */
  merged: number;
};

const SLOW_MS = 600_000;

/**
 * Returns the visitors of all workspaces who gave an email, in whatever case and form, by workspace and site. Of merged ones,
 * it's the first that did.
 */
export async function findVisitorsOfPerson(email: string): Promise<VisitorOfPerson[]> {
  const key = emailKey(email);
  // SQL for the collation, which lower-cases ASCII alone in every database. The few addresses with other letters are compared here.
  const find = Prisma.sql`
    SELECT v.id, v.email, w.id AS "workspaceId", ${WORKSPACE_NAME} AS "workspaceName", s.name AS "siteName",
      v.verified AS "isVerified", ${personOf(Prisma.sql`v`)} AS "personId", cardinality(people.ids) - 1 AS merged,
      (SELECT count(*)::int FROM conversations c WHERE c.visitor_id = ANY (people.ids)) AS conversations
    FROM visitors v JOIN sites s ON s.id = v.site_id AND s.closed_at IS NULL
      JOIN workspaces w ON w.id = v.workspace_id AND w.closed_at IS NULL
      CROSS JOIN LATERAL (SELECT ${visitorsOfPerson(Prisma.sql`v.id`)} AS ids OFFSET 0) people
    WHERE lower(v.email COLLATE "C") = ${key} OR octet_length(v.email) <> char_length(v.email)
    ORDER BY w.created_at, w.id, s.created_at, s.id, v.id`;
  // It reads all visitors.
  const rows = await transaction((tx) => tx.query<VisitorOfPerson & { email: string | null; personId: string }>(find), {
    statementMs: SLOW_MS,
  });
  const found = rows.filter(({ email: given }) => emailKey(given ?? "") === key);
  const people = new Set<string>();
  return found.flatMap(({ email: given, personId, ...visitor }) => {
    if (people.has(personId)) return [];
    people.add(personId);
    return [visitor];
  });
}
