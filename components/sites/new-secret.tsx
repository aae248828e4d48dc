import { ShownOnce } from "#components/ui/shown-once.tsx";

/** An identity secret that was made just now. */
export function NewSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title="New secret" label="Identity secret" text={secret} onStored={onStored}>
      Store it among your server’s secrets, as SITE_INBOX_IDENTITY_SECRET.
    </ShownOnce>
  );
}
