import type { Metadata } from "next";
import { cache } from "react";
import { demoCopy } from "#components/catalogs/demo.tsx";
import { findSiteByPublicKey } from "#lib/sites/sites/site-by-key.system.ts";
import { Shop } from "./shop.tsx";

type Props = { searchParams: Promise<{ site?: string | string[] }> };

const findSite = cache(async (key: string | string[] | undefined) =>
  typeof key === "string" ? findSiteByPublicKey(key) : null,
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const site = await findSite((await searchParams).site);
  return site ? { title: { absolute: site.name } } : {};
}

/** A shop as its visitors see it, with a site's name, color, words and chat. */
export default async function DemoPage({ searchParams }: Props) {
  const { site: key } = await searchParams;
  const site = await findSite(key);
  if (!site) return <MissingKey isWrong={key !== undefined} />;
  return (
    <>
      <Shop site={site} />
      <script src={`/widget.js?site=${encodeURIComponent(site.publicKey)}`} async />
    </>
  );
}

function MissingKey({ isWrong }: { isWrong: boolean }) {
  return (
    <main className="missing">
      <h1>{isWrong ? demoCopy.wrongKey : demoCopy.missingKey}</h1>
      <p>{demoCopy.missingKeyHint(<code>/demo?site=KEY</code>)}</p>
      <p>
        {demoCopy.whereIsKey((label) => (
          <a href="/settings/sites">{label}</a>
        ))}
      </p>
    </main>
  );
}
