import { z } from "zod";
import { supportedZone } from "./supported-zone.ts";

/** What's wrong with a time zone that isn't one. */
export const ZONE = "must be a time zone such as Europe/Berlin";

// PostgreSQL takes a name such as CET for a fixed offset, so a name without a region becomes one with it.
const withRegion = (name: string) => (name.includes("/") ? name : (supportedZone(name) ?? name));

/** The name of a time zone, whose rules decide what a time of day is. */
export const timeZoneName = z
  .string(ZONE)
  .max(64, ZONE)
  .refine((name) => supportedZone(name) !== undefined, ZONE)
  .overwrite(withRegion)
  .meta({ examples: ["Europe/Berlin"] });
