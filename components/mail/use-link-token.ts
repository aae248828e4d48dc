"use client";

import { useEffect, useState } from "react";

/**
 * Returns the token after the # of an email's link, which no server and no other page sees. "" if there isn't one,
 * undefined until that's known. It's removed from the URL, so that no history keeps it.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const { hash, pathname, search } = location;
    // In development effects run twice; the second time it's gone.
    setToken((known) => known || hash.slice(1));
    if (hash) history.replaceState(history.state, "", pathname + search);
  }, []);
  return token;
}
