import { docsCopy } from "#components/catalogs/docs.tsx";
import { InlineText } from "./prose.tsx";
import type { Field } from "./schema-words.ts";

type Props = {
  label: string;
  fields: Field[];
  /** Request fields: shows which ones are optional. */
  isSent?: boolean;
};

/** Lists fields with their types and descriptions. */
export function FieldList({ label, fields, isSent = false }: Props) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h4 className="text-sm font-medium text-quiet">{label}</h4>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {fields.map((field) => (
          <li key={field.path} className="py-2">
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <code className="font-mono text-sm font-semibold">{field.path}</code>
              <span className="text-sm text-quiet">
                <TypeOf field={field} />
                {field.rules.map((rule) => `, ${rule}`).join("")}
              </span>
              <span className="text-sm">{presence(field, isSent)}</span>
            </p>
            {field.description !== "" && (
              <p className="mt-0.5 text-sm text-quiet text-pretty">
                <InlineText text={field.description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

const presence = ({ isRequired }: Field, isSent: boolean) =>
  isSent && isRequired ? docsCopy.required : isSent || isRequired ? "" : docsCopy.notAlways;

function TypeOf({ field: { type, refersTo } }: { field: Field }) {
  if (refersTo === undefined) return type;
  const [before = "", after = ""] = type.split(refersTo);
  return (
    <>
      {before}
      <a href={`#shape-${refersTo}`} className="text-accent underline">
        {refersTo}
      </a>
      {after}
    </>
  );
}
