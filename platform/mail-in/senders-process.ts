import { Resolver } from "node:dns/promises";
import { createReadStream } from "node:fs";
import type { DKIMResult } from "mailauth";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { spf } from "mailauth/lib/spf/index.js";
import { serveRequests } from "../child/serve-requests.ts";
import type { SenderRequest, SenderResult, SpfQuestion } from "./check-senders.ts";
import type { DkimResult, SpfResult } from "./parsed-mail.ts";

/*
 * Checks where mails come from, in a process without settings or secrets: strangers choose which names it looks up and which keys
 * it reads.
 */
const MEMORY_MAX = 256 * 1024 ** 2;
const TRY_MS = 2_000;
const TRIES = 2;
const SPF_MS = 20_000;
const KEYS_MAX = 10;
const KEY_BITS_MIN = 1_024;

const SPF_RESULTS: Record<string, SpfResult> = { pass: "pass", fail: "fail", softfail: "fail", temperror: "later" };

type Resolve = (name: string, type: string) => Promise<string[]>;

function resolverOf(nameServers: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (nameServers.length > 0) resolver.setServers(nameServers);
  // The records have the shape of their type, as mailauth expects.
  return (name, type) => resolver.resolve(name, type) as unknown as Promise<string[]>;
}

/** Looks up some keys only: a mail may have any number of signatures. */
function limited(resolve: Resolve): Resolve {
  let left = KEYS_MAX;
  return (name, type) => {
    left -= 1;
    return left < 0
      ? Promise.reject(Object.assign(new Error("too many keys"), { code: "ENODATA" }))
      : resolve(name, type);
  };
}

async function dkim(path: string, nameServers: readonly string[]): Promise<DkimResult[]> {
  const { results } = await dkimVerify(createReadStream(path), {
    resolver: limited(resolverOf(nameServers)),
    minBitLength: KEY_BITS_MIN,
    strict: true,
  });
  // A mail without a signature has a result too.
  return results.filter(({ signingDomain }) => signingDomain).map(toResult);
}

function toResult(result: DKIMResult): DkimResult {
  const { status, signingDomain = "", signingHeaders, modulusLength, algo = "" } = result;
  const keys = (signingHeaders?.keys ?? "").split(":").map((key) => key.trim().toLowerCase());
  const isLongKey = algo.startsWith("ed25519") || (modulusLength ?? 0) >= KEY_BITS_MIN;
  return {
    domain: signingDomain.toLowerCase(),
    passes: status.result === "pass" && result.signatureTimeValid !== false,
    signed: keys.filter(Boolean),
    isWhole: result.canonBodyLengthLimited === false,
    isStrong: isLongKey && !algo.endsWith("sha1") && status.testing !== true,
    isLate: status.result === "temperror",
  };
}

async function checkSender({ ip, sender }: SpfQuestion, nameServers: readonly string[]): Promise<SpfResult> {
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  if (domain === "") return "none";
  const { status } = await spf({ ip, sender, helo: domain, resolver: resolverOf(nameServers), maxElapsedTime: SPF_MS });
  return SPF_RESULTS[status.result] ?? "none";
}

serveRequests<SenderRequest, SenderResult>(MEMORY_MAX, async (request) =>
  "path" in request
    ? { dkim: await dkim(request.path, request.nameServers) }
    : { spf: await checkSender(request.spf, request.nameServers) },
);
