import { docsCopy } from "#components/catalogs/docs.tsx";
import type { JsonSchema } from "#routes/document/openapi.ts";
import { typeWords } from "./schema-words.ts";

const dataWords = (schema: JsonSchema): string => {
  if (schema.anyOf) return docsCopy.either(schema.anyOf.map(dataWords));
  const fields = Object.entries(schema.properties ?? {});
  return `{ ${fields.map(([name, field]) => `${name}: ${typeWords(field)}`).join(", ")} }`.replace("{  }", "{}");
};

/** Lists the events of a stream with their data. */
export function EventList({ events }: { events: Record<string, JsonSchema> }) {
  return (
    <div>
      <h4 className="text-sm font-medium text-quiet">{docsCopy.events}</h4>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {Object.entries(events).map(([name, schema]) => (
          <li key={name} className="py-2">
            <code className="font-mono text-sm font-semibold">{name}</code>{" "}
            <code className="font-mono text-sm text-quiet">{dataWords(schema)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
