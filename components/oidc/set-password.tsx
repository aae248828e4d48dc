"use client";

import { callApi } from "#components/api/call-api.ts";
import { oidcCopy } from "#components/catalogs/oidc.tsx";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useForm } from "#components/ui/use-form.ts";

/** Sets the first password of an account that was created through the login provider. */
export function SetPassword({ email, isMailOn }: { email: string; isMailOn: boolean }) {
  const { message, isDone, busy, form } = useForm({
    initial: {},
    read: () => ({}),
    submit: () => callApi("/auth/forgot-password", { method: "POST", body: { email } }),
  });
  return (
    <form {...form} className="grid max-w-sm justify-items-start gap-4">
      <p className="text-pretty">
        {oidcCopy.noPassword} {oidcCopy.noPasswordHint} {!isMailOn && oidcCopy.askOperator}
      </p>
      <Notice tone="problem">{message}</Notice>
      <Notice tone="done">{isDone && oidcCopy.linkSent}</Notice>
      {isMailOn && (
        <Button type="submit" busy={busy}>
          {oidcCopy.emailLink}
        </Button>
      )}
    </form>
  );
}
