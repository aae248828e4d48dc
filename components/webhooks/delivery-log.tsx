import { ChevronRight } from "lucide-react";
import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { Moment } from "#components/time/moment.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { DeliveryJson, DeliveryListResponse } from "#lib/outbox/webhooks/schema.ts";
import { DeliveryState } from "./delivery-state.tsx";

type Props = {
  /** The path of the webhook's page. */
  href: string;
  page: DeliveryListResponse;
  status: DeliveryJson["status"] | undefined;
  isFirstPage: boolean;
};

const FILTERS = [
  { status: undefined, label: webhooksCopy.all },
  { status: "failed", label: webhooksCopy.failed },
  { status: "pending", label: webhooksCopy.waiting },
] as const;

const linkTo = (href: string, query: Record<string, string | undefined>) => {
  const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return search.size > 0 ? `${href}?${search}` : href;
};

/** A webhook's events, newest first. */
export function DeliveryLog({ href, page: { deliveries, nextCursor }, status, isFirstPage }: Props) {
  return (
    <div className="grid gap-4">
      <nav aria-label={webhooksCopy.filter} className="flex flex-wrap gap-1">
        {FILTERS.map((filter) => (
          <AppLink
            key={filter.label}
            href={linkTo(href, { status: filter.status })}
            scroll={false}
            aria-current={filter.status === status ? "page" : undefined}
            className={classNames(
              "rounded-md px-2.5 py-1.5 text-sm font-medium transition-colors pointer-coarse:py-2.5",
              filter.status === status ? "bg-accent-soft text-accent" : "text-quiet hover:bg-sunken hover:text-ink",
            )}
          >
            {filter.label}
          </AppLink>
        ))}
      </nav>
      {deliveries.length === 0 ? (
        <p className="text-quiet">{status || !isFirstPage ? webhooksCopy.noDeliveries : webhooksCopy.nothingSent}</p>
      ) : (
        <ul aria-label={webhooksCopy.deliveries} className="divide-y divide-line rounded-lg border border-line">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <AppLink
                href={`${href}/${delivery.id}`}
                className="flex min-h-14 items-center gap-3 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 flex-1">
                  <code className="block truncate font-mono text-sm">{delivery.type}</code>
                  <DeliveryState delivery={delivery} />
                </span>
                <Moment at={delivery.createdAt} form="short" className="shrink-0 text-sm text-quiet tabular-nums" />
                <ChevronRight size={16} aria-hidden className="shrink-0 text-quiet" />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {(nextCursor || !isFirstPage) && (
        <div className="flex flex-wrap gap-3">
          {!isFirstPage && (
            <AppLink href={linkTo(href, { status })} className={buttonClass()}>
              {webhooksCopy.newest}
            </AppLink>
          )}
          {nextCursor && (
            <AppLink href={linkTo(href, { status, cursor: nextCursor })} className={buttonClass()}>
              {webhooksCopy.older}
            </AppLink>
          )}
        </div>
      )}
    </div>
  );
}
