import { savedRepliesCopy } from "#components/catalogs/saved-replies.tsx";
import { readTemplate, type TemplatePart, type Variable } from "#lib/desk/saved-replies/template.ts";

/** What's known of the conversation and the owner. */
export type KnownValues = {
  visitorName?: string | undefined;
  visitorEmail?: string | undefined;
  siteName: string;
  myName?: string | undefined;
};

// A visitor's own words must not become a blank.
const plain = (value: string | undefined) => value?.replaceAll(/[{}]/g, "").trim() || undefined;

const valuesOf = ({
  visitorName,
  visitorEmail,
  siteName,
  myName,
}: KnownValues): Record<Variable, string | undefined> => ({
  "visitor.name": plain(visitorName),
  "visitor.first_name": plain(visitorName)?.split(/\s+/u)[0],
  "visitor.email": plain(visitorEmail),
  "site.name": plain(siteName),
  "my.name": plain(myName),
});

/** Fills in a saved reply. A variable without a value becomes its fallback, or else a blank. */
export function expandReply(body: string, known: KnownValues): string {
  const values = valuesOf(known);
  const textOf = (part: TemplatePart): string => {
    if (part.type === "blank") return `{{?${part.name}}}`;
    if (part.type !== "variable") return part.text;
    const { name, fallback } = part;
    const text = values[name] ?? fallback ?? (name === "my.name" ? values["site.name"] : undefined);
    return text ?? `{{?${savedRepliesCopy.variables[name]}}}`;
  };
  return readTemplate(body).map(textOf).join("");
}
