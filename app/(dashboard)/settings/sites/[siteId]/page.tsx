import type { Metadata } from "next";
import { sitesCopy } from "#components/catalogs/sites.tsx";
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
      above={<BackLink href="/settings/sites" label={sitesCopy.title} />}
      action={
        <AppLink href={`/inbox?site=${id}`} className={buttonClass()}>
          {sitesCopy.conversations}
        </AppLink>
      }
      wide
    >
      {isNew && <SiteMade>{tag}</SiteMade>}
      <EditSite siteId={id} initial={{ name, domain: shortDomain(domain ?? ""), accentColor, welcomeMessage }} />
      {!isNew && (
        <SettingsSection title={sitesCopy.installTitle} hint={sitesCopy.installHint}>
          {tag}
        </SettingsSection>
      )}
      <SettingsSection title={sitesCopy.testTitle} hint={sitesCopy.testHint}>
        <TestMessageForm siteId={id} />
      </SettingsSection>
      <SettingsSection title={sitesCopy.emailTitle} hint={sitesCopy.emailHint}>
        <SiteMail siteId={id} mail={mail} />
      </SettingsSection>
      <SettingsSection title={sitesCopy.verifiedTitle} hint={sitesCopy.verifiedHint}>
        <VerifiedVisitors siteId={id} known={identitySecret} />
      </SettingsSection>
      <SettingsSection id="webhooks" title={sitesCopy.webhooksTitle} hint={sitesCopy.webhooksHint}>
        <WebhookList siteId={id} endpoints={webhooks} />
      </SettingsSection>
      <SettingsSection title={sitesCopy.blockingTitle} hint={sitesCopy.blockingHint}>
        <Blocking siteId={id} blocking={blocking} />
      </SettingsSection>
      <SettingsSection title={sitesCopy.dataTitle} hint={sitesCopy.dataHint}>
        <SiteData siteId={id} retentionDays={retentionDays} />
      </SettingsSection>
      <SettingsSection title={sitesCopy.deleteTitle} hint={sitesCopy.deleteHint}>
        <DeleteSite siteId={id} name={name} />
      </SettingsSection>
    </SettingsPage>
  );
}
