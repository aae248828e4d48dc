import { ShownOnce } from "#components/ui/shown-once.tsx";

/** A webhook's secret that was made just now. */
export function WebhookSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title="New webhook secret" label="Webhook secret" text={secret} onStored={onStored}>
      Your system needs it to know that a request is from here: store it among that system’s secrets.
    </ShownOnce>
  );
}
