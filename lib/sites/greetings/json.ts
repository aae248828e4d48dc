import type { Greeting } from "#prisma-client";
import { GreetingJson } from "./schema.ts";

const Stored = GreetingJson.pick({ texts: true, languages: true, hours: true });

export const toGreetingJson = ({
  id,
  name,
  text,
  pages,
  afterSeconds,
  onlyByName,
  active,
  ...row
}: Greeting): GreetingJson => ({
  id,
  name,
  text,
  pages,
  afterSeconds,
  onlyByName,
  active,
  // The table has what the schema let in.
  ...Stored.parse({ texts: row.texts, languages: row.languages, hours: row.hours }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
