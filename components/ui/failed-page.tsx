"use client";

import { useEffect } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import { ERROR_NAMES, FRAMES_MAX } from "#lib/base/browser-errors/rules.ts";
import type { BrowserErrorBody } from "#lib/base/browser-errors/schema.ts";
import { Button } from "./button.tsx";
import { Lead } from "./lead.tsx";

const FRAME = /\/_next\/static\/chunks\/([\w~-]+\.js):(\d+):(\d+)/g;

type FailedPageProps = {
  /** Server errors have a digest, which is also in the log. */
  error: Error & { digest?: string };
  area: BrowserErrorBody["area"];
  onRetry: () => void;
};

/** Replaces a page that failed, on the server or later in the browser. */
export function FailedPage({ error, area, onRetry }: FailedPageProps) {
  useEffect(() => reportBrowserError(error, area), [error, area]);
  return (
    <Lead
      level={1}
      title={generalCopy.failedTitle}
      action={
        <Button look="primary" onClick={onRetry}>
          {generalCopy.tryAgain}
        </Button>
      }
    >
      {error.digest === undefined ? generalCopy.failedInBrowser(error.name) : generalCopy.failedInService(error.digest)}
    </Lead>
  );
}

/** Reports a browser error to the service's log, without its message, which may quote what people typed. */
function reportBrowserError(error: Error & { digest?: string }, area: BrowserErrorBody["area"]): void {
  // Errors with a digest come from the server, which has logged them.
  if (error.digest !== undefined) return;
  const frames = [...(error.stack ?? "").matchAll(FRAME)].slice(0, FRAMES_MAX);
  const body: BrowserErrorBody = {
    name: ERROR_NAMES.find((name) => name === error.name) ?? "Error",
    area,
    frames: frames.map(([, file, line, column]) => `${file}:${line}:${column}`),
  };
  fetch("/browser-errors", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined);
}
