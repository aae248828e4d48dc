import { sitesCopy } from "#components/catalogs/sites.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { IDENTIFY_TAG, IDENTITY_CODE } from "./identity-code.ts";

const [first, ...others] = IDENTITY_CODE.map(({ language, label, code }) => ({
  name: language,
  label,
  content: <CopyField key={language} label={sitesCopy.codeFor(label)} text={code} />,
}));

/** Explains how to use the secret: a hash on the server, and a line in the page. */
export function IdentityGuide() {
  return (
    <div className="grid gap-6 *:min-w-0">
      <div>
        <h2 className="text-lg font-semibold">{sitesCopy.onYourServer}</h2>
        <p className="mt-1 mb-3 max-w-120 text-quiet text-pretty">{sitesCopy.onYourServerHint}</p>
        {first && <Tabs label={sitesCopy.language} tabs={[first, ...others]} />}
      </div>
      <div>
        <h2 className="text-lg font-semibold">{sitesCopy.onYourPage}</h2>
        <p className="mt-1 mb-3 max-w-120 text-quiet text-pretty">
          {sitesCopy.onYourPageHint(<code className="font-mono text-sm">SiteInbox("logout")</code>)}
        </p>
        <CopyField label={sitesCopy.codeForPage} text={IDENTIFY_TAG} />
      </div>
    </div>
  );
}
