import { z } from "zod";

/** What the service checks about itself, with the name that people see. */
export const CHECK_TITLES = {
  backups: "Backups",
  clock: "Clock",
  database: "Database",
  deliveries: "Deliveries",
  disk: "Disk",
  inbound: "Incoming email",
  limits: "Limits",
  "live-updates": "Live updates",
  mail: "Email",
  "mail-domain": "Sender’s domain",
  proxy: "Proxy",
  push: "Push notifications",
  queues: "Queues",
  secret: "Secret",
  version: "Version",
} as const;

export type CheckName = keyof typeof CHECK_TITLES;

/** Whether this version knows a check. */
export const isCheckName = (name: string): name is CheckName => Object.hasOwn(CHECK_TITLES, name);

/** From what needs someone to what doesn't. `off` is what isn't set up. */
export const CHECK_STATES = ["failing", "warning", "good", "off"] as const;

/** What a check found: a sentence, and what to do about it if something is wrong. */
export type Finding = { state: (typeof CHECK_STATES)[number]; says: string; todo?: string };

export const StatusCheckJson = z
  .object({
    name: z.enum(Object.keys(CHECK_TITLES) as [CheckName, ...CheckName[]]),
    title: z.string().describe("The check's name, for people."),
    host: z.string().nullable().describe("The host that found it. Null for what's the same on all."),
    state: z
      .enum(CHECK_STATES)
      .describe("`failing` needs someone now, `warning` when there's time. `off` is what isn't set up."),
    says: z.string().describe("What was found, in one sentence."),
    todo: z.string().nullable().describe("What to do about it."),
    since: z.iso.datetime().describe("Since when it's in this state."),
    checkedAt: z.iso.datetime(),
  })
  .meta({ id: "StatusCheck" });
export type StatusCheckJson = z.infer<typeof StatusCheckJson>;

export const StatusResponse = z.object({ checks: z.array(StatusCheckJson) });
