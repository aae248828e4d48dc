import { CopyField } from "#components/ui/copy-field.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { IDENTIFY_TAG, IDENTITY_CODE } from "./identity-code.ts";

const [first, ...others] = IDENTITY_CODE.map(({ language, label, code }) => ({
  name: language,
  label,
  content: <CopyField key={language} label={`Code for ${label}`} text={code} />,
}));

/** What to do with the secret: a hash on the server, and a line on the page. */
export function IdentityGuide() {
  return (
    <div className="grid gap-6 *:min-w-0">
      <div>
        <h3 className="font-medium">On your server</h3>
        <p className="mt-1 mb-3 max-w-120 text-quiet text-pretty">
          Make the hash only for somebody who is logged in, from the id in your own session and never from one that a
          browser sent.
        </p>
        {first && <Tabs label="Language" tabs={[first, ...others]} />}
      </div>
      <div>
        <h3 className="font-medium">On your page, before the script tag</h3>
        <p className="mt-1 mb-3 max-w-120 text-quiet text-pretty">
          Call identify with the hash on every page that the person sees while logged in, and{" "}
          <code className="font-mono text-sm">SiteInbox("logout")</code> when they log out.
        </p>
        <CopyField label="Code for your page" text={IDENTIFY_TAG} />
      </div>
    </div>
  );
}
