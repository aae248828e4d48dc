import type { ComponentProps } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { Field } from "#components/ui/field.tsx";

type Props = Partial<ComponentProps<typeof Field>>;

/** The email address that a person logs in with. */
export const UsernameField = (props: Props) => (
  <Field label={generalCopy.email} type="email" autoComplete="username" required {...props} />
);

/** The current password, which an account needs before its credentials change. */
export const CurrentPasswordField = (props: Props) => (
  <Field
    label={generalCopy.yourPassword}
    name="currentPassword"
    type="password"
    autoComplete="current-password"
    required
    {...props}
  />
);

export const NewPasswordField = (props: Props) => (
  <Field
    label={generalCopy.newPassword}
    type="password"
    autoComplete="new-password"
    required
    hint={generalCopy.passwordHint}
    {...props}
  />
);
