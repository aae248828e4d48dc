"use client";

import { useEffect } from "react";

/** Requests the session once from next-auth, which extends its cookie. */
export function RenewSession() {
  useEffect(() => {
    // If this fails, the next page tries again.
    fetch("/api/auth/session").catch(() => undefined);
  }, []);
  return null;
}
