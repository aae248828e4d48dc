"use client";

import { Button } from "./button.tsx";
import { Lead } from "./lead.tsx";

/** A page that could not be made. */
export function FailedPage({ onRetry }: { onRetry: () => void }) {
  return (
    <Lead
      level={1}
      title="This page could not be shown"
      action={
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Something went wrong on our side. Nothing is lost; it may work in a moment.
    </Lead>
  );
}
