"use client";

import { useEffect, useState } from "react";

/**
 * The token that the address of a mail's link carries after its #, which no server and no other page ever sees; "" where there
 * is none, undefined before that is known. It is taken out of the address, so that no history keeps it.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const { hash, pathname, search } = location;
    // In development effects run twice; the second time nothing is there any more.
    setToken((known) => known || hash.slice(1));
    if (hash) history.replaceState(history.state, "", pathname + search);
  }, []);
  return token;
}
