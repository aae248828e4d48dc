"use client";

import { useEffect, useState } from "react";
import type { z } from "zod";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { NewPasswordField } from "#components/account/credential-fields.tsx";
import { LogInHint } from "#components/account/log-in-hint.tsx";
import { callApi } from "#components/api/call-api.ts";
import { logInPath } from "#components/api/log-in-path.ts";
import { openSession } from "#components/api/open-session.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { invitationCopy } from "#components/catalogs/invitation.tsx";
import { announceArrival } from "#components/live/announcement.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { ContinueWithOidc } from "#components/oidc/continue-with-oidc.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { readTexts } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";
import { workspacePath } from "#lib/base/access/workspace-path.ts";
import type {
  AcceptedAsNewResponse,
  AcceptedInvitationResponse,
  InvitationPreviewResponse,
} from "#lib/people/invitations/schema.ts";
import type { OidcProvider } from "#platform/oidc/provider.ts";

type Preview = z.infer<typeof InvitationPreviewResponse>["invitation"];

// The tab keeps it while the person logs in or out: a URL would end up in logs.
const KEPT = "site-inbox-invitation";

/** Says what an invitation is for, and lets the invited person join. */
export function Invitation({ myEmail, provider }: Pick<StepProps, "myEmail" | "provider">) {
  const given = useLinkToken();
  const token = given === "" ? (sessionStorage.getItem(KEPT) ?? "") : given;
  const [preview, setPreview] = useState<Preview>();
  const [problem, setProblem] = useState<ApiProblem>();

  useEffect(() => {
    if (!token) return;
    sessionStorage.setItem(KEPT, token);
    void callApi<{ invitation: Preview }>("/invitations/preview", { method: "POST", body: { token } }).then(
      (result) => {
        if (result.ok) setPreview(result.value.invitation);
        else setProblem(result.problem);
      },
    );
  }, [token]);

  if (!token || !preview) {
    return (
      <>
        <AuthHeading title={invitationCopy.title} hint={invitationCopy.hint} />
        {token === "" && <Notice tone="problem">{invitationCopy.incomplete}</Notice>}
        {problem && <Refused problem={problem} isLoggedIn={myEmail !== undefined} />}
        {token !== "" && !problem && (
          <p role="status" className="late text-quiet">
            {invitationCopy.opening}
          </p>
        )}
      </>
    );
  }
  const { workspaceName, invitedBy, email, role, siteNames } = preview;
  return (
    <>
      <AuthHeading
        title={invitationCopy.joinTitle(workspaceName)}
        hint={
          <>
            {invitationCopy.invited(invitedBy && <bdi>{invitedBy}</bdi>, <bdi>{email}</bdi>, role)}{" "}
            {siteNames && invitationCopy.onSites(<bdi>{siteNames.join(", ")}</bdi>)}
          </>
        }
      />
      <NextStep token={token} preview={preview} myEmail={myEmail} provider={provider} />
    </>
  );
}

type StepProps = {
  token: string;
  preview: Preview;
  myEmail: string | undefined;
  /** The login provider of the service, if it has one. */
  provider: OidcProvider | null;
};

function NextStep({ token, preview, myEmail, provider }: StepProps) {
  if (myEmail === undefined && preview.hasAccount) return <LogInFirst />;
  if (myEmail === undefined) {
    return (
      <>
        <JoinAsNew token={token} preview={preview} />
        {provider && <ContinueWithOidc provider={provider} next="/invite" invitation={token} />}
      </>
    );
  }
  const isMine = myEmail.toLowerCase() === preview.email.toLowerCase();
  return isMine ? <Join token={token} preview={preview} /> : <LogOutFirst preview={preview} myEmail={myEmail} />;
}

function enter(workspace: { id: string; name: string }): void {
  sessionStorage.removeItem(KEPT);
  announceArrival(workspace);
  location.assign(workspacePath(workspace.id, "/inbox"));
}

function Join({ token, preview }: Pick<StepProps, "token" | "preview">) {
  const { problem, message, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => {
      type Accepted = z.infer<typeof AcceptedInvitationResponse>;
      return callApi<Accepted>("/account/invitations", { method: "POST", body: { token } });
    },
    onDone: (value) => enter(value.workspace),
  });
  if (problem?.code === "link_gone") return <Refused problem={problem} isLoggedIn />;
  return (
    <form {...form} className="grid gap-4">
      <Notice tone="problem">{problem && (REFUSALS[problem.code] ?? message)}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {invitationCopy.join(preview.workspaceName)}
      </Button>
    </form>
  );
}

const REFUSALS: Record<string, string> = {
  not_accepted: invitationCopy.confirmFirst,
  not_permitted: invitationCopy.suspended,
};

function JoinAsNew({ token, preview }: Pick<StepProps, "token" | "preview">) {
  const [hasToConfirm, setHasToConfirm] = useState(false);
  const { field, message, problem, busy, form } = useForm({
    initial: { name: "", password: "" },
    read: readTexts("name", "password"),
    submit: async ({ name, password }) => {
      const body = { token, password, ...(name && { name }) };
      type Accepted = z.infer<typeof AcceptedAsNewResponse>;
      const result = await callApi<Accepted>("/auth/accept-invitation", { method: "POST", body });
      if (!result.ok) return result;
      const { workspaceId } = result.value;
      const opened = await openSession({ token: result.value.token });
      if (workspaceId === undefined) setHasToConfirm(true);
      else if (opened.ok) enter({ id: workspaceId, name: preview.workspaceName });
      return opened;
    },
  });
  if (problem?.code === "link_gone") return <Refused problem={problem} isLoggedIn={false} />;
  if (problem?.code === "email_taken") return <LogInFirst />;
  if (hasToConfirm) return <Notice tone="done">{invitationCopy.confirmFirst}</Notice>;
  return (
    <form {...form} className="grid gap-4">
      <input type="hidden" name="username" autoComplete="username" value={preview.email} readOnly />
      <Field
        label={generalCopy.name}
        {...field("name")}
        autoComplete="name"
        optional
        hint={invitationCopy.nameHint}
        maxLength={80}
      />
      <NewPasswordField label={generalCopy.password} {...field("password")} />
      <Notice tone="problem">{message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {invitationCopy.createAndJoin}
      </Button>
    </form>
  );
}

function LogInFirst() {
  return (
    <div className="grid justify-items-start gap-4">
      <p>{invitationCopy.haveAccount}</p>
      <a href={logInPath("/invite")} className={buttonClass("primary")}>
        {invitationCopy.logInToJoin}
      </a>
    </div>
  );
}

function LogOutFirst({ preview, myEmail }: { preview: Preview; myEmail: string }) {
  const { message, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => callApi("/auth/logout", { method: "POST" }),
    onDone: () => location.reload(),
  });
  return (
    <form {...form} className="grid justify-items-start gap-4">
      <p className="text-pretty wrap-anywhere">
        {invitationCopy.otherAccount(<bdi>{preview.email}</bdi>, <bdi>{myEmail}</bdi>)}
      </p>
      <Notice tone="problem">{message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {invitationCopy.logOutAndContinue}
      </Button>
    </form>
  );
}

function Refused({ problem, isLoggedIn }: { problem: ApiProblem; isLoggedIn: boolean }) {
  if (problem.code !== "link_gone") return <Notice tone="problem">{problem.words}</Notice>;
  return (
    <>
      <Notice tone="problem">{problem.detail ?? invitationCopy.gone}</Notice>
      {!isLoggedIn && <LogInHint />}
    </>
  );
}
