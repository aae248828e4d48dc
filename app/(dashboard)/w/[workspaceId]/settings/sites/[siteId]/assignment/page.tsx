import { AssignmentForm } from "#components/assignment/assignment-form.tsx";
import { assignmentCopy } from "#components/catalogs/assignment.tsx";
import { settingsCopy } from "#components/catalogs/settings.tsx";
import { SettingsShell } from "#components/shell/settings-shell.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import { SiteAssignment } from "#lib/sites/sites/schema.ts";
import { toMemberJson } from "#lib/team/members/json.ts";
import { listMembers } from "#lib/team/members/queries.ts";
import { loadSite, type SiteProps, sectionTitle } from "../load-site.ts";

export const generateMetadata = (props: SiteProps) => sectionTitle(props, "assignment", settingsCopy.assignment);

export default async function AssignmentPage({ params }: SiteProps) {
  const { scope, site } = await loadSite(params, "assignment", "admin");
  const members = (await listMembers(scope)).map(toMemberJson(scope));
  return (
    <SettingsShell nav={{ site }} title={settingsCopy.assignment} hint={settingsCopy.assignmentHint}>
      <SettingsSection title={assignmentCopy.mode}>
        <AssignmentForm
          siteId={site.id}
          stored={site.assignment}
          modes={SiteAssignment.shape.mode.options}
          people={members.filter(({ suspended, siteIds }) => !suspended && (!siteIds || siteIds.includes(site.id)))}
        />
      </SettingsSection>
    </SettingsShell>
  );
}
