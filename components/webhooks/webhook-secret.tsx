import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";

/** A webhook's secret that was made just now. */
export function WebhookSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title={webhooksCopy.newSecret} label={webhooksCopy.secret} text={secret} onStored={onStored}>
      {webhooksCopy.storeSecret}
    </ShownOnce>
  );
}
