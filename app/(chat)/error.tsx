"use client";

import { FailedPage } from "#components/ui/failed-page.tsx";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return <FailedPage onRetry={retry} />;
}
