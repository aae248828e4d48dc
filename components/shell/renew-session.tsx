"use client";

import { useEffect } from "react";

/** Asks next-auth for the session once, which moves the end of its cookie. */
export function RenewSession() {
  useEffect(() => {
    // Nothing is lost when this fails: the next page asks again.
    fetch("/api/auth/session").catch(() => undefined);
  }, []);
  return null;
}
