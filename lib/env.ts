import { z } from "zod";
import { readAllowedHosts } from "./webhooks/allowed-hosts.ts";

/** A setting that the service cannot start with. Its message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

const SAMPLE_SECRET = "replace-this-with-32-or-more-random-bytes";

const PORT_MAX = 65_535;
const HOPS_MAX = 10;
const PROCESSES_MAX = 32;
const POOL_MAX = 200;
const POOL_LARGEST = 20;
// PostgreSQL's own default is 100. Every process needs one more to listen with, and each service one to show that it runs.
const POOLS_TOGETHER = 64;
const LIMIT_MAX = 1_000_000_000;
const MAIL_DELAY_MAX = 86_400;

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const count = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
};

const limit = (allowed: number) => z.preprocess(blankIsAbsent, count(1, LIMIT_MAX).default(allowed));

const Secret = z
  .string()
  .refine((value) => Buffer.byteLength(value) >= 32, "must be at least 32 bytes long")
  .refine((value) => value !== SAMPLE_SECRET, "is the sample value; make one with: openssl rand -base64 48");

const Origin = z
  .url({ protocol: /^https?$/, error: "must be an http:// or https:// address", abort: true })
  .refine((value) => {
    const url = new URL(value);
    return url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
  }, "must be a bare address without path, query or password")
  .transform((value) => new URL(value).origin);

const HOSTS = "must be hosts separated by commas, each as in n8n, n8n:5678 or [fd00::5]:8080";

const AllowedHosts = z.string().transform((text, context) => {
  const hosts = readAllowedHosts(text);
  if (hosts) return hosts;
  context.addIssue({ code: "custom", message: HOSTS });
  return z.NEVER;
});
// A name and the address in angle brackets, or the address alone.
const MAILBOX = /^(?:([^<>"]*|"[^<>"]*")\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** The name and the address of a mailbox as people write it; null for what is none. */
export function readMailbox(text: string): { name: string; address: string } | null {
  const [, name = "", bracketed, bare] = MAILBOX.exec(text.trim()) ?? [];
  const address = z.email().safeParse(bracketed ?? bare);
  if (!address.success || /\p{Cc}/u.test(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: address.data };
}

function isMailbox(text: string): boolean {
  return readMailbox(text) !== null;
}

const Settings = z.object({
  PORT: z.preprocess(blankIsAbsent, count(0, PORT_MAX).default(3000)),
  HOST: z.preprocess(blankIsAbsent, z.string().default("0.0.0.0")),
  BASE_URL: optional(Origin),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql:// (leave it out to use the built-in database)"),
  ),
  REDIS_URL: optional(
    z.url({
      protocol: /^rediss?$/,
      hostname: /./,
      error: "must be a redis:// or rediss:// address with a host, as in redis://localhost:6379",
    }),
  ),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: "must be an smtp:// or smtps:// address with a host, as in smtps://user:password@mail.example.com",
    }),
  ),
  MAIL_FROM: optional(
    z.string().refine(isMailbox, "must be an e-mail address, or a name and one: Name <inbox@example.com>"),
  ),
  MAIL_DELAY: z.preprocess(blankIsAbsent, count(1, MAIL_DELAY_MAX).default(120)),
  DATA_DIR: z.preprocess(blankIsAbsent, z.string().default("data")),
  AUTH_SECRET: optional(Secret),
  AUTH_SECRET_PREVIOUS: optional(Secret),
  SIGNUP: z.preprocess(
    blankIsAbsent,
    z.enum(["open", "first", "closed"], "must be open, first or closed").default("open"),
  ),
  TRUSTED_PROXY_HOPS: z.preprocess(blankIsAbsent, count(0, HOPS_MAX).default(0)),
  WEB_CONCURRENCY: z.preprocess(blankIsAbsent, count(1, PROCESSES_MAX).default(1)),
  DATABASE_POOL_SIZE: optional(count(2, POOL_MAX)),
  JOBS: z.preprocess(blankIsAbsent, z.enum(["on", "off"], "must be on or off").default("on")),
  RATE_LIMITS: z.preprocess(blankIsAbsent, z.enum(["on", "off"], "must be on or off").default("on")),
  LIMIT_VISITOR: limit(300),
  LIMIT_SITE: limit(3_000),
  LIMIT_STARTS: limit(300),
  LIMIT_ADDRESS: limit(6_000),
  LIMIT_SITE_ADDRESS: limit(300),
  LIMIT_SITE_ADDRESS_MESSAGES: limit(600),
  LIMIT_SESSION: limit(1_200),
  LIMIT_LOGIN: limit(20),
  LIMIT_LOGIN_ADDRESS: limit(200),
  LIMIT_SIGNUP: limit(20),
  LIMIT_TEST_MESSAGES: limit(60),
  LIMIT_EXPORTS: limit(60),
  LIMIT_REFERENCE: limit(30),
  LIMIT_MAIL_SITE: limit(60),
  LIMIT_MAIL_WORKSPACE: limit(600),
  LIMIT_ACCOUNT_MAILS: limit(5),
  LIMIT_STREAMS: limit(10_000),
  LIMIT_STREAMS_ADDRESS: limit(2_000),
  LIMIT_STREAMS_SITE_ADDRESS: limit(500),
  WEBHOOK_ALLOWED_HOSTS: z.preprocess(blankIsAbsent, AllowedHosts.default([])),
  METRICS_TOKEN: optional(
    z.string().regex(/^[\w.~+/-]{16,}=*$/, "must be 16 or more letters, digits or signs of -._~+/, and = at the end"),
  ),
  LOG_LEVEL: z.preprocess(
    blankIsAbsent,
    z
      .enum(["fatal", "error", "warn", "info", "debug", "silent"], "must be fatal, error, warn, info, debug or silent")
      .default("info"),
  ),
});

export type Settings = z.infer<typeof Settings>;

/** The settings of a running service: a database and a secret are there by then. */
export type Env = Settings & { BASE_URL: string; DATABASE_URL: string; AUTH_SECRET: string };

/** Reads the settings that somebody chose. Throws SettingsError naming every wrong one and why, on one line. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const parsed = Settings.safeParse(source);
  if (parsed.success && parsed.data.SMTP_URL !== undefined && parsed.data.MAIL_FROM === undefined) {
    throw new SettingsError("MAIL_FROM must be set where SMTP_URL is, as in Name <inbox@example.com>");
  }
  if (parsed.success) return parsed.data;
  throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "));
}

type Pools = Pick<Settings, "WEB_CONCURRENCY" | "DATABASE_POOL_SIZE">;

/** How many connections to the database each process may hold for requests. */
export function poolSize({ WEB_CONCURRENCY, DATABASE_POOL_SIZE }: Pools): number {
  return DATABASE_POOL_SIZE ?? Math.min(POOL_LARGEST, Math.floor(POOLS_TOGETHER / WEB_CONCURRENCY));
}

const shared = globalThis as typeof globalThis & { siteInboxEnv?: Env };

/** Completes the settings for this process; `env()` answers them from then on, in Next's bundles too. */
export function provideEnv(settings: Settings & { DATABASE_URL: string; AUTH_SECRET: string }): Env {
  shared.siteInboxEnv = { ...settings, BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}` };
  return shared.siteInboxEnv;
}

/** The settings that this process was started with. */
export function env(): Env {
  if (!shared.siteInboxEnv) throw new SettingsError("the settings are not loaded yet: start with npm start");
  return shared.siteInboxEnv;
}

/** The folder that this process's build is in. */
export const buildFolder = (): string => process.env.SITE_INBOX_BUILD_DIR ?? ".next";
