"use client";

import { callApi } from "#components/api/call-api.ts";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

/** Links the account with the login that came before, or leaves it at the password. */
export function ConfirmLink({ provider, next }: { provider: string; next: string }) {
  const { message, problem, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => callApi("/account/oidc/confirm", { method: "POST" }),
    onDone: () => location.assign(next),
  });
  return (
    <form {...form} className="grid gap-4">
      <Notice tone="problem">{problem?.code === "link_gone" ? oidcCopy.tooLate(provider) : message}</Notice>
      <Button type="submit" look="primary" busy={busy}>
        {oidcCopy.link}
      </Button>
      <a href={next} className={buttonClass("quiet")}>
        {oidcCopy.notNow}
      </a>
    </form>
  );
}
