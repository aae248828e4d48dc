import type { Metadata } from "next";
import { headers } from "next/headers";
import { chatCopy } from "#components/catalogs/chat.tsx";
import { ChatPage } from "#components/chat/chat-page.tsx";
import { pageTitle } from "#components/shell/page-title.ts";
import { Lead } from "#components/ui/lead.tsx";
import { findSiteByPublicKey } from "#lib/sites/sites/site-by-key.system.ts";
import { builtWidget } from "#lib/widget/widget/built-files.ts";
import { preferredLanguage } from "#platform/preferred-language.ts";

type Props = { searchParams: Promise<{ site?: string | string[] }> };

const findSite = async ({ searchParams }: Props) => {
  const { site } = await searchParams;
  return typeof site === "string" ? findSiteByPublicKey(site) : null;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const site = await findSite(props);
  return { title: site ? pageTitle(site.name) : chatCopy.title };
}

/** A site's chat on a page of its own, which emails to visitors link to. */
export default async function Chat(props: Props) {
  const site = await findSite(props);
  if (!site) {
    return (
      <main>
        <Lead level={1} title={chatCopy.notFoundTitle}>
          {chatCopy.notFoundHint}
        </Lead>
      </main>
    );
  }
  const language = preferredLanguage((await headers()).get("accept-language"), builtWidget().words.keys());
  return <ChatPage siteKey={site.publicKey} siteName={site.name} language={language} />;
}
