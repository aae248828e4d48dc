import { webhooksCopy } from "#components/catalogs/webhooks.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";

/** Shows a webhook's new secret, once. */
export function WebhookSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title={webhooksCopy.newSecret} label={webhooksCopy.secret} text={secret} onStored={onStored}>
      {webhooksCopy.storeSecret}
    </ShownOnce>
  );
}
