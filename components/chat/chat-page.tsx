"use client";

import { useEffect, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";
import { becomeVisitor, type ContinuedChat, isVisitorKnown } from "./become-visitor.ts";
import { ChatFrame } from "./chat-frame.tsx";

type Props = { siteKey: string; siteName: string; language: string };
type Came = "waiting" | "ready" | { isGone: boolean; words: string };

const GONE =
  "It works once, in one browser, within 7 days. In the browser where it was used the chat is still there: open this address in that one. Or write anew on the pages of the site.";

/** Uses the link of a mail, if the address has one, and shows the chat of whoever this browser is then. */
export function ChatPage({ siteKey, siteName, language }: Props) {
  const token = useLinkToken();
  const [came, setCame] = useState<Came>("waiting");
  const [tries, setTries] = useState(1);

  useEffect(() => {
    if (token === undefined) return;
    if (token === "") return setCame("ready");
    let isOver = false;
    const show = (outcome: Came) => isOver || setCame(outcome);
    void continueChat(siteKey, token, tries).then(show);
    return () => {
      isOver = true;
    };
  }, [siteKey, token, tries]);

  return (
    <main aria-label={siteName} className="mx-auto flex h-dvh max-w-2xl flex-col border-line bg-surface sm:border-x">
      <h1 className="sr-only">{siteName}</h1>
      {came === "ready" && <ChatFrame siteKey={siteKey} siteName={siteName} language={language} />}
      {typeof came === "object" && (
        <Lead
          title={came.isGone ? "This link does not work any more" : "The chat could not be opened"}
          action={came.isGone ? undefined : <Button onClick={() => setTries(tries + 1)}>Try again</Button>}
        >
          {came.words}
        </Lead>
      )}
    </main>
  );
}

// In development effects run twice, and a link works once.
const asked = new Map<string, Promise<Came>>();

function continueChat(siteKey: string, token: string, tries: number): Promise<Came> {
  const name = `${token} ${tries}`;
  const known = asked.get(name) ?? redeemLink(siteKey, token);
  asked.set(name, known);
  return known;
}

async function redeemLink(siteKey: string, token: string): Promise<Came> {
  const answer = await callApi<ContinuedChat>("/public/continue", { method: "POST", body: { token } });
  if (answer.ok) {
    becomeVisitor(answer.value);
    return "ready";
  }
  const isGone = answer.problem.code === "link_gone";
  // Whoever opens the same mail again, in the same browser, finds the chat as before.
  if (isGone && isVisitorKnown(siteKey)) return "ready";
  return { isGone, words: isGone ? GONE : answer.problem.words };
}
