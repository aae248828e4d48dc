import type { Metadata } from "next";
import { ProfileForm } from "#components/account/profile-form.tsx";
import { VisitorNameForm } from "#components/account/visitor-name-form.tsx";
import { accountCopy } from "#components/catalogs/account.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { PictureField } from "#components/pictures/picture-field.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { Avatar } from "#components/visitor/avatar.tsx";
import { requirePageOwner, type WorkspacePage } from "#gate/page-owner.ts";
import { toAccountJson } from "#lib/people/owners/json.ts";
import { personName } from "#lib/people/owners/person-name.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import type { AccountJson } from "#lib/people/owners/schema.ts";
import { toMembershipJson } from "#lib/team/members/json.ts";
import { getMembership } from "#lib/team/members/queries.ts";

export const metadata: Metadata = { title: settingsCopy.profile };

export default async function ProfilePage({ params }: WorkspacePage) {
  const scope = await requirePageOwner(params, "/settings/account/profile");
  const [account, membership] = await Promise.all([getAccount(scope), scope.isShared ? getMembership(scope) : null]);
  const user = toAccountJson(account);
  return (
    <SettingsShell nav="account" title={settingsCopy.profile}>
      {membership ? (
        <>
          <section aria-label={settingsCopy.profile} className="grid gap-8">
            <PhotoField user={user} />
            <ProfileForm user={user} />
          </section>
          <SettingsSection title={accountCopy.visitorName.title}>
            <VisitorNameForm stored={toMembershipJson(membership).visitorName} accountName={user.name} />
          </SettingsSection>
        </>
      ) : (
        <div className="grid gap-8">
          <PhotoField user={user} />
          <ProfileForm user={user} />
        </div>
      )}
    </SettingsShell>
  );
}

function PhotoField({ user: { id, name, email, photoUrl } }: { user: AccountJson }) {
  return (
    <PictureField kind="photo" path="/account/photo" isSet={photoUrl !== undefined}>
      <span className="grid size-16 *:size-16 *:text-xl">
        <Avatar id={id} name={personName({ name, email })} photoUrl={photoUrl} />
      </span>
    </PictureField>
  );
}
