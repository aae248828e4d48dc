import type { Metadata } from "next";
import { FailedDeliveries } from "#components/deliveries/failed-deliveries.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { SettingsPage } from "#components/shell/settings-page.tsx";
import { requirePageOwner } from "#gate/page-owner.ts";
import { toFailedDeliveryJson } from "#lib/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/deliveries/queries.ts";

export const metadata: Metadata = { title: "Failed deliveries" };

export default async function FailedDeliveriesPage() {
  const scope = await requirePageOwner("/settings/deliveries");
  const deliveries = (await listFailedDeliveries(scope)).map(toFailedDeliveryJson);
  return (
    <SettingsPage title="Failed deliveries" above={<BackLink href="/settings/sites" label="Sites" />}>
      <p className="mb-6 max-w-120 text-quiet text-pretty">
        Mails and webhooks that were tried for more than a day, or that were refused for good. They are kept for 30
        days.
      </p>
      <FailedDeliveries deliveries={deliveries} />
    </SettingsPage>
  );
}
