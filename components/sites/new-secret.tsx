import { sitesCopy } from "#components/catalogs/sites.tsx";
import { ShownOnce } from "#components/ui/shown-once.tsx";

/** An identity secret that was made just now. */
export function NewSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  return (
    <ShownOnce title={sitesCopy.newSecret} label={sitesCopy.identitySecret} text={secret} onStored={onStored}>
      {sitesCopy.storeSecret}
    </ShownOnce>
  );
}
