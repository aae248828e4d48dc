import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { openPage } from "./reach.ts";

/** Opens a page of the dashboard now, or once the server is reachable. */
export function useOpenPage(): (path: string) => void {
  const router = useRouter();
  return useCallback((path) => openPage({ path, open: () => router.push(path) }), [router]);
}
