import type { BlockingJson } from "#lib/blocking/schema.ts";
import { BlockedAddresses } from "./blocked-addresses.tsx";
import { BlockedWords } from "./blocked-words.tsx";
import { ProofChoice } from "./proof-choice.tsx";

type Props = { siteId: string; blocking: BlockingJson };

/** Settings for what a site rejects. */
export function Blocking({ siteId, blocking: { words, addresses, asksProof } }: Props) {
  return (
    <div className="grid gap-10 *:min-w-0">
      <BlockedWords siteId={siteId} words={words} />
      <BlockedAddresses siteId={siteId} addresses={addresses} />
      <ProofChoice siteId={siteId} asksProof={asksProof} />
    </div>
  );
}
