"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callApi } from "#components/api/call-api.ts";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { OidcLinkJson } from "#lib/people/oidc/schema.ts";
import type { OidcProvider } from "#platform/oidc/provider.ts";
import { oidcProblem } from "./oidc-words.ts";

type Props = {
  email: string;
  provider: Pick<OidcProvider, "name" | "host">;
  link: OidcLinkJson;
  /** What the callback put into the page's address. */
  said: unknown;
};

/** Shows whether the account is linked with the login provider, links it and unlinks it. */
export function OidcLink({ email, provider, link, said }: Props) {
  const router = useRouter();
  const section = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"link" | "unlink">();
  const [isUnlinked, setUnlinked] = useState(false);
  const close = () => setOpen(undefined);
  const begin = async (form: FormData) => {
    const body = { currentPassword: textOf(form, "currentPassword"), next: location.pathname };
    const result = await callApi<{ url: string }>("/account/oidc", { method: "POST", body });
    if (result.ok) location.assign(result.value.url);
    return result;
  };
  const unlink = async (form: FormData) => {
    const body = { currentPassword: textOf(form, "currentPassword") };
    const result = await callApi("/account/oidc", { method: "DELETE", body });
    if (!result.ok) return result;
    close();
    setUnlinked(true);
    router.replace(location.pathname);
    router.refresh();
    section.current?.focus();
    return result;
  };
  const done = said === "linked" && link.linked ? oidcCopy.linked(provider.name) : isUnlinked && oidcCopy.unlinked;
  return (
    <div
      ref={section}
      tabIndex={-1}
      className="grid justify-items-start gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
    >
      <State link={link} />
      {link.hasPassword && (
        <Button onClick={() => setOpen(link.linked ? "unlink" : "link")}>
          {link.linked ? oidcCopy.unlink : oidcCopy.link}
        </Button>
      )}
      {!link.hasPassword && link.linked && <p className="text-sm text-quiet text-pretty">{oidcCopy.passwordFirst}</p>}
      <Notice tone="problem">{!link.linked && !isUnlinked && oidcProblem(said, provider.name)}</Notice>
      <Notice tone="done">{done}</Notice>
      {open === "link" && (
        <PasswordDialog
          email={email}
          title={oidcCopy.title(provider.name)}
          action={oidcCopy.link}
          submit={begin}
          refusals={{ unavailable: oidcCopy.unreachable(provider.host) }}
          onClose={close}
        >
          {oidcCopy.linkHint(provider.name)}
        </PasswordDialog>
      )}
      {open === "unlink" && (
        <PasswordDialog
          email={email}
          title={oidcCopy.unlinkQuestion(provider.name)}
          action={oidcCopy.unlink}
          look="danger"
          submit={unlink}
          onClose={close}
        >
          {oidcCopy.unlinkHint}
        </PasswordDialog>
      )}
    </div>
  );
}

function State({ link: { linked, since, lastUsedAt, email } }: Pick<Props, "link">) {
  if (!linked || !since) return <p className="font-medium">{oidcCopy.notLinked}</p>;
  return (
    <p className="text-pretty wrap-anywhere">
      <span className="font-medium">{oidcCopy.linkedSince(<Moment at={since} form="date" />)}</span>{" "}
      {email && oidcCopy.linkedAs(<bdi>{email}</bdi>)}
      {lastUsedAt && (
        <>
          {" · "}
          {oidcCopy.lastUsed(<Moment at={lastUsedAt} form="date" />)}
        </>
      )}
    </p>
  );
}
