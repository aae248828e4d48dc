"use client";

import { FailedPage } from "#components/ui/failed-page.tsx";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return (
    <main className="grid min-h-dvh content-center">
      <FailedPage error={error} area="account" onRetry={retry} />
    </main>
  );
}
