import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

type Told = { by: ReactNode; to: ReactNode; site: ReactNode; role: string | undefined };

/** The log of who changed what. */
export const activityCopy = catalog("activity", {
  title: "Activity",
  hint: (days: number) => `Who changed what, for the last ${days} days. Message text is never recorded.`,
  none: "Nothing yet.",
  noneFound: "Nothing matches these filters.",
  person: "Person",
  everyone: "Everyone",
  action: "Action",
  allActions: "Everything",
  site: "Site",
  allSites: "All sites",
  apply: "Filter",
  older: "Show older",
  newest: "Back to newest",
  exportCsv: "Export",

  operator: "The operator",
  service: "Site Inbox",
  formerTeammate: "A former teammate",
  withEmail: (name: string, email: string) => `${name} (${email})`,
  formerSite: "a deleted site",
  via: {
    key: "with an API key",
    telegram: "from Telegram",
    email: "by email",
    round_robin: "by round robin",
    session: undefined,
    operator: undefined,
    service: undefined,
  },
  roles: { agent: "an agent", admin: "an admin", owner: "an owner" },

  // What a deletion removed, as a list.
  removed: {
    conversations: (count: number) => plural(count, { one: "1 conversation", other: "# conversations" }),
    messages: (count: number) => plural(count, { one: "1 message", other: "# messages" }),
    notes: (count: number) => plural(count, { one: "1 note", other: "# notes" }),
    files: (count: number, size: string) => plural(count, { one: `1 file (${size})`, other: `# files (${size})` }),
  },

  said: {
    "invitation.created": ({ by, role }: Told) => (
      <>
        {by} invited {role ?? "someone"}
      </>
    ),
    "invitation.resent": ({ by }: Told) => <>{by} sent an invitation again</>,
    "invitation.revoked": ({ by }: Told) => <>{by} revoked an invitation</>,
    "invitation.accepted": ({ by, role }: Told) => (
      <>
        {role ? (
          <>
            {by} joined as {role}
          </>
        ) : (
          <>{by} joined</>
        )}
      </>
    ),
    "member.role_changed": ({ by, to, role }: Told) =>
      role ? (
        <>
          {by} made {to} {role}
        </>
      ) : (
        <>
          {by} changed the role of {to}
        </>
      ),
    "member.sites_changed": ({ by, to }: Told) => (
      <>
        {by} changed the sites of {to}
      </>
    ),
    "member.suspended": ({ by, to }: Told) => (
      <>
        {by} suspended {to}
      </>
    ),
    "member.restored": ({ by, to }: Told) => (
      <>
        {by} restored the access of {to}
      </>
    ),
    "member.removed": ({ by, to }: Told) => (
      <>
        {by} removed {to}
      </>
    ),
    "member.left": ({ by }: Told) => <>{by} left</>,
    "ownership.offered": ({ by, to }: Told) => (
      <>
        {by} offered ownership to {to}
      </>
    ),
    "ownership.accepted": ({ by }: Told) => <>{by} became an owner</>,
    "ownership.declined": ({ by }: Told) => <>{by} ended an offer of ownership</>,
    "workspace.renamed": ({ by }: Told) => <>{by} renamed the workspace</>,
    "workspace.changed": ({ by }: Told) => <>{by} changed the workspace</>,
    "workspace.deleted": ({ by }: Told) => <>{by} deleted the workspace</>,
    "workspace.security_changed": ({ by }: Told) => <>{by} changed the workspace’s security</>,
    "site.created": ({ by, site }: Told) => (
      <>
        {by} added {site}
      </>
    ),
    "site.changed": ({ by, site }: Told) => (
      <>
        {by} changed {site}
      </>
    ),
    "site.deleted": ({ by }: Told) => <>{by} deleted a site</>,
    "site.exported": ({ by, site }: Told) => (
      <>
        {by} exported {site}
      </>
    ),
    "visitor.exported": ({ by, site }: Told) => (
      <>
        {by} exported a visitor of {site}
      </>
    ),
    "visitor.erased": ({ by, site }: Told) => (
      <>
        {by} erased a visitor of {site}
      </>
    ),
    "visitor.blocked": ({ by, site }: Told) => (
      <>
        {by} blocked a visitor of {site}
      </>
    ),
    "visitor.unblocked": ({ by, site }: Told) => (
      <>
        {by} unblocked a visitor of {site}
      </>
    ),
    "conversation.assigned": ({ by, to }: Told) =>
      to ? (
        <>
          {by} assigned a conversation to {to}
        </>
      ) : (
        <>{by} unassigned a conversation</>
      ),
    "conversation.closed": ({ by }: Told) => <>{by} closed a conversation</>,
    "conversation.reopened": ({ by }: Told) => <>{by} reopened a conversation</>,
    "conversation.settled": ({ by }: Told) => <>{by} said that a conversation needs no reply</>,
    "conversation.unsettled": ({ by }: Told) => <>{by} said that a conversation needs a reply</>,
    "conversation.deleted": ({ by }: Told) => <>{by} deleted a conversation</>,
    "message.original_opened": ({ by, site }: Told) => (
      <>
        {by} downloaded an email of a visitor of {site}
      </>
    ),
    "webhook.created": ({ by, site }: Told) => (
      <>
        {by} added a webhook to {site}
      </>
    ),
    "webhook.changed": ({ by, site }: Told) => (
      <>
        {by} changed a webhook of {site}
      </>
    ),
    "webhook.deleted": ({ by, site }: Told) => (
      <>
        {by} deleted a webhook of {site}
      </>
    ),
    "webhook.secret_replaced": ({ by, site }: Told) => (
      <>
        {by} replaced a webhook’s secret on {site}
      </>
    ),
    "identity_secret.created": ({ by, site }: Told) => (
      <>
        {by} created an identity secret for {site}
      </>
    ),
    "identity_secret.previous_revoked": ({ by, site }: Told) => (
      <>
        {by} revoked the previous identity secret of {site}
      </>
    ),
    "identity_secret.deleted": ({ by, site }: Told) => (
      <>
        {by} deleted the identity secrets of {site}
      </>
    ),
    "blocking.changed": ({ by, site }: Told) => (
      <>
        {by} changed the blocking of {site}
      </>
    ),
    "label.renamed": ({ by }: Told) => <>{by} renamed a label</>,
    "label.merged": ({ by }: Told) => <>{by} merged two labels</>,
    "label.deleted": ({ by }: Told) => <>{by} deleted a label</>,
    "saved_reply.changed": ({ by }: Told) => <>{by} changed a shared saved reply</>,
    "view.changed": ({ by }: Told) => <>{by} changed a shared view</>,
    "api_key.created": ({ by }: Told) => <>{by} created an API key</>,
    "api_key.revoked": ({ by }: Told) => <>{by} revoked an API key</>,
    "second_factor.turned_on": ({ by }: Told) => <>{by} turned on two-factor login</>,
    "second_factor.turned_off": ({ by }: Told) => <>{by} turned off two-factor login</>,
    "second_factor.reset": ({ by, to }: Told) => (
      <>
        {by} reset two-factor login for {to}
      </>
    ),
    "oidc.linked": ({ by }: Told) => <>{by} linked their account with the login provider</>,
    "oidc.unlinked": ({ by }: Told) => <>{by} unlinked their account from the login provider</>,
    "activity.exported": ({ by }: Told) => <>{by} exported the activity</>,
  },
  names: {
    "invitation.created": "Invitation sent",
    "invitation.resent": "Invitation sent again",
    "invitation.revoked": "Invitation revoked",
    "invitation.accepted": "Invitation accepted",
    "member.role_changed": "Role changed",
    "member.sites_changed": "Sites of a member changed",
    "member.suspended": "Member suspended",
    "member.restored": "Member restored",
    "member.removed": "Member removed",
    "member.left": "Member left",
    "ownership.offered": "Ownership offered",
    "ownership.accepted": "Ownership accepted",
    "ownership.declined": "Ownership offer ended",
    "workspace.renamed": "Workspace renamed",
    "workspace.changed": "Workspace changed",
    "workspace.deleted": "Workspace deleted",
    "workspace.security_changed": "Security changed",
    "site.created": "Site added",
    "site.changed": "Site changed",
    "site.deleted": "Site deleted",
    "site.exported": "Site exported",
    "visitor.exported": "Visitor exported",
    "visitor.erased": "Visitor erased",
    "visitor.blocked": "Visitor blocked",
    "visitor.unblocked": "Visitor unblocked",
    "conversation.assigned": "Conversation assigned",
    "conversation.closed": "Conversation closed",
    "conversation.reopened": "Conversation reopened",
    "conversation.settled": "No reply needed",
    "conversation.unsettled": "Reply needed",
    "conversation.deleted": "Conversation deleted",
    "message.original_opened": "Email downloaded",
    "webhook.created": "Webhook added",
    "webhook.changed": "Webhook changed",
    "webhook.deleted": "Webhook deleted",
    "webhook.secret_replaced": "Webhook secret replaced",
    "identity_secret.created": "Identity secret created",
    "identity_secret.previous_revoked": "Previous identity secret revoked",
    "identity_secret.deleted": "Identity secrets deleted",
    "blocking.changed": "Blocking changed",
    "label.renamed": "Label renamed",
    "label.merged": "Labels merged",
    "label.deleted": "Label deleted",
    "saved_reply.changed": "Saved reply changed",
    "view.changed": "View changed",
    "api_key.created": "API key created",
    "api_key.revoked": "API key revoked",
    "second_factor.turned_on": "Two-factor login turned on",
    "second_factor.turned_off": "Two-factor login turned off",
    "second_factor.reset": "Two-factor login reset",
    "oidc.linked": "Login provider linked",
    "oidc.unlinked": "Login provider unlinked",
    "activity.exported": "Activity exported",
  },
});
