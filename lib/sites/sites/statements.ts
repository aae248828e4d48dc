import { Prisma } from "#prisma-client";
import type { Site } from "./queries.ts";

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All columns of a Site. */
export const SITE_COLUMNS = Prisma.raw(
  Object.keys(Prisma.SiteScalarFieldEnum)
    .map((field) => `${columnOf(field)} AS "${field}"`)
    .join(", "),
);

/** The assignments of an UPDATE of a site's fields. */
export const siteValues = (fields: Partial<Site>) =>
  Prisma.join(Object.entries(fields).map(([field, value]) => Prisma.sql`${Prisma.raw(columnOf(field))} = ${value}`));
