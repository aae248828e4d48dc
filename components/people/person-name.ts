import { visitorLabel } from "#components/visitor/visitor-name.ts";
import type { PersonJson, PersonVisitorJson } from "#lib/desk/people/schema.ts";

type Named = Pick<PersonJson | PersonVisitorJson, "id" | "name" | "email" | "externalId">;

/** Returns what to call a person: their name, email or id, else a name of ours. */
export const personLabel = ({ id, name, email, externalId }: Named): { text: string; isOurs: boolean } =>
  visitorLabel({
    visitorId: id,
    ...(name !== undefined && { visitorName: name }),
    ...(email !== undefined && { visitorEmail: email }),
    ...(externalId !== undefined && { visitorExternalId: externalId }),
  });

export const personName = (person: Named): string => personLabel(person).text;
