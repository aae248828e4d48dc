"use client";

import { useState, useTransition } from "react";
import { openStorage, readStored } from "#client/storage.ts";
import { callApi } from "#components/api/call-api.ts";
import { chatCopy } from "#components/catalogs/chat.tsx";
import { generalCopy } from "#components/catalogs/general.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { ChatFrame } from "./chat-frame.tsx";

type Props = { siteKey: string; siteName: string; language: string };
type Problem = { isGone: boolean; words: string };
type Came = { isReady?: boolean; problem?: Problem };

/**
 * Uses the link of an email, if the URL has one, and shows the chat of this browser's visitor. It takes a click, so
 * that link scanners, even with a browser, don't use up the link.
 */
export function ChatPage({ siteKey, siteName, language }: Props) {
  const token = useLinkToken();
  const [came, setCame] = useState<Came>({});
  const [busy, startTransition] = useTransition();
  const open = () => startTransition(async () => setCame(await redeemLink(siteKey, token ?? "")));
  const isReady = token === "" || came.isReady;
  const { problem } = came;

  return (
    <main aria-label={siteName} className="mx-auto flex h-dvh max-w-2xl flex-col border-line bg-surface sm:border-x">
      <h1 className="sr-only">{siteName}</h1>
      {isReady && <ChatFrame siteKey={siteKey} siteName={siteName} language={language} />}
      {!isReady && token && (
        <Lead
          title={problem ? titleOf(problem) : chatCopy.continueTitle}
          action={
            problem?.isGone ? undefined : (
              <Button look="primary" busy={busy} onClick={open}>
                {problem ? generalCopy.tryAgain : chatCopy.openChat}
              </Button>
            )
          }
        >
          {problem ? <p role="alert">{problem.words}</p> : chatCopy.continueHint(<bdi>{siteName}</bdi>)}
        </Lead>
      )}
    </main>
  );
}

const titleOf = ({ isGone }: Problem) => (isGone ? chatCopy.goneTitle : chatCopy.failedTitle);

async function redeemLink(siteKey: string, token: string): Promise<Came> {
  const result = await callApi<ContinuedChat>("/public/continue", { method: "POST", body: { token } });
  if (result.ok) {
    becomeVisitor(result.value);
    return { isReady: true };
  }
  const isGone = result.problem.code === "link_gone";
  // Opening the same email again in the same browser shows the chat as before.
  if (isGone && isVisitorKnown(siteKey)) return { isReady: true };
  return { problem: { isGone, words: isGone ? chatCopy.goneHint : result.problem.words } };
}

type ContinuedChat = { siteKey: string; visitorId: string; visitorToken: string };

// Where the panel stores its visitor (widget/panel/chat.ts).
const storageOf = (siteKey: string) => openStorage(`site-inbox:${siteKey}:`);

const hasId = (value: unknown): value is { id: string } => typeof Object(value).id === "string";

/** Whether this browser already has a visitor in the site's chat, on this origin. */
const isVisitorKnown = (siteKey: string): boolean => readStored(storageOf(siteKey), "visitor", hasId) !== undefined;

/** Turns this browser into the visitor an email went to. Nothing of a previous one remains, including unsent texts. */
function becomeVisitor({ siteKey, visitorId, visitorToken }: ContinuedChat): void {
  const storage = storageOf(siteKey);
  if (readStored(storage, "visitor", hasId)?.id !== visitorId) {
    for (const name of storage.names("")) storage.remove(name);
  }
  storage.set("visitor", JSON.stringify({ id: visitorId, token: visitorToken }));
  storage.set("started", "yes");
}
