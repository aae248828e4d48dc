"use client";

import { useEffect } from "react";
import { generalCopy } from "#components/catalogs/general.ts";
import type { BrowserErrorBody } from "#lib/browser-errors/schema.ts";
import { reportBrowserError } from "../api/report-browser-error.ts";
import { Button } from "./button.tsx";
import { Lead } from "./lead.tsx";

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
