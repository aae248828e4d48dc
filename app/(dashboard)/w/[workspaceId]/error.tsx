"use client";

import { FailedPage } from "#components/ui/failed-page.tsx";

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void };

export default function ErrorPage({ error, retry }: ErrorPageProps) {
  return <FailedPage error={error} area="dashboard" onRetry={retry} />;
}
