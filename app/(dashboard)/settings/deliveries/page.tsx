import type { Metadata } from "next";
import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { FailedDeliveries } from "#components/deliveries/failed-deliveries.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsPage } from "#components/shell/settings-page.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toFailedDeliveryJson } from "#lib/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/deliveries/queries.ts";

export const metadata: Metadata = { title: deliveriesCopy.failedTitle };

export default async function FailedDeliveriesPage() {
  const scope = await requirePageOwner("/settings/deliveries");
  const deliveries = (await listFailedDeliveries(scope)).map(toFailedDeliveryJson);
  return (
    <SettingsPage
      title={deliveriesCopy.failedTitle}
      above={<BackLink href="/settings/sites" label={sitesCopy.title} />}
    >
      <p className="mb-6 max-w-120 text-quiet text-pretty">{deliveriesCopy.failedHint}</p>
      <FailedDeliveries deliveries={deliveries} />
    </SettingsPage>
  );
}
