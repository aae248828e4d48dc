import type { ReactNode } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { DemoLink } from "#components/sites/demo-link.tsx";
import { installCode, scriptSource } from "#components/sites/install-snippets.ts";
import { TestMessageForm } from "#components/sites/test-message-form.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { MAIN_ID } from "#components/ui/skip-link.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { FirstHeading } from "./first-heading.tsx";
import { FirstNews } from "./first-news.tsx";

type TagProps = { site: SiteJson; baseUrl: string; isLoopback: boolean };
type Props = TagProps & { isAgent: boolean; checklist: ReactNode };

/** The inbox before its first message: how to get one. An agent can only wait for it. */
export function FirstMessage({ isAgent, checklist, ...tag }: Props) {
  const { site } = tag;
  return (
    <main id={MAIN_ID} tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
      <div className="mx-auto grid max-w-2xl gap-10 px-6 py-10 md:px-10 md:py-16">
        <header>
          <FirstHeading />
          <p className="mt-2 text-lg text-quiet text-pretty">
            {inboxCopy.noMessagesHint(<bdi>{site.name}</bdi>)}
            {!isAgent && ` ${inboxCopy.waysToFirstMessage}`}
          </p>
        </header>
        {checklist}
        {!isAgent && <Ways {...tag} />}
      </div>
      <FirstNews />
    </main>
  );
}

function Ways(tag: TagProps) {
  return (
    <>
      <section aria-labelledby="tag-heading">
        <h2 id="tag-heading" className="text-lg font-semibold">
          {inboxCopy.installTitle}
        </h2>
        <p className="mt-1 mb-4 text-quiet">{inboxCopy.installHint}</p>
        <ScriptTag {...tag} />
      </section>
      <section aria-labelledby="test-heading">
        <h2 id="test-heading" className="text-lg font-semibold">
          {inboxCopy.testTitle}
        </h2>
        <p className="mt-1 mb-4 text-quiet">{inboxCopy.testHint}</p>
        <TestMessageForm siteId={tag.site.id} />
      </section>
    </>
  );
}

/** The script tag for the site's pages, and a link to a page to try it on. */
function ScriptTag({ site: { publicKey }, baseUrl, isLoopback }: TagProps) {
  const [tag] = installCode("html", scriptSource(publicKey, baseUrl));
  return (
    <div className="grid justify-items-start gap-3 *:first:w-full">
      <CopyField label={sitesCopy.scriptTag} text={tag} />
      {isLoopback && <p className="text-sm text-quiet text-pretty">{generalCopy.loopbackAddress}</p>}
      <DemoLink publicKey={publicKey} />
    </div>
  );
}
