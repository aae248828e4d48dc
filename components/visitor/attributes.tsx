"use client";

import { type ReactNode, useState } from "react";
import { visitorCopy } from "#components/catalogs/visitor.tsx";
import { inboxPath } from "#components/filter/inbox-filter.ts";
import { Moment } from "#components/time/moment.tsx";
import { type Reader, useReader } from "#components/time/reader.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { attributeFilter } from "#lib/desk/attributes/rules.ts";
import type { AttributeJson } from "#lib/desk/attributes/schema.ts";

const SHOWN = 8;
const DAY_LENGTH = 10;

/** Shows what the site's server and its page say about a visitor, each apart. A value leads to the conversations that have it. */
export function Attributes({ attributes }: { attributes: readonly AttributeJson[] }) {
  const of = (source: AttributeJson["source"]) => attributes.filter((one) => one.source === source);
  return (
    <>
      <Said title={visitorCopy.attributesOfServer} attributes={of("server")} />
      <Said title={visitorCopy.attributesOfPage} hint={visitorCopy.attributesOfPageHint} attributes={of("page")} />
    </>
  );
}

type SaidProps = { title: string; hint?: string; attributes: readonly AttributeJson[] };

function Said({ title, hint, attributes }: SaidProps) {
  const reader = useReader();
  const [isAll, setAll] = useState(false);
  if (attributes.length === 0) return null;
  const shown = isAll ? attributes : attributes.slice(0, SHOWN);
  return (
    <section aria-label={title} className="mt-5 border-t border-line pt-4">
      <h3 className="text-xs text-quiet">{title}</h3>
      {hint && <p className="text-xs text-quiet text-pretty">{hint}</p>}
      <dl className="mt-1.5 grid gap-1.5">
        {shown.map(({ name, kind, value, source }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <dt className="min-w-0 text-xs text-quiet wrap-anywhere">
              <bdi>{name}</bdi>
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              <AppLink
                href={inboxPath({ status: "all", attribute: attributeFilter(name, value) })}
                title={visitorCopy.filterByAttribute(name, String(value))}
                className="underline decoration-edge underline-offset-3 hover:decoration-current"
              >
                <bdi className={source === "server" ? "font-medium" : undefined}>
                  {wordsOf({ kind, value }, reader)}
                </bdi>
              </AppLink>
            </dd>
          </div>
        ))}
      </dl>
      {attributes.length > shown.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="mt-1.5 text-sm font-medium text-accent underline underline-offset-3"
        >
          {visitorCopy.showAll(attributes.length)}
        </button>
      )}
    </section>
  );
}

function wordsOf({ kind, value }: Pick<AttributeJson, "kind" | "value">, reader: Reader): ReactNode {
  if (kind === "boolean") return value === true ? visitorCopy.yes : visitorCopy.no;
  if (kind !== "date") return String(value);
  const text = String(value);
  // A day is the same one in every time zone.
  return text.length === DAY_LENGTH ? <Day at={text} reader={reader} /> : <Moment at={text} form="exact" />;
}

function Day({ at, reader: { language } }: { at: string; reader: Reader }) {
  const words = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(at));
  return (
    <time dateTime={at} lang={language} suppressHydrationWarning>
      {words}
    </time>
  );
}
