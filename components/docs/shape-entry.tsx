import { docsCopy } from "#components/catalogs/docs.tsx";
import type { JsonSchema } from "#routes/document/openapi.ts";
import { FieldList } from "./field-list.tsx";
import { fieldsOf } from "./schema-words.ts";

export function ShapeEntry({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <article id={`shape-${name}`} aria-label={name} className="mt-8 max-w-160 scroll-mt-6">
      <h3 className="text-lg font-semibold">{name}</h3>
      <div className="mt-2">
        <FieldList label={docsCopy.fields} fields={fieldsOf(schema)} />
      </div>
    </article>
  );
}
