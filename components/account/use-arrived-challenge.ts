import { useEffect, useState } from "react";

const IN_HASH = /^#challenge=(.+)$/;

/** Like `useState`, for the challenge of a second factor. After a login at the provider, it comes in the page's fragment. */
export function useArrivedChallenge() {
  const [challenge, setChallenge] = useState<string>();
  useEffect(() => {
    const arrived = IN_HASH.exec(location.hash)?.[1];
    if (arrived === undefined) return;
    setChallenge(arrived);
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return [challenge, setChallenge] as const;
}
