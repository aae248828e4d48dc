"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { PasswordDialog } from "#components/account/password-dialog.tsx";
import { callDelete } from "#components/api/call-api.ts";
import { accountCopy } from "#components/catalogs/account.tsx";
import { passkeysCopy } from "#components/catalogs/passkeys.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { textOf } from "#components/ui/form-text.ts";
import { Notice } from "#components/ui/notice.tsx";
import type { PasskeyJson } from "#lib/people/passkeys/schema.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { useHasPasskeys, useIsAt } from "./browser-passkeys.ts";

type Props = {
  email: string;
  passkeys: PasskeyJson[];
  /** Where new ones can be added: the host and the origin. Null if the service can't have passkeys. */
  party: { host: string; origin: string } | null;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** The browser and system, as a name for a new one. */
  device: string;
};

type Said = { done?: string; quiet?: string };

/** Lists the account's passkeys, adds and removes them. */
export function Passkeys({ email, passkeys, party, hasPassword, hasSecondFactor, device }: Props) {
  const router = useRouter();
  const section = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<"add" | PasskeyJson>();
  const [said, setSaid] = useState<Said>({});
  const reason = useObstacle(party, hasPassword);
  const show = (what: "add" | PasskeyJson) => {
    setSaid({});
    setOpen(what);
  };
  const close = () => setOpen(undefined);
  const finish = (words: Said) => {
    close();
    setSaid(words);
    router.refresh();
    section.current?.focus();
  };
  const remove = async ({ id, name }: PasskeyJson, form: FormData) => {
    const body = { currentPassword: textOf(form, "currentPassword") };
    const result = await callDelete(`/account/passkeys/${id}`, { body });
    if (result.ok) finish({ done: passkeysCopy.removed(name) });
    return result;
  };
  return (
    <div
      ref={section}
      tabIndex={-1}
      className="grid gap-4 rounded-lg *:min-w-0 focus:outline-none focus-visible:outline-2"
    >
      <List passkeys={passkeys} host={party?.host} onRemove={show} />
      {reason ? (
        <p className="text-sm text-quiet text-pretty wrap-anywhere">{reason}</p>
      ) : (
        <div>
          <Button onClick={() => show("add")}>{passkeysCopy.add}</Button>
        </div>
      )}
      <p role="status" className="text-sm text-quiet empty:hidden">
        {said.quiet}
      </p>
      <Notice tone="done">{said.done}</Notice>
      {open === "add" && (
        <AddPasskey
          email={email}
          device={device}
          hasSecondFactor={hasSecondFactor}
          onAdded={(name) => finish({ done: passkeysCopy.added(name) })}
          onCanceled={() => finish({ quiet: passkeysCopy.notAdded })}
          onClose={close}
        />
      )}
      {typeof open === "object" && (
        <PasswordDialog
          email={email}
          title={passkeysCopy.removeTitle(<bdi>{open.name}</bdi>)}
          action={passkeysCopy.removeAction}
          look="danger"
          submit={(form) => remove(open, form)}
          onClose={close}
        >
          {passkeysCopy.removeHint}
        </PasswordDialog>
      )}
    </div>
  );
}

/** Returns why no passkey can be added here, or null. */
function useObstacle(party: Props["party"], hasPassword: boolean): string | null {
  const hasPasskeys = useHasPasskeys();
  const isAtHome = useIsAt(party?.origin ?? "");
  if (!party) return passkeysCopy.unavailable;
  if (!hasPassword) return passkeysCopy.passwordFirst;
  if (!isAtHome) return passkeysCopy.elsewhere(party.origin);
  return hasPasskeys ? null : passkeysCopy.unsupported;
}

type ListProps = { passkeys: PasskeyJson[]; host: string | undefined; onRemove: (passkey: PasskeyJson) => void };

function List({ passkeys, host, onRemove }: ListProps) {
  if (passkeys.length === 0) return <p className="text-quiet">{passkeysCopy.none}</p>;
  return (
    <ul aria-label={passkeysCopy.title} className="divide-y divide-line rounded-lg border border-line">
      {passkeys.map((passkey) => (
        <li key={passkey.id} className="flex min-h-16 items-center gap-4 px-4 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">
              <bdi>{passkey.name}</bdi>
            </p>
            <p className="text-sm text-quiet wrap-anywhere">
              {(passkey.host === host ? passkeysCopy.works : passkeysCopy.worksElsewhere)(<bdi>{passkey.host}</bdi>)}
              {" · "}
              {accountCopy.created(<Moment at={passkey.createdAt} form="short" />)}
              {" · "}
              {passkey.lastUsedAt
                ? accountCopy.keyLastUsed(<Moment at={passkey.lastUsedAt} form="short" />)
                : passkeysCopy.unused}
            </p>
          </div>
          <Button onClick={() => onRemove(passkey)} aria-label={passkeysCopy.removeNamed(passkey.name)}>
            {passkeysCopy.remove}
          </Button>
        </li>
      ))}
    </ul>
  );
}
