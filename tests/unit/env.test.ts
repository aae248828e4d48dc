import { expect, test } from "@playwright/test";
import {
  deprecatedSettings,
  deprecationsIn,
  describeSettings,
  poolSize,
  readMailbox,
  readSettings,
  SettingsError,
} from "#platform/env.ts";
import { openFileLimit, streamsWithin } from "#platform/open-files.ts";

const secret = "k".repeat(32);
const STREAMS = streamsWithin(openFileLimit());

function complaintAbout(source: Record<string, string>): string {
  try {
    readSettings(source);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error("the settings were taken");
}

test("no setting is required, so npm start works on a new machine", () => {
  const settings = readSettings({});
  expect(settings).toEqual({
    PORT: 3000,
    HOST: "0.0.0.0",
    MAIL_DELAY: 120,
    DATA_DIR: "data",
    SIGNUP: "open",
    TRUSTED_PROXY_HOPS: 0,
    WEB_CONCURRENCY: 1,
    JOBS: "on",
    RATE_LIMITS: "on",
    LIMIT_VISITOR: 300,
    LIMIT_SITE: 3_000,
    LIMIT_STARTS: 300,
    LIMIT_ADDRESS: 6_000,
    LIMIT_SITE_ADDRESS: 300,
    LIMIT_SITE_ADDRESS_MESSAGES: 600,
    LIMIT_SESSION: 1_200,
    LIMIT_LOGIN: 20,
    LIMIT_LOGIN_ADDRESS: 200,
    LIMIT_SIGNUP: 20,
    LIMIT_TEST_MESSAGES: 60,
    LIMIT_EXPORTS: 60,
    LIMIT_REFERENCE: 30,
    LIMIT_MAIL_SITE: 60,
    LIMIT_MAIL_WORKSPACE: 600,
    LIMIT_ACCOUNT_MAILS: 5,
    LIMIT_STREAMS: STREAMS,
    LIMIT_STREAMS_ADDRESS: Math.round(STREAMS / 5),
    LIMIT_STREAMS_SITE_ADDRESS: Math.round(STREAMS / 20),
    OUTBOUND_ALLOWED_HOSTS: [],
    OIDC_DOMAINS: [],
    OPERATORS: [],
    FILES_MAX_SIZE: 20 * 1024 ** 2,
    FILES_QUOTA: 10 * 1024 ** 3,
    FILES_SCAN_REQUIRED: "on",
    INBOUND_MAX_SIZE: 50 * 1024 ** 2,
    INBOUND_AUTH_HOST: [],
    INBOUND_KEEP_DAYS: 14,
    LIMIT_INBOUND: 20,
    LIMIT_FILES: 30,
    TELEGRAM_API_URL: "https://api.telegram.org",
    FILES_S3_REGION: "us-east-1",
    BACKUP_AT: "03:15",
    BACKUP_KEEP: { daily: 7, weekly: 4, monthly: 6 },
    BACKUP_FILES: "list",
    BACKUP_S3_REGION: "us-east-1",
    LOG_LEVEL: "info",
  });
});

test("replies to emails need an address, a secret and a mail server, and the address has room for a token", () => {
  const mail = { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example", INBOUND_SECRET: secret };
  const inbound = (INBOUND_ADDRESS: string) => readSettings({ ...mail, INBOUND_ADDRESS }).INBOUND_ADDRESS;
  expect(inbound("inbox@example.com")).toEqual({ local: "inbox", domain: "example.com" });
  expect(inbound("*@reply.example.com")).toEqual({ local: null, domain: "reply.example.com" });
  for (const wrong of ["inbox", "@example.com", "*", "in*box@", "a b@example.com", `${"a".repeat(38)}@example.com`]) {
    expect(complaintAbout({ ...mail, INBOUND_ADDRESS: wrong }), wrong).toContain("INBOUND_ADDRESS must be an address");
  }
  const trusted = readSettings({ ...mail, INBOUND_ADDRESS: "a@b.example", INBOUND_AUTH_HOST: " MX.b.example, mx2" });
  expect(trusted.INBOUND_AUTH_HOST).toEqual(["mx.b.example", "mx2"]);
  expect(complaintAbout({ INBOUND_AUTH_HOST: "mx.b.example;" })).toContain("INBOUND_AUTH_HOST must be host names");
  expect(complaintAbout({ ...mail, INBOUND_SECRET: "", INBOUND_ADDRESS: "a@b.example" })).toContain(
    "INBOUND_IMAP_URL or INBOUND_SECRET must be set",
  );
  expect(complaintAbout(mail)).toContain("INBOUND_ADDRESS must be set");
  expect(complaintAbout({ INBOUND_SECRET: secret, INBOUND_ADDRESS: "a@b.example" })).toContain("SMTP_URL must be set");
});

test("a mailbox has a server, a user, and either a password or a provider's tokens", () => {
  const mail = { SMTP_URL: "smtp://127.0.0.1", MAIL_FROM: "a@b.example", INBOUND_ADDRESS: "a@b.example" };
  const at = (INBOUND_IMAP_URL: string, more: Record<string, string> = {}) => ({ ...mail, ...more, INBOUND_IMAP_URL });
  const imap = (url: string) => readSettings(at(url)).INBOUND_IMAP_URL;
  expect(imap("imaps://me%40b.example:p%2Fw@mail.b.example/Box%20one/Two")).toEqual({
    host: "mail.b.example",
    port: 993,
    tls: "at once",
    user: "me@b.example",
    pass: "p/w",
    folder: "Box one/Two",
  });
  expect(imap("imap://me:x@mail.b.example")).toMatchObject({ port: 143, tls: "starttls", folder: "INBOX" });
  expect(imap("imap://me:x@[::1]:1143/")).toMatchObject({ host: "::1", port: 1143, tls: "none" });
  for (const wrong of ["mail.b.example", "https://me:x@b.example", "imaps://b.example", "imaps:///Box"])
    expect(complaintAbout(at(wrong)), wrong).toContain("INBOUND_IMAP_URL must be an imaps://");
  expect(complaintAbout(at("imaps://me:50%@b.example"))).toContain("INBOUND_IMAP_URL must write %");
  expect(complaintAbout(at("imaps://me:x#y@b.example"))).toContain("INBOUND_IMAP_URL");
  expect(complaintAbout(at("imaps://me:x@b.example:0"))).toContain("must not name port 0");
  expect(complaintAbout(at("imaps://me@b.example"))).toContain("must have a password, unless INBOUND_OAUTH is set");
  const url = "imaps://me@b.example";
  const tokens = { INBOUND_OAUTH_CLIENT_ID: "id", INBOUND_OAUTH_REFRESH_TOKEN: "token" };
  const oauth = (INBOUND_OAUTH: string) => ({ ...tokens, INBOUND_OAUTH });
  expect(readSettings(at(url, oauth("microsoft"))).INBOUND_OAUTH).toEqual({ name: "microsoft", tenant: "common" });
  expect(readSettings(at(url, oauth("microsoft/a.b"))).INBOUND_OAUTH).toEqual({ name: "microsoft", tenant: "a.b" });
  expect(complaintAbout(at(url, oauth("yahoo")))).toContain("INBOUND_OAUTH must be google");
  expect(complaintAbout(at(url, oauth("google")))).toContain("INBOUND_OAUTH_CLIENT_SECRET must be set");
  expect(complaintAbout(at("imaps://me:x@b.example", oauth("microsoft")))).toContain("must not have a password");
  expect(complaintAbout({ ...mail, INBOUND_SECRET: secret, ...oauth("microsoft") })).toContain("INBOUND_IMAP_URL");
});

test("an empty setting counts as unset, as in .env files", () => {
  expect(readSettings({ PORT: "", DATABASE_URL: "", AUTH_SECRET: "", BASE_URL: "", SIGNUP: "" })).toEqual(
    readSettings({}),
  );
});

test("a setting of only white space counts as unset", () => {
  const blank = Object.fromEntries(describeSettings().map(({ name }) => [name, " \t "]));
  expect(readSettings(blank)).toEqual(readSettings({}));
  expect(readSettings({ AUTH_SECRET: " ".repeat(40) }).AUTH_SECRET).toBeUndefined();
});

test("only the origin of a URL is used", () => {
  expect(readSettings({ BASE_URL: "https://Inbox.Example.com:443/" }).BASE_URL).toBe("https://inbox.example.com");
});

const WRONG: Record<string, [name: string, value: string]> = {
  "a port that isn't a number": ["PORT", "many"],
  "a port above the highest": ["PORT", "65536"],
  "a negative port": ["PORT", "-1"],
  "half a port": ["PORT", "3000.5"],
  "an address with another scheme": ["BASE_URL", "ftp://example.com"],
  "an address without its https://": ["BASE_URL", "inbox.example.com"],
  "an address with a path, which links would lose": ["BASE_URL", "https://example.com/inbox"],
  "an address with a password": ["BASE_URL", "https://user:pass@example.com"],
  "another kind of database": ["DATABASE_URL", "mysql://localhost/inbox"],
  "another kind of Redis": ["REDIS_URL", "http://localhost:6379"],
  "a Redis without a host": ["REDIS_URL", "redis://"],
  "a Redis with a password that can't be decoded": ["REDIS_URL", "redis://user:p%zz@localhost"],
  "a Redis address without redis://": ["REDIS_URL", "localhost:6379"],
  "another kind of mail server": ["SMTP_URL", "https://mail.example.com"],
  "a mail server without a host": ["SMTP_URL", "smtp://"],
  "a mail server on port 0": ["SMTP_URL", "smtp://mail.example.com:0"],
  "a bare % in a mail server's password": ["SMTP_URL", "smtp://user:p%zz@mail.example.com"],
  "a sender without an address": ["MAIL_FROM", "Site Inbox"],
  "two senders": ["MAIL_FROM", "a@example.com, b@example.com"],
  "a login provider over plain http": ["OIDC_ISSUER", "http://sso.example.com"],
  "a login provider with a query": ["OIDC_ISSUER", "https://sso.example.com/?tenant=1"],
  "a login provider with a password": ["OIDC_ISSUER", "https://user:pass@sso.example.com"],
  "a name of a login provider in two lines": ["OIDC_NAME", "Example\nSSO"],
  "an address as an email domain": ["OIDC_DOMAINS", "example.com, bob@example.com"],
  "an operator without an email": ["OPERATORS", "you@example.com, root"],
  "an empty email domain": ["OIDC_DOMAINS", "example.com,"],
  "no delay before an email": ["MAIL_DELAY", "0"],
  "no email from a site": ["LIMIT_MAIL_SITE", "0"],
  "no email from a workspace": ["LIMIT_MAIL_WORKSPACE", "0"],
  "no account email": ["LIMIT_ACCOUNT_MAILS", "0"],
  "a short secret, which could be guessed (A26)": ["AUTH_SECRET", "k".repeat(31)],
  "the sample secret, which is public (A26)": ["AUTH_SECRET", "replace-this-with-32-or-more-random-bytes"],
  "a short previous secret": ["AUTH_SECRET_PREVIOUS", "short"],
  "an unknown way to sign up": ["SIGNUP", "invited"],
  "no process": ["WEB_CONCURRENCY", "0"],
  "half a process": ["WEB_CONCURRENCY", "1.5"],
  "a pool that is too small to work with": ["DATABASE_POOL_SIZE", "1"],
  "a number of proxies that isn't a number": ["TRUSTED_PROXY_HOPS", "all"],
  "a negative number of proxies": ["TRUSTED_PROXY_HOPS", "-1"],
  "more than ten proxies": ["TRUSTED_PROXY_HOPS", "11"],
  "jobs that are neither on nor off": ["JOBS", "maybe"],
  "limits that are neither on nor off": ["RATE_LIMITS", "false"],
  "a limit of 0": ["LIMIT_VISITOR", "0"],
  "a limit that isn't a number": ["LIMIT_SITE", "unlimited"],
  "no conversation before work": ["LIMIT_STARTS", "0"],
  "half a request from an address": ["LIMIT_ADDRESS", "0.5"],
  "a negative number of sessions": ["LIMIT_SITE_ADDRESS", "-1"],
  "no message from any address": ["LIMIT_SITE_ADDRESS_MESSAGES", "0"],
  "no request from an owner": ["LIMIT_SESSION", "0"],
  "no login attempt": ["LIMIT_LOGIN", "0"],
  "no login attempt from an address": ["LIMIT_LOGIN_ADDRESS", "0"],
  "a number of sign-ups that isn't a number": ["LIMIT_SIGNUP", "few"],
  "half a test message": ["LIMIT_TEST_MESSAGES", "1.5"],
  "no export": ["LIMIT_EXPORTS", "0"],
  "a number of streams that isn't a number": ["LIMIT_STREAMS", "all"],
  "no stream from an address": ["LIMIT_STREAMS_ADDRESS", "0"],
  "no stream from any address": ["LIMIT_STREAMS_SITE_ADDRESS", "0"],
  "hosts to send to, written as URLs": ["OUTBOUND_ALLOWED_HOSTS", "http://n8n:5678"],
  "any host to send to, which would match none": ["OUTBOUND_ALLOWED_HOSTS", "*"],
  "a pattern of hosts, which would match none": ["OUTBOUND_ALLOWED_HOSTS", "n8n, *.example.com"],
  "a host on a port that doesn't exist": ["OUTBOUND_ALLOWED_HOSTS", "n8n:65536"],
  "a host on port 0": ["OUTBOUND_ALLOWED_HOSTS", "n8n:0"],
  "a bot's name in place of its token": ["TELEGRAM_BOT_TOKEN", "@kiln_street_bot"],
  "a Bot API server without its http://": ["TELEGRAM_API_URL", "localhost:8081"],
  "a storage with a path": ["FILES_S3_ENDPOINT", "https://s3.example.com/bucket"],
  "a bucket with a path": ["FILES_S3_BUCKET", "bucket/files"],
  "a region that's an address": ["FILES_S3_REGION", "https://eu"],
  "a metrics token that could be guessed (G12)": ["METRICS_TOKEN", "short"],
  "a metrics token that no header can carry": ["METRICS_TOKEN", "sixteen and more characters"],
  "an unknown log level": ["LOG_LEVEL", "loud"],
  "a backup's place without its whole path": ["BACKUP_TO", "backups"],
  "a backup's bucket with a way out of its folder": ["BACKUP_TO", "s3://bucket/../other"],
  "a backup's time that no clock shows": ["BACKUP_AT", "24:00"],
  "a number of backups that keeps none": ["BACKUP_KEEP", "0,0,0"],
  "a number of kept backups alone": ["BACKUP_KEEP", "7"],
  "a passphrase for backups that could be guessed": ["BACKUP_PASSPHRASE", "hunter2"],
  "another check of backups": ["BACKUP_CHECK", "on"],
  "another way to keep files in backups": ["BACKUP_FILES", "yes"],
};

for (const [title, [name, value]] of Object.entries(WRONG)) {
  test(`${title} is rejected, in one line that names the setting`, () => {
    const complaint = complaintAbout({ AUTH_SECRET: secret, [name]: value });
    expect(complaint).toMatch(new RegExp(`^${name} must|^${name} is`));
    expect(complaint).not.toContain("\n");
  });
}

test("each limit's default follows from another setting, so nine settings scale all of them", () => {
  const limits = describeSettings().filter(({ name }) => name.startsWith("LIMIT_"));
  expect(limits).toHaveLength(9);
  const usual = readSettings({});
  const values: Record<string, unknown> = usual;
  const doubled = readSettings(Object.fromEntries(limits.map(({ name }) => [name, String(2 * Number(values[name]))])));
  for (const [name, value] of Object.entries(usual)) {
    if (name.startsWith("LIMIT_")) expect(doubled, name).toHaveProperty(name, 2 * Number(value));
  }
  expect(readSettings({ LIMIT_MAIL_SITE: "1", LIMIT_ADDRESS: "1" })).toMatchObject({
    LIMIT_ACCOUNT_MAILS: 1,
    LIMIT_REFERENCE: 1,
  });
});

for (const { name, setting } of deprecatedSettings().filter((former) => former.name.startsWith("LIMIT_"))) {
  test(`${name}, formerly a setting of its own, still applies, with a log line that names ${setting}`, () => {
    const settings = readSettings({ [name]: "7", [setting]: "1000000" });
    expect(settings).toHaveProperty(name, 7);
    expect(settings).toHaveProperty(setting, 1_000_000);
    expect(readSettings({ [name]: " " })).toEqual(readSettings({}));
    expect(deprecationsIn({ [name]: "7" })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is deprecated.+${setting}\\.$`)),
    ]);
    expect(deprecationsIn({ [name]: " ", [setting]: "7" })).toEqual([]);
  });
}

test("WEBHOOK_ALLOWED_HOSTS still allows its hosts, beside those of OUTBOUND_ALLOWED_HOSTS, with a log line", () => {
  const former = { WEBHOOK_ALLOWED_HOSTS: "n8n:5678" };
  expect(readSettings({ ...former, OUTBOUND_ALLOWED_HOSTS: "ntfy" }).OUTBOUND_ALLOWED_HOSTS).toEqual([
    { host: "ntfy", port: null },
    { host: "n8n", port: "5678" },
  ]);
  expect(deprecationsIn(former)).toEqual([expect.stringMatching(/^WEBHOOK_ALLOWED_HOSTS is deprecated.+OUTBOUND/)]);
  expect(() => readSettings({ WEBHOOK_ALLOWED_HOSTS: "*" })).toThrow("WEBHOOK_ALLOWED_HOSTS");
});

test("several processes share PostgreSQL's default number of connections, unless their number is set", () => {
  const sizeFor = (source: Record<string, string>) => poolSize(readSettings(source));
  expect(sizeFor({})).toBe(20);
  for (const processes of [1, 2, 3, 4, 5, 8, 16, 32]) {
    const size = sizeFor({ WEB_CONCURRENCY: String(processes) });
    expect(size).toBeGreaterThanOrEqual(2);
    expect(processes * (size + 1)).toBeLessThanOrEqual(97);
  }
  expect(sizeFor({ WEB_CONCURRENCY: "8", DATABASE_POOL_SIZE: "50" })).toBe(50);
});

test("an invalid number is reported with its range", () => {
  for (const PORT of ["many", "-1", "65536", "3000.5"]) {
    expect(complaintAbout({ PORT })).toBe("PORT must be a whole number from 0 to 65535");
  }
});

test("MAIL_FROM is required if there's a mail server", () => {
  const SMTP_URL = "smtps://user:secret@mail.example.com";
  expect(complaintAbout({ SMTP_URL })).toMatch(/^MAIL_FROM must be set/);
  expect(readSettings({ SMTP_URL, MAIL_FROM: "Inbox <inbox@example.com>" }).SMTP_URL).toEqual({
    host: "mail.example.com",
    port: 465,
    secure: true,
    login: { user: "user", pass: "secret" },
  });
});

test("a bucket for files is set with its address and both keys, and none of them is set alone", () => {
  const settings = {
    FILES_S3_ENDPOINT: "https://s3.example.com",
    FILES_S3_BUCKET: "inbox",
    FILES_S3_KEY_ID: "id",
    FILES_S3_SECRET: "secret",
  };
  expect(readSettings(settings)).toMatchObject(settings);
  for (const name of Object.keys(settings)) {
    const complaint = "FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_KEY_ID, FILES_S3_SECRET must be set together";
    expect(complaintAbout({ ...settings, [name]: "" })).toBe(complaint);
  }
});

test("the three settings of a login provider are required together, and its domains are compared in one form", () => {
  const settings = { OIDC_ISSUER: "https://sso.example.com", OIDC_CLIENT_ID: "inbox", OIDC_CLIENT_SECRET: "secret" };
  for (const name of Object.keys(settings)) {
    const complaint = "OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set together";
    expect(complaintAbout({ ...settings, [name]: "" })).toBe(complaint);
  }
  const { OIDC_ISSUER, OIDC_DOMAINS } = readSettings({ ...settings, OIDC_DOMAINS: "Example.com , bücher.example" });
  expect(OIDC_ISSUER).toBe("https://sso.example.com/");
  expect(OIDC_DOMAINS).toEqual(["example.com", "xn--bcher-kva.example"]);
  expect(readSettings({ ...settings, OIDC_ISSUER: "http://localhost:8080/realms/a" }).OIDC_ISSUER).toContain(
    "localhost",
  );
});

test("a bare % in the user or password of SMTP_URL is rejected with how to write it", () => {
  for (const login of ["u:p%zz", "u:100%", "a%b:p", "u:%C3%28"]) {
    expect(complaintAbout({ SMTP_URL: `smtp://${login}@127.0.0.1:2526`, MAIL_FROM: "a@example.com" })).toBe(
      "SMTP_URL must write % in a user or password as %25",
    );
  }
});

test("a sender may have a name, a quoted name or none", () => {
  const address = "inbox@example.com";
  expect(readMailbox("Corner shop <inbox@example.com>")).toEqual({ name: "Corner shop", address });
  expect(readMailbox('"Shop, corner" <inbox@example.com>')).toEqual({ name: "Shop, corner", address });
  expect(readMailbox(" inbox@example.com ")).toEqual({ name: "", address });
  expect(readMailbox("a@example.com\r\nBcc: b@example.com")).toBeNull();
});

test("every invalid setting is reported at once", () => {
  expect(complaintAbout({ PORT: "x", SIGNUP: "y" })).toMatch(/^PORT .+; SIGNUP .+/);
});

test("a secret's length counts bytes, not characters", () => {
  expect(readSettings({ AUTH_SECRET: "é".repeat(16) }).AUTH_SECRET).toHaveLength(16);
});
