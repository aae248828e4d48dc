import { flagName } from "../loader/flag.ts";

export function removeFlag(key: string): void {
  try {
    localStorage.removeItem(flagName(key));
  } catch {
    // Without storage there's no flag.
  }
}
