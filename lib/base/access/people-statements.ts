import { Prisma } from "#prisma-client";

/*
 * A person is one visitor, or several of a site that the team merged. `merged_into` names the one that represents them, and is
 * null on that one: a group is never nested. It changes only under the site's lock (lib/desk/people).
 */

/** An expression: the person that a row of `visitors` is, by the id of the visitor that represents them. */
export const personOf = (visitor: Prisma.Sql) => Prisma.sql`coalesce(${visitor}.merged_into, ${visitor}.id)`;

/** An expression: the ids of all visitors that are the same people as those of an array of ids. An array, so that an index is used. */
export const withMerged = (visitorIds: Prisma.Sql) => Prisma.sql`ARRAY(
  SELECT ${personOf(Prisma.sql`its_visitor`)} FROM visitors its_visitor WHERE its_visitor.id = ANY (${visitorIds})
  UNION
  SELECT its_other.id FROM visitors its_visitor
  JOIN visitors its_other ON its_other.merged_into = ${personOf(Prisma.sql`its_visitor`)}
  WHERE its_visitor.id = ANY (${visitorIds})
)`;

/** An expression: the ids of all visitors that are the same person as one. */
export const visitorsOfPerson = (visitorId: string | Prisma.Sql) => withMerged(Prisma.sql`ARRAY[${visitorId}]::uuid[]`);
