import { networkInterfaces } from "node:os";
import { z } from "zod";
import { emailKey, isEmailAddress } from "./email-address.ts";
import { readImapUrl } from "./imap/imap-url.ts";
import type { OAuthProvider } from "./imap/oauth.ts";
import { hostForAll } from "./ip-address.ts";
import { openFileLimit, streamsWithin } from "./open-files.ts";
import { readAllowedHosts } from "./outgoing/allowed-hosts.ts";
import { processWide } from "./process-wide.ts";
import { readScannerUrl } from "./scan/scan-file.ts";
import { readSmtpUrl } from "./smtp-server.ts";
import { oneLine } from "./text.ts";

/** A setting that the service cannot start with. Its message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Whether a setting counts as unset. */
export const isBlank = (value: string | undefined): boolean => value === undefined || value.trim() === "";

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
const OIDC_NAME_MAX = 40;
const KEEP_DAYS_MAX = 90;
const PASSPHRASE_LEAST = 16;

const blankIsAbsent = (value: unknown) => (typeof value === "string" && isBlank(value) ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional());

const count = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(words).int(words).min(least, words).max(most, words);
};

const limit = (allowed: number) => z.preprocess(blankIsAbsent, count(1, LIMIT_MAX).default(allowed));

const UNITS: Record<string, number> = { "": 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };
const FILE_LARGEST = 2_000 * 1024 ** 2;
const STORAGE_LARGEST = 8_000 * 1024 ** 4;

function bytesOf(text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,12})\s?([KMGT]?)i?B?$/i.exec(text.trim()) ?? [];
  return digits === "" ? Number.NaN : Number(digits) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
}

const size = (allowed: string, most = STORAGE_LARGEST) =>
  z.preprocess(
    blankIsAbsent,
    z
      .string()
      .default(allowed)
      .transform(bytesOf)
      .refine(
        (bytes) => bytes >= 1 && bytes <= most,
        "must be a size such as 500K, 20M or 10G, and within the maximum",
      ),
  );

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

const isPlainHttpAllowed = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

const Issuer = z
  .url({ protocol: /^https?$/, error: "must be an https:// address", abort: true })
  .refine((value) => {
    const url = new URL(value);
    return !url.search && !url.hash && !url.username && !url.password;
  }, "must be an address without query or password")
  .refine((value) => {
    const url = new URL(value);
    return url.protocol === "https:" || isPlainHttpAllowed(url);
  }, "must be an https:// address, or an http:// one of this host")
  // In the one form that it's stored and compared in.
  .transform((value) => new URL(value).href);

const DOMAINS = "must be email domains separated by commas, as in example.com, example.org";

const Emails = z.string().transform((text, context) => {
  const emails = text.split(",").map((email) => email.trim());
  if (emails.every(isEmailAddress)) return emails;
  context.addIssue({ code: "custom", message: "must be email addresses, separated by commas" });
  return z.NEVER;
});

const EmailDomains = z.string().transform((text, context) => {
  const domains = text.split(",").map((domain) => domain.trim());
  // Compared with the domain of an email's key.
  if (domains.every((domain) => isEmailAddress(`a@${domain}`)))
    return domains.map((domain) => emailKey(`a@${domain}`).slice(2));
  context.addIssue({ code: "custom", message: DOMAINS });
  return z.NEVER;
});

function isPercentEncoded(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const HOSTS =
  "must be hosts separated by commas, each as in n8n, n8n:5678 or [fd00::5]:8080, without wildcards such as *";

const AllowedHosts = z.string().transform((text, context) => {
  const hosts = readAllowedHosts(text);
  if (hosts) return hosts;
  context.addIssue({ code: "custom", message: HOSTS });
  return z.NEVER;
});

const allowedHosts = z.preprocess(blankIsAbsent, AllowedHosts.default([]));

const Smtp = z.string().transform((text, context) => {
  const server = readSmtpUrl(text);
  if (typeof server !== "string") return server;
  context.addIssue({ code: "custom", message: server });
  return z.NEVER;
});

const Imap = z.string().transform((text, context) => {
  const server = readImapUrl(text);
  if (typeof server !== "string") return server;
  context.addIssue({ code: "custom", message: server });
  return z.NEVER;
});

const OAuth = z
  .string()
  .regex(/^\s*(?:google|microsoft(?:\/[\w.-]+)?)\s*$/, "must be google, microsoft, or microsoft/ and a tenant")
  .transform((text): OAuthProvider => {
    const [name, tenant = "common"] = text.trim().split("/");
    return name === "google" ? { name } : { name: "microsoft", tenant };
  });

// A name and the address in angle brackets, or the address alone.
const MAILBOX = /^(?:([^<>"]*|"[^<>"]*")\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** Reads a mailbox: a name and an address, or an address alone. Null if it's invalid. */
export function readMailbox(text: string): { name: string; address: string } | null {
  const [, name = "", bracketed, bare] = MAILBOX.exec(text.trim()) ?? [];
  const address = bracketed ?? bare ?? "";
  if (!isEmailAddress(address) || /\p{Cc}/u.test(name)) return null;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

const INBOUND = "must be an address such as inbox@example.com, or *@ and a domain whose emails are all for the service";

/** Where replies to emails arrive: at one address, with a token after a plus sign, or at any address of a domain. */
export type InboundAddress = { local: string | null; domain: string };

const Inbound = z.string().transform((text, context): InboundAddress => {
  const [, local = "", domain = ""] = /^([^@]+)@([^@]+)$/.exec(text.trim()) ?? [];
  const isAny = local === "*";
  // With the token and its plus sign, the part before the @ has at most 64 characters.
  if (isEmailAddress(`${isAny ? "any" : local}@${domain}`) && local.length <= 37)
    return { local: isAny ? null : local, domain };
  context.addIssue({ code: "custom", message: INBOUND });
  return z.NEVER;
});

const HOST_NAMES = "must be host names separated by commas, as in mx.example.com, mx2.example.com";

const HostNames = z.string().transform((text, context) => {
  const hosts = text.split(",").map((host) => host.trim().toLowerCase());
  if (hosts.every((host) => /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/.test(host))) return hosts;
  context.addIssue({ code: "custom", message: HOST_NAMES });
  return z.NEVER;
});

const Region = z
  .preprocess(
    blankIsAbsent,
    z
      .string()
      .trim()
      .regex(/^[\w-]+$/, "must be the name of a region")
      .default("us-east-1"),
  )
  .describe("The region that requests are signed for.");

const BACKUP_PLACES = "must be a folder's whole path, s3://BUCKET/FOLDER, or none";
const KEPT_WORDS = "must be three numbers such as 7,4,6, at least one of them above 0";

/** Of how many days, weeks and months with backups the last one is kept. */
export type Retention = { daily: number; weekly: number; monthly: number };

const Kept = z.string().transform((text, context): Retention => {
  const isWellFormed = /^\s*\d{1,4}\s*,\s*\d{1,4}\s*,\s*\d{1,4}\s*$/.test(text);
  const [daily = 0, weekly = 0, monthly = 0] = isWellFormed ? text.split(",").map(Number) : [];
  if (daily + weekly + monthly > 0) return { daily, weekly, monthly };
  context.addIssue({ code: "custom", message: KEPT_WORDS });
  return z.NEVER;
});

function isMailbox(text: string): boolean {
  return readMailbox(text) !== null;
}

const SettingsSchema = z.object({
  BASE_URL: optional(Origin).meta({
    description:
      "The public address of the service, used in the script tag, in links and in emails. Set it as soon as anyone else can reach the service. With https, cookies become secure.",
    examples: ["https://inbox.example.com"],
    whenUnset: "`http://localhost:PORT`",
  }),
  PORT: z.preprocess(blankIsAbsent, count(0, PORT_MAX).default(3000)).describe("The port to listen on."),
  HOST: z
    .preprocess(
      blankIsAbsent,
      z.string().default(() => hostForAll(networkInterfaces())),
    )
    .meta({
      description:
        "The address to listen on. Use `127.0.0.1` behind a proxy on the same host, or `::` for IPv6 and IPv4.",
      examples: ["0.0.0.0"],
      whenUnset: "`0.0.0.0`, or `::` if the host only has IPv6 networks",
    }),
  TRUSTED_PROXY_HOPS: z
    .preprocess(blankIsAbsent, count(0, HOPS_MAX).default(0))
    .describe(
      "How many of your proxies are in front of the service (0 to 10). The client's address is read from that many entries at the end of `X-Forwarded-For`. If it's too low, all visitors share one address and its limits.",
    ),
  WEB_CONCURRENCY: z
    .preprocess(blankIsAbsent, count(1, PROCESSES_MAX).default(1))
    .describe("The number of processes that share the port (1 to 32), about one per core."),
  SIGNUP: z
    .preprocess(blankIsAbsent, z.enum(["open", "first", "closed"], "must be open, first or closed").default("open"))
    .describe(
      "Who can create an account: `open` (anyone), `first` (only the first account) or `closed` (use `npm run owner`).",
    ),
  OPERATORS: z.preprocess(blankIsAbsent, Emails.default([])).meta({
    description:
      "The email addresses of the accounts that see the service's status and are emailed when a check fails, separated by commas. They must be confirmed.",
    examples: ["you@example.com"],
    whenUnset: "the first account",
  }),

  DATA_DIR: z
    .preprocess(blankIsAbsent, z.string().default("data"))
    .describe("The folder for the built-in database, the generated secret, and uploaded files."),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "must start with postgresql:// (leave it out to use the built-in database)"),
  ).meta({
    description:
      "Your own PostgreSQL, 14 or newer, in UTF-8. Without it, the service runs the built-in one. `PGPASSWORD` can supply the password.",
    examples: ["postgresql://user:password@db.example.com:5432/site_inbox"],
    whenUnset: "built-in",
  }),
  DATABASE_POOL_SIZE: optional(count(2, POOL_MAX)).meta({
    description:
      "How many database connections each process may open for requests (2 to 200). Each process needs one more to listen for changes.",
    examples: [20],
    whenUnset: "`20`, or 64 divided by `WEB_CONCURRENCY` if that's less",
  }),
  REDIS_URL: optional(
    z
      .url({
        protocol: /^rediss?$/,
        hostname: /./,
        error: "must be a redis:// or rediss:// address with a host, as in redis://localhost:6379",
        abort: true,
      })
      .refine(isPercentEncoded, "must have each % in its password written as %25"),
  ).meta({
    description:
      "A Redis or Valkey that carries change notifications and limit counts between processes. Without it, PostgreSQL does.",
    examples: ["rediss://user:password@redis.example.com:6379"],
  }),

  AUTH_SECRET: optional(Secret).meta({
    description:
      "Signs tokens and encrypts stored secrets; at least 32 bytes. Required with `DATABASE_URL`, unless `DATA_DIR` already has one. The service refuses to start with one that the database doesn't know.",
    examples: [SAMPLE_SECRET],
    whenUnset: "generated once, kept in `DATA_DIR`",
  }),
  AUTH_SECRET_PREVIOUS: optional(Secret).meta({
    description:
      "The previous secret, after a change. While it's set, tokens signed with it stay valid, and what it encrypted is encrypted again. Required until that's done.",
    examples: [""],
  }),

  SMTP_URL: optional(Smtp).meta({
    description:
      "The mail server: `smtps://…` (port 465) or `smtp://…` (port 587, with STARTTLS if it's offered, and always before a password is sent). Percent-encode characters such as `@`, `/` and `%` in the password. Without it, no email is sent.",
    examples: ["smtps://user:password@mail.example.com"],
  }),
  MAIL_FROM: optional(
    z.string().refine(isMailbox, "must be an email address, or a name and an address: Name <inbox@example.com>"),
  ).meta({
    description: "The From address for outgoing email. Required with `SMTP_URL`.",
    examples: ["Site Inbox <inbox@example.com>"],
  }),
  MAIL_DELAY: z
    .preprocess(blankIsAbsent, count(1, MAIL_DELAY_MAX).default(120))
    .describe("How many seconds a message stays unread before an email about it is sent."),
  INBOUND_ADDRESS: optional(Inbound).meta({
    description:
      "Where replies to emails arrive: an address whose mailbox also gets what's sent to `inbox+…@example.com`, or `*@reply.example.com`. Without it, replies to emails aren't read. Requires `SMTP_URL`, and `INBOUND_IMAP_URL` or `INBOUND_SECRET`.",
    examples: ["inbox@example.com"],
  }),
  INBOUND_IMAP_URL: optional(Imap).meta({
    description:
      "The mailbox that emails to `INBOUND_ADDRESS` arrive in: `imaps://…` (port 993), or `imap://…` (port 143, always with STARTTLS, except on this host). A folder other than the inbox is the path: `imaps://user:password@mail.example.com/Replies`. Percent-encode characters such as `@` (`%40`), `/` and `%` in the user and the password.",
    examples: ["imaps://inbox%40example.com:password@mail.example.com"],
  }),
  INBOUND_OAUTH: optional(OAuth).meta({
    description:
      "`google`, `microsoft` or `microsoft/TENANT` if the mailbox's provider accepts no password. Requires `INBOUND_IMAP_URL` without a password, the client ID and the refresh token.",
    examples: ["microsoft"],
  }),
  INBOUND_OAUTH_CLIENT_ID: optional(z.string().trim()).meta({
    description: "The ID of the application that you registered with the provider.",
    examples: [""],
  }),
  INBOUND_OAUTH_CLIENT_SECRET: optional(z.string().trim()).meta({
    description: "The secret that belongs to the client ID. Google's always has one.",
    examples: [""],
  }),
  INBOUND_OAUTH_REFRESH_TOKEN: optional(z.string().trim()).meta({
    description: "What `npm run mail -- login` prints, with which the mailbox is logged in to.",
    examples: [""],
  }),
  INBOUND_SECRET: optional(Secret).meta({
    description:
      "The secret that your mail server or worker signs emails with before it posts them to `/inbound/mail`; at least 32 bytes.",
    examples: [""],
  }),
  INBOUND_MAX_SIZE: size("50M", FILE_LARGEST).meta({
    description:
      "The largest email that's received, with its files as they're encoded in it. A proxy must accept requests of this size.",
    examples: ["50M"],
    whenUnset: "`50M`",
  }),
  INBOUND_AUTH_HOST: z.preprocess(blankIsAbsent, HostNames.default([])).meta({
    description:
      "Mail servers that add `Authentication-Results` to each email before it reaches the service, by the name they put in it, separated by commas. What they report then counts as proof of a teammate's email. Set it only if they remove such headers of others.",
    examples: ["mx.example.com"],
    whenUnset: "only what the service checks itself counts",
  }),
  INBOUND_KEEP_DAYS: z
    .preprocess(blankIsAbsent, count(1, KEEP_DAYS_MAX).default(14))
    .describe("How many days a received email can be downloaded as it came (1 to 90)."),
  JOBS: z
    .preprocess(blankIsAbsent, z.enum(["on", "off"], "must be on or off").default("on"))
    .describe(
      "`off` if these processes shouldn't send email and webhooks, wake snoozed conversations, assign conversations by round robin or draw thumbnails. Then `npm run jobs` has to run as well.",
    ),
  OUTBOUND_ALLOWED_HOSTS: allowedHosts.meta({
    description:
      "Private hosts that webhooks and notifications may be sent to, also over http: `host` or `host:port`, separated by commas. This applies to every account.",
    examples: ["n8n:5678, ntfy.internal"],
  }),

  FILES_MAX_SIZE: size("20M", FILE_LARGEST).meta({
    description:
      "The largest file that people and visitors can send, at most `2000M`. A proxy in front has to accept it too.",
    examples: ["20M"],
    whenUnset: "`20M`",
  }),
  FILES_QUOTA: size("10G").meta({
    description: "How much space the files of one workspace may take.",
    examples: ["10G"],
    whenUnset: "`10G`",
  }),
  FILES_URL: optional(Origin).meta({
    description:
      "A second address of the service that serves files and nothing else, so that nothing in a file can reach the dashboard. It must lead to the same port.",
    examples: ["https://files.example.com"],
    whenUnset: "`BASE_URL`",
  }),
  FILES_SCAN_URL: optional(
    z.string().transform((text, context) => {
      const scanner = readScannerUrl(text.trim());
      if (typeof scanner !== "string") return scanner;
      context.addIssue({ code: "custom", message: scanner });
      return z.NEVER;
    }),
  ).meta({
    description:
      "The virus scanner (clamd) that each file is sent to before it's stored. Its `StreamMaxLength` has to be at least `FILES_MAX_SIZE`.",
    examples: ["tcp://clamav:3310"],
  }),
  FILES_SCAN_REQUIRED: z
    .preprocess(blankIsAbsent, z.enum(["on", "off"], "must be on or off").default("on"))
    .describe("`off` to store files unscanned while the scanner can't be reached. Otherwise they're refused."),

  TELEGRAM_BOT_TOKEN: optional(
    z
      .string()
      .trim()
      .regex(/^\d{1,20}:[\w-]{30,}$/, "must be a token from @BotFather, as in 123456789:AAF…"),
  ).meta({
    description:
      "The token of your Telegram bot, from @BotFather. With it, people can get alerts in Telegram and reply there. Give each installation a bot of its own.",
    examples: [""],
  }),
  TELEGRAM_API_URL: z.preprocess(blankIsAbsent, Origin.default("https://api.telegram.org")).meta({
    description: "The Bot API server, if you run your own. It may be a private host, and redirects aren't followed.",
    examples: ["http://localhost:8081"],
  }),

  OIDC_ISSUER: optional(Issuer).meta({
    description:
      "The issuer URL of the OpenID Connect provider that people can log in through. Requires the next two settings.",
    examples: ["https://accounts.google.com"],
  }),
  OIDC_CLIENT_ID: optional(z.string().trim()).meta({
    description: "The client ID that the provider issued for this service.",
    examples: [""],
  }),
  OIDC_CLIENT_SECRET: optional(z.string()).meta({
    description: "The client secret that belongs to the client ID.",
    examples: [""],
  }),
  OIDC_NAME: optional(oneLine(OIDC_NAME_MAX)).meta({
    description: "What the button says after “Continue with”.",
    examples: ["Example SSO"],
    whenUnset: "the issuer's host",
  }),
  OIDC_DOMAINS: z.preprocess(blankIsAbsent, EmailDomains.default([])).meta({
    description:
      "Email domains, separated by commas. People with a verified address in one can create an account through the provider, if `SIGNUP` allows it. Without this setting, people who aren't invited can only log in with accounts they've linked.",
    examples: ["example.com"],
  }),

  FILES_S3_ENDPOINT: optional(Origin).meta({
    description:
      "An S3-compatible storage to keep files in instead of `DATA_DIR`. Several hosts need one, unless they share `DATA_DIR`. Requires the bucket, the key ID and the secret.",
    examples: ["https://s3.eu-central-1.amazonaws.com"],
  }),
  FILES_S3_BUCKET: optional(
    z
      .string()
      .trim()
      .regex(/^[\w.-]{3,255}$/, "must be the name of a bucket"),
  ).meta({
    description: "The bucket. Files are named `files/…` in it; nothing else there is touched.",
    examples: ["site-inbox"],
  }),
  FILES_S3_REGION: Region,
  FILES_S3_KEY_ID: optional(z.string().trim()).meta({
    description: "The ID of an access key that may read, write, delete and list the bucket's objects.",
    examples: [""],
  }),
  FILES_S3_SECRET: optional(z.string().trim()).meta({
    description: "The secret that belongs to the access key.",
    examples: [""],
  }),

  BACKUP_TO: optional(
    z
      .string()
      .trim()
      .regex(/^(?:\/.*|s3:\/\/[\w.-]{3,255}(?:\/(?!\.)[\w-][\w.-]*)*\/?|none)$/, BACKUP_PLACES),
  ).meta({
    description:
      "Where backups go: a folder that exists, on another disk if you can, or a bucket. With `none`, you make them in another way. Without it, nothing is backed up.",
    examples: ["/var/backups/site-inbox"],
  }),
  BACKUP_AT: z
    .preprocess(
      blankIsAbsent,
      z
        .string()
        .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^off$/, "must be a time such as 03:15, or off")
        .default("03:15"),
    )
    .describe("When each day's backup begins, in UTC. `off` if a timer of the host runs `npm run backup`."),
  BACKUP_KEEP: z.preprocess(blankIsAbsent, Kept.default({ daily: 7, weekly: 4, monthly: 6 })).meta({
    description: "Of how many days, weeks and months with backups the last one is kept.",
    examples: ["7,4,6"],
    whenUnset: "`7,4,6`",
  }),
  BACKUP_CHECK: optional(z.enum(["restore", "read"], "must be restore or read")).meta({
    description:
      "How each backup is checked: `restore` restores it into a database beside yours and compares all rows, which needs as much space as yours. `read` reads it and compares its checksums.",
    examples: ["restore"],
    whenUnset: "`restore` with the built-in database, `read` with `DATABASE_URL`",
  }),
  BACKUP_FILES: z
    .preprocess(blankIsAbsent, z.enum(["list", "copy"], "must be list or copy").default("list"))
    .describe(
      "What a backup has of files in a bucket: `list` names them with their SHA-256 and size, and `copy` downloads them into each backup. Those in `DATA_DIR` are always copied.",
    ),
  BACKUP_PASSPHRASE: optional(
    z.string().trim().min(PASSPHRASE_LEAST, `must have at least ${PASSPHRASE_LEAST} characters`),
  ).meta({
    description:
      "A passphrase that `AUTH_SECRET` is sealed with in each backup, so that a backup and the passphrase are enough to restore on a new host. Keep it somewhere else than the backups.",
    whenUnset: "backups don't contain the secret",
  }),
  BACKUP_S3_ENDPOINT: optional(Origin).meta({
    description: "The S3-compatible storage of the bucket in `BACKUP_TO`. Requires the key ID and the secret.",
    examples: ["https://s3.eu-central-1.amazonaws.com"],
  }),
  BACKUP_S3_REGION: Region,
  BACKUP_S3_KEY_ID: optional(z.string().trim()).meta({
    description: "The ID of an access key that may read, write, delete and list below the prefix in `BACKUP_TO`.",
    examples: [""],
  }),
  BACKUP_S3_SECRET: optional(z.string().trim()).meta({
    description: "The secret that belongs to the access key.",
    examples: [""],
  }),

  LOG_LEVEL: z
    .preprocess(
      blankIsAbsent,
      z
        .enum(
          ["fatal", "error", "warn", "info", "debug", "silent"],
          "must be fatal, error, warn, info, debug or silent",
        )
        .default("info"),
    )
    .describe(
      "`fatal`, `error`, `warn`, `info`, `debug` or `silent`. On a terminal, `npm start` uses `warn` by default.",
    ),
  METRICS_TOKEN: optional(
    z.string().regex(/^[\w.~+/-]{16,}=*$/, "must be 16 or more letters, digits or signs of -._~+/, and = at the end"),
  ).meta({
    description: "The Bearer token for `/metrics`, at least 16 characters. Without it, there are no metrics.",
    examples: [""],
  }),

  RATE_LIMITS: z
    .preprocess(blankIsAbsent, z.enum(["on", "off"], "must be on or off").default("on"))
    .describe("`off` disables every limit below."),
  LIMIT_VISITOR: limit(300).describe("Requests per visitor per minute."),
  LIMIT_ADDRESS: limit(6_000).describe(
    "Requests per IP address per minute for the widget, login and sign-up, and requests with an invalid API key. A fifth as many for pages. On each site, a tenth as many messages and a twentieth as many opened chats. A 200th as many requests for `/docs`. As many passkey logins started, from all addresses together.",
  ),
  LIMIT_SITE: limit(3_000).describe(
    "Visitors' messages per site per minute, and as many opened chats. Past a tenth as many new conversations, visitors' browsers must solve a challenge first.",
  ),
  LIMIT_SESSION: limit(1_200).describe(
    "Requests per session or API key per minute. Per hour, a twentieth as many exports per workspace (at most three at the same time), test messages per site and test events per webhook.",
  ),
  LIMIT_LOGIN: limit(20).describe(
    "Failed logins per email address per 15 minutes, password checks per account per minute, sign-ups per IP address per hour, invitations per person per hour, and ratings per visitor per hour. Ten times as many failed logins and uses of emailed links per IP address per 15 minutes, and logins per IP address per minute.",
  ),
  LIMIT_FILES: limit(30).describe(
    "Uploaded files per visitor per hour. Ten times as many per IP address and per person, and a hundred times as many per site.",
  ),
  LIMIT_INBOUND: limit(20).describe(
    "Received emails per conversation per hour, from anyone, and ten times as many per sender. Past it, they wait.",
  ),
  LIMIT_STREAMS: z
    .preprocess(
      blankIsAbsent,
      count(1, LIMIT_MAX).default(() => streamsWithin(openFileLimit())),
    )
    .meta({
      description:
        "Open event streams per process. A twentieth is reserved for owners; visitors at one IP address may open a fifth, and a twentieth on one site.",
      examples: [10_000],
      whenUnset: "95 % of the files that a process may open (`ulimit -n`), at most 19,000",
    }),
  LIMIT_MAIL_SITE: limit(60).describe(
    "Emails per site per hour to its owner, and as many to its visitors; ten times as many for all sites of a workspace. Past it, they're delayed and combined. A twelfth as many confirmation and password reset emails per account and per recipient per hour, and four times that per recipient per day. Replies to one visitor’s address, from all sites together, get twice as many; past that they wait and are combined.",
  ),
});

const formerSetting = optional(count(1, LIMIT_MAX));

/** Limits that follow another one, unless they're set. Each was a setting of its own. */
const FollowingLimits = z.object({
  LIMIT_SITE_ADDRESS: formerSetting,
  LIMIT_SITE_ADDRESS_MESSAGES: formerSetting,
  LIMIT_REFERENCE: formerSetting,
  LIMIT_STARTS: formerSetting,
  LIMIT_EXPORTS: formerSetting,
  LIMIT_TEST_MESSAGES: formerSetting,
  LIMIT_LOGIN_ADDRESS: formerSetting,
  LIMIT_SIGNUP: formerSetting,
  LIMIT_ACCOUNT_MAILS: formerSetting,
  LIMIT_STREAMS_ADDRESS: formerSetting,
  LIMIT_STREAMS_SITE_ADDRESS: formerSetting,
  LIMIT_MAIL_WORKSPACE: formerSetting,
});

type FollowingLimit = keyof typeof FollowingLimits.shape;
type Followed = keyof z.infer<typeof SettingsSchema> & `LIMIT_${string}`;

const FOLLOWED: Record<FollowingLimit, { setting: Followed; times: number; share: string }> = {
  LIMIT_SITE_ADDRESS: { setting: "LIMIT_ADDRESS", times: 1 / 20, share: "a twentieth of" },
  LIMIT_SITE_ADDRESS_MESSAGES: { setting: "LIMIT_ADDRESS", times: 1 / 10, share: "a tenth of" },
  LIMIT_REFERENCE: { setting: "LIMIT_ADDRESS", times: 1 / 200, share: "a 200th of" },
  LIMIT_STARTS: { setting: "LIMIT_SITE", times: 1 / 10, share: "a tenth of" },
  LIMIT_EXPORTS: { setting: "LIMIT_SESSION", times: 1 / 20, share: "a twentieth of" },
  LIMIT_TEST_MESSAGES: { setting: "LIMIT_SESSION", times: 1 / 20, share: "a twentieth of" },
  LIMIT_LOGIN_ADDRESS: { setting: "LIMIT_LOGIN", times: 10, share: "ten times" },
  LIMIT_SIGNUP: { setting: "LIMIT_LOGIN", times: 1, share: "the same as" },
  LIMIT_ACCOUNT_MAILS: { setting: "LIMIT_MAIL_SITE", times: 1 / 12, share: "a twelfth of" },
  LIMIT_STREAMS_ADDRESS: { setting: "LIMIT_STREAMS", times: 1 / 5, share: "a fifth of" },
  LIMIT_STREAMS_SITE_ADDRESS: { setting: "LIMIT_STREAMS", times: 1 / 20, share: "a twentieth of" },
  LIMIT_MAIL_WORKSPACE: { setting: "LIMIT_MAIL_SITE", times: 10, share: "ten times" },
};

const FOLLOWING_LIMITS = FollowingLimits.keyof().options;

/** The name that `OUTBOUND_ALLOWED_HOSTS` had when it was about webhooks only. */
const FORMER_HOSTS = "WEBHOOK_ALLOWED_HOSTS";

const AllSettings = SettingsSchema.extend({ ...FollowingLimits.shape, [FORMER_HOSTS]: allowedHosts });

export type Settings = z.infer<typeof SettingsSchema> & Record<FollowingLimit, number>;

function followFormer({ WEBHOOK_ALLOWED_HOSTS, ...chosen }: z.infer<typeof AllSettings>): Settings {
  const limits = FOLLOWING_LIMITS.map((name) => {
    const { setting, times } = FOLLOWED[name];
    return [name, chosen[name] ?? Math.max(1, Math.round(chosen[setting] * times))];
  });
  return {
    ...chosen,
    ...(Object.fromEntries(limits) as Record<FollowingLimit, number>),
    OUTBOUND_ALLOWED_HOSTS: [...chosen.OUTBOUND_ALLOWED_HOSTS, ...WEBHOOK_ALLOWED_HOSTS],
  };
}

/** A setting that still applies but shouldn't be set, what to set instead, and the effect of leaving it out. */
export type DeprecatedSetting = { name: string; setting: string; without: string };

/** Returns every deprecated setting. */
export const deprecatedSettings = (): DeprecatedSetting[] => [
  ...FOLLOWING_LIMITS.map((name) => {
    const { setting, share } = FOLLOWED[name];
    return { name, setting, without: `the limit is ${share} ${setting}` };
  }),
  { name: FORMER_HOSTS, setting: "OUTBOUND_ALLOWED_HOSTS", without: "only OUTBOUND_ALLOWED_HOSTS is used" },
];

/** Says of each deprecated setting that is set what to set instead. */
export const deprecationsIn = (source: Record<string, string | undefined> = process.env): string[] =>
  deprecatedSettings()
    .filter(({ name }) => !isBlank(source[name]))
    .map(({ name, without }) => `${name} is deprecated. It still applies; without it, ${without}.`);

/** The settings of a running service: a database and a secret are there by then. */
export type Env = Settings & { BASE_URL: string; DATABASE_URL: string; AUTH_SECRET: string };

const TOGETHER = [
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  ["FILES_S3_ENDPOINT", "FILES_S3_BUCKET", "FILES_S3_KEY_ID", "FILES_S3_SECRET"],
  ["BACKUP_S3_ENDPOINT", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
] as const;
/** Says what's missing for receiving emails, or undefined. */
function incompleteInbound(settings: z.infer<typeof AllSettings>): string | undefined {
  const { INBOUND_ADDRESS, INBOUND_IMAP_URL, INBOUND_SECRET, INBOUND_OAUTH, SMTP_URL } = settings;
  const way = INBOUND_IMAP_URL ? "INBOUND_IMAP_URL" : INBOUND_SECRET && "INBOUND_SECRET";
  if (INBOUND_ADDRESS && !SMTP_URL) return "SMTP_URL must be set where INBOUND_ADDRESS is";
  if (INBOUND_ADDRESS && !way) return "INBOUND_IMAP_URL or INBOUND_SECRET must be set where INBOUND_ADDRESS is";
  if (way && !INBOUND_ADDRESS) return `INBOUND_ADDRESS must be set where ${way} is`;
  if (!INBOUND_OAUTH) {
    if (INBOUND_IMAP_URL?.pass === null) return "INBOUND_IMAP_URL must have a password, unless INBOUND_OAUTH is set";
    return undefined;
  }
  if (!INBOUND_IMAP_URL) return "INBOUND_IMAP_URL must be set where INBOUND_OAUTH is";
  if (INBOUND_IMAP_URL.pass !== null) return "INBOUND_IMAP_URL must not have a password where INBOUND_OAUTH is set";
  const names = ["INBOUND_OAUTH_CLIENT_ID", "INBOUND_OAUTH_REFRESH_TOKEN"] as const;
  const needed = INBOUND_OAUTH.name === "google" ? [...names, "INBOUND_OAUTH_CLIENT_SECRET" as const] : names;
  const missing = needed.filter((name) => settings[name] === undefined);
  return missing.length > 0 ? `${missing.join(", ")} must be set where INBOUND_OAUTH is` : undefined;
}

const isAllOrNone = (values: unknown[]) => new Set(values.map((value) => value === undefined)).size === 1;

/** Reads the given settings. Throws SettingsError, which names every invalid one and why, on one line. */
export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const parsed = AllSettings.safeParse(source);
  if (parsed.success && parsed.data.SMTP_URL !== undefined && parsed.data.MAIL_FROM === undefined) {
    throw new SettingsError("MAIL_FROM must be set where SMTP_URL is, as in Name <inbox@example.com>");
  }
  if (parsed.success) {
    const missing = incompleteInbound(parsed.data);
    if (missing !== undefined) throw new SettingsError(missing);
    for (const names of TOGETHER) {
      if (isAllOrNone(names.map((name) => parsed.data[name]))) continue;
      throw new SettingsError(`${names.join(", ")} must be set together`);
    }
    return followFormer(parsed.data);
  }
  throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; "));
}

/** What docs/configuration.md and .env.example say about a setting. */
export type SettingDescription = { name: string; description: string; unset: string; example: string };

/** Describes every setting, in the order of the schema. */
export function describeSettings(): SettingDescription[] {
  const defaults: Record<string, unknown> = readSettings({});
  return Object.entries(SettingsSchema.shape).map(([name, schema]) => {
    const { description = "", examples, whenUnset } = schema.meta() ?? {};
    const [example = defaults[name]] = Array.isArray(examples) ? examples : [];
    const value = defaults[name];
    const hasDefault = value !== undefined && !Array.isArray(value);
    const unset = typeof whenUnset === "string" ? whenUnset : hasDefault ? `\`${String(value)}\`` : "none";
    return { name, description, unset, example: String(example) };
  });
}

/** How backups are checked. With the built-in database, there's a server to restore them on. */
export const backupCheckOf = ({ BACKUP_CHECK, DATABASE_URL }: Settings) =>
  BACKUP_CHECK ?? (DATABASE_URL === undefined ? "restore" : "read");

type Pools = Pick<Settings, "WEB_CONCURRENCY" | "DATABASE_POOL_SIZE">;

/** How many connections to the database each process may hold for requests. */
export function poolSize({ WEB_CONCURRENCY, DATABASE_POOL_SIZE }: Pools): number {
  return DATABASE_POOL_SIZE ?? Math.min(POOL_LARGEST, Math.floor(POOLS_TOGETHER / WEB_CONCURRENCY));
}

const shared = processWide("settings", (): { env?: Env } => ({}))();

/** Completes the settings for this process. `env()` returns them from then on, in Next's bundles too. */
export function provideEnv(settings: Settings & { DATABASE_URL: string; AUTH_SECRET: string }): Env {
  shared.env = { ...settings, BASE_URL: settings.BASE_URL ?? `http://localhost:${settings.PORT}` };
  return shared.env;
}

/** The settings that this process was started with. */
export function env(): Env {
  if (!shared.env) throw new SettingsError("the settings are not loaded yet: start with npm start");
  return shared.env;
}

/** The environment of a process that this one starts, with what this one found out at its start. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { PORT, BASE_URL, DATABASE_URL, AUTH_SECRET } = env();
  return {
    ...process.env,
    PORT: String(PORT),
    BASE_URL,
    DATABASE_URL,
    AUTH_SECRET,
    BACKUP_CHECK: backupCheckOf(env()),
  };
}

/** The folder that this process's build is in. */
export const buildFolder = (): string => process.env.SITE_INBOX_BUILD_DIR ?? ".next";

/** Keeps the service's address in view on a terminal: unless a level is chosen, only warnings and errors are logged there. */
export function quietTerminal(settings = process.env, isTerminal = process.stdout.isTTY): void {
  if (isTerminal) settings.LOG_LEVEL ||= "warn";
}
