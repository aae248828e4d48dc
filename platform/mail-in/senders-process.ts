import { Resolver } from "node:dns/promises";
import { createReadStream } from "node:fs";
import type { DKIMResult, DKIMVerifyResult } from "mailauth";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { spf } from "mailauth/lib/spf/index.js";
import { serveRequests } from "../child/serve-requests.ts";
import type { SenderRequest, SenderResult, SpfQuestion } from "./check-senders.ts";
import { readHeaders } from "./headers.ts";
import { readMailboxes } from "./mailboxes.ts";
import type { DkimResult, SpfResult } from "./parsed-mail.ts";

/*
 * Checks where mails come from, in a process without settings or secrets: strangers choose which names it looks up and which keys
 * it reads.
 */
const MEMORY_MAX = 256 * 1024 ** 2;
const TRY_MS = 2_000;
const TRIES = 2;
/** How long all lookups for a mail may take together. */
const DNS_MS = 10_000;
const KEYS_MAX = 10;
const KEY_BITS_MIN = 1_024;
/** The fields that decide where a mail comes from and who it's for. */
const DECIDING = ["from", "date", "to", "cc"];

const SPF_RESULTS: Record<string, SpfResult> = { pass: "pass", fail: "fail", softfail: "fail", temperror: "later" };

type Resolve = (name: string, type: string) => Promise<string[]>;

function resolverOf(nameServers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  return resolver;
}

// The records have the shape of their type, as mailauth expects.
const resolveBy =
  (resolver: Resolver): Resolve =>
  (name, type) =>
    resolver.resolve(name, type) as unknown as Promise<string[]>;

const refuse = (code: string) => Promise.reject(Object.assign(new Error("not looked up"), { code }));

/** Looks up some keys only, and only for some time: a mail may have any number of signatures, and its name servers may be slow. */
function limited(resolver: Resolver): Resolve {
  const resolve = resolveBy(resolver);
  const late = AbortSignal.timeout(DNS_MS);
  late.addEventListener("abort", () => resolver.cancel());
  let left = KEYS_MAX;
  return (name, type) => {
    if (late.aborted) return refuse("ETIMEOUT");
    left -= 1;
    return left < 0 ? refuse("ENODATA") : resolve(name, type);
  };
}

async function dkim(path: string, nameServers: readonly string[]): Promise<DkimResult[]> {
  const { results, headers } = await dkimVerify(createReadStream(path), {
    resolver: limited(resolverOf(nameServers)),
    minBitLength: KEY_BITS_MIN,
    // Otherwise a selector may have a NUL, where the resolver cuts the name, and asks a stranger for the key.
    strict: true,
  });
  const fields = new Map(DECIDING.map((name) => [name, readSingle(headers, name)]));
  // A mail without a signature has a result too.
  return results.filter(({ signingDomain }) => signingDomain).map((result) => toResult(result, fields));
}

/** Returns the addresses in a field, or undefined if the mail doesn't have it exactly once, in all of its header. */
function readSingle(headers: DKIMVerifyResult["headers"], name: string): string[] | undefined {
  const [field, ...more] = headers?.parsed.filter(({ key }) => key === name) ?? [];
  const [[, value] = []] = field && more.length === 0 ? readHeaders(field.line) : [];
  return value === undefined ? undefined : readMailboxes(value).map(({ address }) => address);
}

function toResult(result: DKIMResult, fields: Map<string, string[] | undefined>): DkimResult {
  const { status, signingDomain = "", signingHeaders, modulusLength, algo = "" } = result;
  const keys = (signingHeaders?.keys ?? "").split(":").map((key) => key.trim().toLowerCase());
  const signed = (name: string) => (keys.includes(name) ? fields.get(name) : undefined);
  const isLongKey = algo.startsWith("ed25519") || (modulusLength ?? 0) >= KEY_BITS_MIN;
  return {
    domain: signingDomain.toLowerCase(),
    passes: status.result === "pass" && result.signatureTimeValid !== false,
    from: signed("from") ?? [],
    recipients: [...(signed("to") ?? []), ...(signed("cc") ?? [])],
    isDated: signed("date") !== undefined,
    isWhole: result.canonBodyLengthLimited === false,
    isLate: status.result === "temperror",
    isStrong: isLongKey && !algo.endsWith("sha1") && status.testing !== true,
  };
}

async function checkSender({ ip, sender }: SpfQuestion, nameServers: readonly string[]): Promise<SpfResult> {
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  if (domain === "") return "none";
  const { status } = await spf({
    ip,
    sender,
    helo: domain,
    resolver: resolveBy(resolverOf(nameServers)),
    maxElapsedTime: DNS_MS,
  });
  return SPF_RESULTS[status.result] ?? "none";
}

serveRequests<SenderRequest, SenderResult>(MEMORY_MAX, async (request) =>
  "path" in request
    ? { dkim: await dkim(request.path, request.nameServers) }
    : { spf: await checkSender(request.spf, request.nameServers) },
);
