"use client";

import { useEffect, useState, useTransition } from "react";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { callApi } from "#components/api/call-api.ts";
import type { ApiProblem } from "#components/api/problem.ts";
import { authCopy } from "#components/catalogs/auth.tsx";
import { sendReplyCopy } from "#components/catalogs/send-reply.tsx";
import { useLinkToken } from "#components/mail/use-link-token.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { ReplyLinkResponse } from "#lib/notify/mail-in/schema.ts";
import { sizeWords } from "#platform/size-words.ts";

type Came = { reply?: ReplyLinkResponse; problem?: string; isSent?: boolean };

const wordsOf = ({ code, words }: ApiProblem) => (code === "link_gone" ? sendReplyCopy.gone : words);

/** Shows what a person's email would send, and sends it with a button. Opening it sends nothing, so no scanner does. */
export function SendReply() {
  const token = useLinkToken();
  const [{ reply, problem, isSent }, setCame] = useState<Came>({});
  const [busy, startTransition] = useTransition();
  useEffect(() => {
    if (!token) return;
    const open = async () => {
      const result = await callApi<ReplyLinkResponse>("/mail/replies/preview", { method: "POST", body: { token } });
      setCame(result.ok ? { reply: result.value } : { problem: wordsOf(result.problem) });
    };
    void open();
  }, [token]);
  const send = () =>
    startTransition(async () => {
      const result = await callApi("/mail/replies", { method: "POST", body: { token } });
      if (result.ok) return setCame({ isSent: true, ...(reply && { reply }) });
      setCame({ problem: wordsOf(result.problem), ...(result.problem.code !== "link_gone" && reply && { reply }) });
    });
  const hint = reply ? sendReplyCopy.to(reply.visitorName, reply.siteName) : sendReplyCopy.hint;
  return (
    <>
      <AuthHeading title={sendReplyCopy.title} hint={hint} />
      <div className="grid gap-4">
        <Notice tone="problem">{token === "" ? authCopy.linkIncomplete : problem}</Notice>
        <Notice tone="done">{isSent ? sendReplyCopy.sent : undefined}</Notice>
        {token !== "" && !reply && !problem && (
          <p role="status" className="late text-quiet">
            {sendReplyCopy.opening}
          </p>
        )}
        {reply && !isSent && <Why reply={reply} />}
        {reply && <Draft reply={reply} />}
        {reply && !isSent && (
          <div className="grid gap-2">
            <div>
              <Button look="primary" busy={busy} onClick={send}>
                {sendReplyCopy.send}
              </Button>
            </div>
            {reply.why !== "held" && <p className="text-sm text-quiet">{sendReplyCopy.notYours}</p>}
          </div>
        )}
      </div>
    </>
  );
}

/** Why it wasn't sent, and what teammates sent since. */
function Why({ reply: { why, from, newer = [] } }: { reply: ReplyLinkResponse }) {
  return (
    <div className="grid gap-2">
      <p>{sendReplyCopy.whys[why]}</p>
      {why !== "held" && from !== undefined && <p className="wrap-anywhere">{sendReplyCopy.from(from)}</p>}
      {newer.map(({ senderName, body, createdAt }) => (
        <blockquote key={createdAt} className="border-s-2 border-line ps-3">
          <p className="text-sm text-quiet">
            <bdi>{senderName}</bdi>
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {body}
          </p>
        </blockquote>
      ))}
    </div>
  );
}

function Draft({ reply: { text, files } }: { reply: ReplyLinkResponse }) {
  return (
    <section aria-labelledby="reply-text" className="grid gap-2">
      <h2 id="reply-text" className="font-medium">
        {sendReplyCopy.text}
      </h2>
      {text !== "" && (
        <p dir="auto" className="rounded-lg border border-line bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {files.length > 0 && (
        <ul aria-label={sendReplyCopy.files} className="grid gap-1 text-sm">
          {files.map(({ name, size }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes.
            <li key={at} className="wrap-anywhere">
              <bdi>{name}</bdi> ({sizeWords(size)})
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
