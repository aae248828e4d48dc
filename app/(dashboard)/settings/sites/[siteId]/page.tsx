import type { Metadata } from "next";
import { SiteMail } from "#components/mail/site-mail.tsx";
import { BackLink } from "#components/shell/back-link.tsx";
import { pageTitle } from "#components/shell/page-title.ts";
import { SettingsPage, SettingsSection } from "#components/shell/settings-page.tsx";
import { Blocking } from "#components/sites/blocking.tsx";
import { DeleteSite } from "#components/sites/delete-site.tsx";
import { EditSite } from "#components/sites/edit-site.tsx";
import { ScriptTag } from "#components/sites/script-tag.tsx";
import { SiteData } from "#components/sites/site-data.tsx";
import { SiteMade } from "#components/sites/site-made.tsx";
import { TestMessageForm } from "#components/sites/test-message-form.tsx";
import { VerifiedVisitors } from "#components/sites/verified-visitors.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { WebhookList } from "#components/webhooks/webhook-list.tsx";
import { shortDomain } from "#lib/sites/domain.ts";
import { env } from "#platform/env.ts";
import { loadBlocking, loadIdentitySecret, loadSite, loadSiteMail, loadWebhooks } from "./load-site.ts";

type Props = { params: Promise<{ siteId: string }>; searchParams: Promise<{ made?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  return { title: pageTitle((await loadSite((await params).siteId)).name) };
}

export default async function SitePage({ params, searchParams }: Props) {
  const { id, name, domain, accentColor, welcomeMessage, publicKey, retentionDays } = await loadSite(
    (await params).siteId,
  );
  const [identitySecret, blocking, mail, webhooks] = await Promise.all([
    loadIdentitySecret(id),
    loadBlocking(id),
    loadSiteMail(id),
    loadWebhooks(id),
  ]);
  const isNew = (await searchParams).made !== undefined;
  const tag = <ScriptTag publicKey={publicKey} baseUrl={env().BASE_URL} />;
  return (
    <SettingsPage
      title={<bdi>{name}</bdi>}
      above={<BackLink href="/settings/sites" label="Sites" />}
      action={
        <AppLink href={`/inbox?site=${id}`} className={buttonClass()}>
          Conversations
        </AppLink>
      }
      wide
    >
      {isNew && <SiteMade>{tag}</SiteMade>}
      <EditSite siteId={id} initial={{ name, domain: shortDomain(domain ?? ""), accentColor, welcomeMessage }} />
      {!isNew && (
        <SettingsSection
          title="Put it on your pages"
          hint="Paste this tag into every page, before the end of its body. It carries no secret."
        >
          {tag}
        </SettingsSection>
      )}
      <SettingsSection title="Send a test message" hint="It arrives the way that a visitor’s message does.">
        <TestMessageForm siteId={id} />
      </SettingsSection>
      <SettingsSection title="Messages by e-mail" hint="Who is told of what nobody has seen.">
        <SiteMail siteId={id} mail={mail} />
      </SettingsSection>
      <SettingsSection
        title="Verified visitors"
        hint="Your server vouches for the customers who are logged in, so that nobody can pretend to be one of them, and each finds their conversation again on any device. It signs your own id of a customer with a secret that only it and this service know."
      >
        <VerifiedVisitors siteId={id} known={identitySecret} />
      </SettingsSection>
      <SettingsSection
        id="webhooks"
        title="Webhooks"
        hint="Your other systems are told of what happens here, as it happens: signed, and in ids alone, without a word of what was written."
      >
        <WebhookList siteId={id} endpoints={webhooks} />
      </SettingsSection>
      <SettingsSection
        title="Blocked"
        hint="What this site does not accept. Whoever is refused is told so in the same words, whatever the cause. A visitor is blocked from the menu of their conversation."
      >
        <Blocking siteId={id} blocking={blocking} />
      </SettingsSection>
      <SettingsSection title="Data" hint="What visitors wrote here, and what is known of them.">
        <SiteData siteId={id} retentionDays={retentionDays} />
      </SettingsSection>
      <SettingsSection title="Delete" hint="The site goes with all its conversations and visitors.">
        <DeleteSite siteId={id} name={name} />
      </SettingsSection>
    </SettingsPage>
  );
}
