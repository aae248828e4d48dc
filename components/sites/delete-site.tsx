"use client";

import { useRouter } from "next/navigation";
import { useId, useRef, useState, useTransition } from "react";
import { callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";

export function DeleteSite({ siteId, name }: { siteId: string; name: string }) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const [problem, setProblem] = useState<string>();
  const [busy, startTransition] = useTransition();

  const remove = () =>
    startTransition(async () => {
      const answer = await callApi(`/sites/${siteId}`, { method: "DELETE" });
      if (!answer.ok && answer.problem.code !== "not_found") return setProblem(answer.problem.words);
      router.replace("/settings/sites");
    });

  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>
        <span className="text-danger">Delete this site</span>
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={headingId}
        className="rise m-auto w-full max-w-md rounded-2xl border border-line bg-surface p-6 text-ink shadow-[0_16px_64px_var(--shade)] backdrop:bg-(--shade) max-sm:mb-4 max-sm:w-[calc(100%-2rem)]"
      >
        <h2 id={headingId} className="text-xl font-semibold tracking-tight text-balance">
          Delete <bdi>{name}</bdi>?
        </h2>
        <p className="mt-2 text-quiet text-pretty">
          All its conversations and visitors are deleted with it, and its widget disappears from your pages. This cannot
          be undone.
        </p>
        <div className="mt-4">
          <Notice tone="problem">{problem}</Notice>
        </div>
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Button autoFocus onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button look="danger" busy={busy} onClick={remove}>
            Delete the site
          </Button>
        </div>
      </dialog>
    </>
  );
}
