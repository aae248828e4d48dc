"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { callApi, callDelete } from "#components/api/call-api.ts";
import { generalCopy } from "#components/catalogs/general.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { SaveBar } from "#components/ui/save-bar.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { useForm } from "#components/ui/use-form.ts";
import type { ChannelJson } from "#lib/outbox/channels/schema.ts";
import { doubtfulWords, stoppedWords } from "./channel-words.ts";

const { channel: copy } = notificationsCopy;

type Props = {
  channel: ChannelJson;
  /** Removes it in another way. Returns an error message, or undefined. */
  onRemove?: typeof removeChannel;
};

/** Removes a channel from the account. Returns an error message, or undefined. */
export async function removeChannel({ id }: ChannelJson): Promise<string | undefined> {
  const result = await callDelete(`/account/channels/${id}`);
  return result.ok ? undefined : result.problem.words;
}

/** A device or another channel: its last delivery, a test, its settings, and a button to remove it. */
export function ChannelRow({ channel, onRemove = removeChannel }: Props) {
  const { id, name, doubtful, stopReason } = channel;
  const router = useRouter();
  const [said, setSaid] = useState<{ done?: string; problem?: string }>({});
  const [isEdited, setEdited] = useState(false);
  const [busy, startTransition] = useTransition();

  const test = () =>
    startTransition(async () => {
      const result = await callApi(`/account/channels/${id}/test`, { method: "POST" });
      setSaid(result.ok ? { done: copy.testSent } : { problem: result.problem.words });
    });

  const remove = () =>
    startTransition(async () => {
      const problem = await onRemove(channel);
      if (problem) return setSaid({ problem });
      router.refresh();
    });

  return (
    <li className="grid gap-3 px-4 py-3 *:min-w-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-48">
          <p className="truncate font-medium">
            <bdi>{name}</bdi>
          </p>
          <p className="text-sm text-quiet">
            <ChannelFacts channel={channel} />
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {stopReason === undefined && (
            <Button busy={busy} onClick={test} aria-label={copy.testOf(name)}>
              {copy.test}
            </Button>
          )}
          <Button onClick={() => setEdited(!isEdited)} aria-expanded={isEdited} aria-label={copy.settingsOf(name)}>
            {copy.settings}
          </Button>
          <Button busy={busy} onClick={remove} aria-label={copy.removeOf(name)}>
            {copy.remove}
          </Button>
        </div>
      </div>
      {stopReason !== undefined && (
        <p className="text-sm text-danger text-pretty">{stoppedWords(channel, stopReason)}</p>
      )}
      {stopReason === undefined && doubtful === true && <p className="text-sm text-pretty">{doubtfulWords(channel)}</p>}
      <Notice tone="done">{said.done}</Notice>
      <Notice tone="problem">{said.problem}</Notice>
      {isEdited && <ChannelSettings channel={channel} />}
    </li>
  );
}

function ChannelFacts({ channel }: { channel: ChannelJson }) {
  const { thisDevice, lastDeliveredAt, lastShownAt, address } = channel;
  return (
    <>
      {thisDevice === true ? <span className="font-medium text-accent">{copy.thisDevice}</span> : <bdi>{address}</bdi>}
      {" · "}
      {lastDeliveredAt ? copy.lastDelivered(<Moment at={lastDeliveredAt} form="short" />) : copy.notUsed}
      {lastShownAt && (
        <>
          {" · "}
          {copy.lastShown(<Moment at={lastShownAt} form="short" />)}
        </>
      )}
    </>
  );
}

function ChannelSettings({ channel }: { channel: ChannelJson }) {
  const { id, name, shows, backup } = channel;
  const router = useRouter();
  const edit = useForm({
    initial: { name, shows, backup },
    read: (form) => ({
      name: String(form.get("name") ?? ""),
      shows: String(form.get("shows")) as ChannelJson["shows"],
      backup: form.has("backup"),
    }),
    submit: (_, body) => callApi(`/account/channels/${id}`, { method: "PATCH", body }),
    onDone: () => router.refresh(),
  });
  return (
    <form key={edit.key} {...edit.form} noValidate className="grid gap-4 pt-1">
      <Field label={generalCopy.name} {...edit.field("name")} />
      <SelectField label={copy.shows} {...edit.field("shows")} options={SHOWS} />
      <Choice label={copy.backup} hint={copy.backupHint} {...edit.choice("backup")} />
      <SaveBar form={edit} />
    </form>
  );
}

const SHOWS = [
  ["text", copy.showsText],
  ["new", copy.showsNew],
  ["site", copy.showsSite],
] as const;
