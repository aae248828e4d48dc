import { sitesCopy } from "#components/catalogs/sites.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { installCode, PLATFORMS, type Platform } from "./install-snippets.ts";

/** How to add the chat to a site's pages, for each kind of site. */
export function InstallTabs({ source }: { source: string }) {
  const tab = (platform: Platform) => ({
    name: platform,
    label: sitesCopy.platforms[platform],
    content: <Steps key={platform} platform={platform} source={source} />,
  });
  const [first, ...others] = PLATFORMS;
  return <Tabs label={sitesCopy.installOn} tabs={[tab(first), ...others.map(tab)]} />;
}

function Steps({ platform, source }: { platform: Platform; source: string }) {
  const steps = sitesCopy.installSteps[platform];
  return (
    <ol className="grid gap-5">
      {installCode(platform, source).map((code, at) => (
        <li key={code} className="grid gap-2">
          <p className="max-w-140 text-pretty">{steps[at]}</p>
          <CopyField label={platform === "html" ? sitesCopy.scriptTag : sitesCopy.codeToCopy} text={code} />
        </li>
      ))}
    </ol>
  );
}
