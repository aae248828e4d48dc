import type { CheckName, Finding } from "#lib/notify/status/schema.ts";
import type { Sample } from "./samples.ts";

/** Something that the service finds out about itself. */
export type Check = {
  name: CheckName;
  /** How often it looks while nothing fails. Then it's each minute. */
  everySeconds: number;
  /** Whether each host looks for itself. */
  isOfHost?: true;
  /** Which processes can tell: those that serve, or those that run jobs. By default any. */
  by?: "web" | "jobs";
  /** It says what's set, so a process that starts looks at once: the settings before may have been others. */
  isOfSettings?: true;
  /** Looks. Throws if it can't, which says nothing about what it looks at. */
  find(signal: AbortSignal): Promise<Finding & { samples?: Sample[] }>;
};
