import { checklistCopy } from "#components/catalogs/checklist.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { sitesCopy } from "#components/catalogs/sites.tsx";
import { testMessageCopy } from "#components/catalogs/test-message.ts";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { DemoLink } from "#components/sites/demo-link.tsx";
import { scriptSource } from "#components/sites/install-snippets.ts";
import { InstallTabs } from "#components/sites/install-tabs.tsx";
import { TagState } from "#components/sites/tag-state.tsx";
import { TestMessageForm } from "#components/sites/test-message-form.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { env } from "#platform/env.ts";
import { isLoopbackUrl } from "#platform/ip-address.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

type Props = SiteProps & { searchParams: Promise<{ made?: string | string[] }> };

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "install", settingsCopy.install);

export default async function InstallPage({ params, searchParams }: Props) {
  const { scope, site } = await loadSite(params, "install", "admin");
  const { BASE_URL } = env();
  const { origin } = new URL(BASE_URL);
  const isNew = (await searchParams).made !== undefined;
  return (
    <SettingsShell
      nav={{ site }}
      title={isNew ? sitesCopy.createdTitle : settingsCopy.install}
      hint={sitesCopy.installHint}
    >
      <p className="mb-6">
        <TagState tagSeen={site.tagSeen} isLive />
      </p>
      <InstallTabs source={scriptSource(site.publicKey, BASE_URL)} />
      {isLoopbackUrl(BASE_URL) && <p className="mt-3 text-sm text-quiet text-pretty">{generalCopy.loopbackAddress}</p>}
      <p className="mt-3 text-sm text-quiet text-pretty">
        {sitesCopy.policyHint(
          <code className="font-mono">
            script-src {origin}; frame-src {origin}
          </code>,
        )}
      </p>
      <p className="mt-4">
        <DemoLink publicKey={site.publicKey} />
      </p>
      <SettingsSection title={testMessageCopy.title} hint={testMessageCopy.hint}>
        <TestMessageForm siteId={site.id} />
      </SettingsSection>
      {isNew && !scope.isShared && (
        <p className="mt-10 text-quiet">
          {checklistCopy.together}{" "}
          <AppLink href="/settings/team" className="text-accent underline underline-offset-3">
            {checklistCopy.teammate}
          </AppLink>
        </p>
      )}
    </SettingsShell>
  );
}
