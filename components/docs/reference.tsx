import { docsCopy } from "#components/catalogs/docs.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import type { ApiDocument, JsonSchema } from "#routes/document/openapi.ts";
import { partsOfApi } from "./api-parts.ts";
import { Contents } from "./contents.tsx";
import { ErrorList } from "./error-list.tsx";
import { FieldList } from "./field-list.tsx";
import { guideSections } from "./guide-sections.ts";
import { OperationEntry } from "./operation-entry.tsx";
import { Prose } from "./prose.tsx";
import { fieldsOf } from "./schema-words.ts";

type Props = { document: ApiDocument; baseUrl: string };

const SECTION = "mt-16 scroll-mt-6 border-t border-line pt-10";
const HEADING = "text-xl font-semibold tracking-tight";

/** Shows the whole API on one page, from the document that /openapi.json serves. */
export function Reference({ document, baseUrl }: Props) {
  const guide = guideSections(document.info.description, baseUrl);
  const parts = partsOfApi(document);
  const contents = <Contents guide={guide} parts={parts} />;
  return (
    <div className="mx-auto max-w-[90rem] lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-e border-line px-4 py-8 lg:block">
        <nav aria-label={docsCopy.contents}>{contents}</nav>
      </aside>
      <main id={MAIN_ID} className="min-w-0 px-5 pt-8 pb-24 md:px-10 md:pt-12">
        <header>
          <p className="font-semibold text-quiet">Site Inbox</p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight">{docsCopy.title}</h1>
          <p className="mt-2 max-w-160 text-lg text-quiet text-pretty">
            {docsCopy.intro(
              document.info.version,
              <a href="/openapi.json" className="text-accent underline">
                <code className="font-mono text-base">/openapi.json</code>
              </a>,
            )}
          </p>
        </header>
        <details className="mt-6 rounded-lg border border-line bg-surface lg:hidden">
          <summary className="px-4 py-3 font-medium">{docsCopy.contents}</summary>
          <nav aria-label={docsCopy.contents} className="border-t border-line px-4 py-4">
            {contents}
          </nav>
        </details>

        {guide.map(({ id, title, blocks }) => (
          <section key={id} id={id} aria-label={title} className="mt-10 scroll-mt-6">
            <h2 className={HEADING}>{title}</h2>
            <Prose blocks={blocks} />
          </section>
        ))}

        {parts.map(({ id, name, description, operations }) => (
          <section key={id} id={id} aria-label={name} className={SECTION}>
            <h2 className={HEADING}>{name}</h2>
            <p className="mt-1 max-w-160 text-quiet text-pretty">{description}</p>
            {operations.map((one) => (
              <OperationEntry key={one.operation.operationId} {...one} document={document} baseUrl={baseUrl} />
            ))}
          </section>
        ))}

        <section id="shapes" aria-label={docsCopy.schemas} className={SECTION}>
          <h2 className={HEADING}>{docsCopy.schemas}</h2>
          <p className="mt-1 max-w-160 text-quiet text-pretty">{docsCopy.schemasHint}</p>
          {Object.entries(document.components.schemas).map(([name, schema]) => (
            <ShapeEntry key={name} name={name} schema={schema} />
          ))}
        </section>

        <section id="error-codes" aria-label={docsCopy.errorCodes} className={SECTION}>
          <h2 className={HEADING}>{docsCopy.errorCodes}</h2>
          <ErrorList document={document} />
        </section>
      </main>
    </div>
  );
}

function ShapeEntry({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <article id={`shape-${name}`} aria-label={name} className="mt-8 max-w-160 scroll-mt-6">
      <h3 className="text-lg font-semibold">{name}</h3>
      <div className="mt-2">
        <FieldList label={docsCopy.fields} fields={fieldsOf(schema)} />
      </div>
    </article>
  );
}
