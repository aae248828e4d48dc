"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import { useLive } from "#components/live/live-provider.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CopyField } from "#components/ui/copy-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { TelegramCodeResponse } from "#lib/notify/telegram/schema.ts";
import type { ChannelJson, TelegramJson } from "#lib/outbox/channels/schema.ts";
import { ChannelRow } from "./channel-row.tsx";

const copy = notificationsCopy.telegram;

type Props = { telegram: TelegramJson; chats: readonly ChannelJson[] };

/** Lists the connected Telegram chats, connects another one by a code, and says if the bot doesn't work. */
export function Telegram({ telegram, chats }: Props) {
  const router = useRouter();
  const { inbox } = useLive();
  const [code, setCode] = useState<TelegramCodeResponse & { chatCount: number }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const chatCount = chats.filter(({ stopReason }) => !stopReason).length;
  const isConnected = code !== undefined && chatCount > code.chatCount;

  // The code is sent elsewhere, so nothing else says on this page that it was used.
  useEffect(
    () =>
      inbox.listen(({ type, data }) => {
        if (type === "settings.updated" && data.about === "account") router.refresh();
      }),
    [inbox, router],
  );

  const connect = async () => {
    setBusy(true);
    const result = await callApi<TelegramCodeResponse>("/account/telegram/code", { method: "POST" });
    setBusy(false);
    setProblem(result.ok ? undefined : result.problem.words);
    if (result.ok) setCode({ ...result.value, chatCount });
  };

  const trouble = telegram.problem && copy.problems[telegram.problem];
  if (!telegram.available)
    return <p className="text-quiet text-pretty">{trouble ?? copy.unavailable(<code>TELEGRAM_BOT_TOKEN</code>)}</p>;
  return (
    <div className="grid gap-4">
      <Notice tone="problem">{trouble}</Notice>
      <ul aria-label={copy.chats} className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {chats.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} />
        ))}
      </ul>
      {code && !isConnected ? (
        <section aria-label={copy.codeTitle} className="grid gap-3 rounded-xl border border-line bg-paper p-4">
          <p className="max-w-120 text-pretty">
            {copy.codeHint(<bdi className="font-medium">@{telegram.username}</bdi>)}
          </p>
          <CopyField label={copy.code} text={code.code} />
          <div>
            <a href={code.url} target="_blank" rel="noopener noreferrer" className={buttonClass("primary")}>
              {copy.open}
            </a>
          </div>
        </section>
      ) : (
        <div>
          <Button onClick={connect} busy={isBusy}>
            {chatCount > 0 ? copy.connectAnother : copy.connect}
          </Button>
        </div>
      )}
      <Notice tone="done">{isConnected && copy.connected}</Notice>
      <Notice tone="problem">{problem}</Notice>
    </div>
  );
}
