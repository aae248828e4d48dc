import { flagName } from "../loader/flag.ts";

export function removeFlag(key: string): void {
  try {
    localStorage.removeItem(flagName(key));
  } catch {
    // Where there is no storage, there is no flag.
  }
}
