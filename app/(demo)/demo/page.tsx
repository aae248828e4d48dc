import { findSiteByPublicKey } from "#lib/sites/site-by-key.system.ts";
import { MissingKey } from "./missing-key.tsx";
import { Shop } from "./shop.tsx";

type Props = { searchParams: Promise<{ site?: string | string[] }> };

/** A shop as its visitors see it, with a site's widget on it. */
export default async function DemoPage({ searchParams }: Props) {
  const { site: key } = await searchParams;
  const site = typeof key === "string" ? await findSiteByPublicKey(key) : null;
  if (!site) return <MissingKey isWrong={key !== undefined} />;
  return (
    <>
      <Shop />
      <script src={`/widget.js?site=${encodeURIComponent(site.publicKey)}`} async />
    </>
  );
}
