"use client";

import { commonCopy } from "#components/catalogs/common.ts";
import { Button } from "./button.tsx";
import { Lead } from "./lead.tsx";

/** A page that could not be made. */
export function FailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <Lead
      level={1}
      title={commonCopy.failedTitle}
      action={
        <Button look="primary" onClick={onRetry}>
          {commonCopy.tryAgain}
        </Button>
      }
    >
      {commonCopy.failedHint}
    </Lead>
  );
}
