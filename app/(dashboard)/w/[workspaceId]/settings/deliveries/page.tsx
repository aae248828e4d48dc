import type { Metadata } from "next";
import { deliveriesCopy } from "#components/catalogs/deliveries.tsx";
import { FailedDeliveries } from "#components/deliveries/failed-deliveries.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toFailedDeliveryJson } from "#lib/notify/deliveries/json.ts";
import { listFailedDeliveries } from "#lib/notify/deliveries/queries.ts";

export const metadata: Metadata = { title: deliveriesCopy.failedTitle };

export default async function FailedDeliveriesPage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/deliveries", "admin");
  const deliveries = (await listFailedDeliveries(scope)).map(toFailedDeliveryJson);
  return (
    <SettingsShell nav="workspace" title={deliveriesCopy.failedTitle} hint={deliveriesCopy.failedHint}>
      <FailedDeliveries deliveries={deliveries} />
    </SettingsShell>
  );
}
