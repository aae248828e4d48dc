"use client";

import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { type ApiResult, callApi } from "#components/api/call-api.ts";
import { passkeysCopy } from "#components/catalogs/passkeys.tsx";
import { Field } from "#components/ui/field.tsx";
import { textOf } from "#components/ui/form-text.ts";
import type { PasskeyCreationOptionsResponse, PasskeyResponse } from "#lib/people/passkeys/schema.ts";
import { CANCELED, createPasskey } from "./browser-passkeys.ts";

type Props = {
  email: string;
  /** The name that's there to begin with. */
  device: string;
  hasSecondFactor: boolean;
  onAdded: (name: string) => void;
  onCanceled: () => void;
  onClose: () => void;
};

/** Takes the name, the password and perhaps a code, and has the browser create a passkey. */
export function AddPasskey({ email, device, hasSecondFactor, onAdded, onCanceled, onClose }: Props) {
  const submit = async (form: FormData) => {
    const result = await add(form);
    if (result.ok) onAdded(result.value.passkey.name);
    else if (result.problem.code === CANCELED) onCanceled();
    return result;
  };
  return (
    <PasswordDialog
      email={email}
      title={passkeysCopy.addTitle}
      action={passkeysCopy.add}
      submit={submit}
      refusals={REFUSALS}
      asksCode={hasSecondFactor}
      fields={(errors) => (
        <Field
          label={passkeysCopy.name}
          name="name"
          autoComplete="off"
          maxLength={60}
          required
          defaultValue={device}
          error={errors.name}
          hint={passkeysCopy.nameHint}
        />
      )}
      onClose={onClose}
    >
      {passkeysCopy.addHint}
    </PasswordDialog>
  );
}

const REFUSALS = {
  link_gone: passkeysCopy.tooLate,
  conflict: passkeysCopy.tooMany,
  not_accepted: passkeysCopy.unavailable,
};

async function add(form: FormData): Promise<ApiResult<PasskeyResponse>> {
  const code = textOf(form, "code");
  const proof = { currentPassword: textOf(form, "currentPassword"), ...(code !== "" && { code }) };
  const path = "/account/passkeys";
  const begun = await callApi<PasskeyCreationOptionsResponse>(`${path}/options`, { method: "POST", body: proof });
  if (!begun.ok) return begun;
  const created = await createPasskey(begun.value.options);
  if (!created.ok) return created;
  return callApi<PasskeyResponse>(path, {
    method: "POST",
    body: { name: textOf(form, "name"), credential: created.value },
  });
}
