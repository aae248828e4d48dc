import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { closeByOperator } from "#lib/people/owners/close-user.system.ts";
import { createOwner } from "#lib/people/owners/create-owner.system.ts";
import { db } from "#platform/database/database.ts";
import { env } from "#platform/env.ts";
import { StartError } from "../process/start-error.ts";

/* Proves a running service by a message through all of it. What it makes for that is erased again. */

const PREFIX = "update-check-";
// No mail server delivers there (RFC 2606), and an unconfirmed address gets no email.
const DOMAIN = "site-inbox.invalid";
const ARRIVES_WITHIN_MS = 15_000;
const ASK_EVERY_MS = 200;

type Answer = { status: number; body: Record<string, unknown> };

async function send(
  baseUrl: string,
  path: string,
  { token, body }: { token?: string; body?: object },
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method: body ? "POST" : "GET",
    headers: {
      ...proxied(),
      ...(body && { "Content-Type": "application/json" }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ARRIVES_WITHIN_MS),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

// As if it came through the proxies in front, so that the check of proxies doesn't count it as one that went around them.
function proxied(): Record<string, string> {
  const { TRUSTED_PROXY_HOPS: hops } = env();
  return hops === 0 ? {} : { "X-Forwarded-For": Array.from({ length: hops }, () => "127.0.0.1").join(", ") };
}

/** Returns the body of a success. */
async function expectDone(what: string, asked: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await asked.catch((error: unknown) => {
    throw new StartError(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (status < 300) return body;
  throw new StartError(`${what} failed with status ${status} (${String(body.code)})`);
}

/**
 * Stores a visitor's message in a service, and requires that it arrives on the owner's stream and is found by search. Returns
 * false if nobody has an account yet, because then it would make the first one. Throws StartError with the part that failed.
 */
export async function proveChain(baseUrl: string): Promise<boolean> {
  await removeLeftovers();
  if ((await db().user.count({ where: { closedAt: null } })) === 0) return false;
  const email = `${PREFIX}${randomUUID()}@${DOMAIN}`;
  const password = randomUUID();
  await createOwner({ email, password });
  try {
    await proveWith(baseUrl, { email, password });
  } finally {
    await removeLeftovers();
  }
  return true;
}

async function proveWith(baseUrl: string, credentials: { email: string; password: string }): Promise<void> {
  const { token } = await expectDone("logging in", send(baseUrl, "/auth/login", { body: credentials }));
  const owner = { token: String(token) };
  const body = { name: "Update check" };
  const made = await expectDone("creating a site", send(baseUrl, "/sites", { ...owner, body }));
  const site = made.site as { publicKey: string };
  await using stream = await openStream(baseUrl, owner.token);
  await stream.waitFor("event: ready");
  const session = send(baseUrl, "/public/widget-session", { body: { siteKey: site.publicKey } });
  const visitor = await expectDone("opening the widget", session);
  const word = `check${randomUUID().replaceAll("-", "")}`;
  const begun = send(baseUrl, "/public/conversations", { token: String(visitor.token), body: { message: word } });
  const { conversationId } = await expectDone("storing a message", begun);
  await stream.waitFor(String(conversationId));
  const until = Date.now() + ARRIVES_WITHIN_MS;
  while (Date.now() < until) {
    const found = await expectDone("searching", send(baseUrl, `/conversations?q=${word}`, owner));
    if (JSON.stringify(found).includes(String(conversationId))) return;
    await pause(ASK_EVERY_MS);
  }
  throw new StartError("searching failed: the message wasn't found");
}

async function openStream(baseUrl: string, token: string) {
  const ending = new AbortController();
  const slow = setTimeout(() => ending.abort(), ARRIVES_WITHIN_MS);
  const response = await fetch(`${baseUrl}/events`, {
    headers: { ...proxied(), Authorization: `Bearer ${token}`, Accept: "text/event-stream" },
    signal: ending.signal,
  }).finally(() => clearTimeout(slow));
  if (!response.ok || !response.body) throw new StartError(`opening a stream failed with status ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    async waitFor(wanted: string): Promise<void> {
      const late = setTimeout(() => ending.abort(), ARRIVES_WITHIN_MS);
      try {
        while (!text.includes(wanted)) {
          const { value, done } = await reader.read();
          if (done) throw new Error("it ended");
          text += value;
        }
      } catch {
        throw new StartError("the stream failed: the message's event didn't arrive");
      } finally {
        clearTimeout(late);
      }
    },
    [Symbol.asyncDispose]: async () => ending.abort(),
  };
}

/**
 * Closes the accounts of this proof, those of one that was killed included. The service erases what's left of them. Whether that
 * works says nothing about the service: anyone can sign up with such an address and invite people.
 */
async function removeLeftovers(): Promise<void> {
  const left = await db().user.findMany({
    where: { closedAt: null, email: { startsWith: PREFIX, endsWith: `@${DOMAIN}` } },
    select: { email: true },
  });
  for (const { email } of left) await closeByOperator(email).catch(() => undefined);
}
