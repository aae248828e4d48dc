/*
 * The part of the api tests that is held to Next alone too (tests/support/next-alone.ts): what states the contract of the
 * routes. The others are about the database, the start or several processes, where it makes no difference who calls a route.
 * Left out for their time alone: idempotency, public.events, sites.site and tenant-isolation, which hold there as well.
 */
export const NEXT_ALONE_FILES = [
  "account",
  "account.password",
  "account.sessions",
  "auth.login",
  "auth.logout",
  "auth.register",
  "conversations",
  "conversations.conversation",
  "conversations.messages",
  "conversations.read",
  "conversations.typing",
  "cors",
  "errors",
  "events",
  "exports",
  "openapi",
  "public.conversations",
  "public.conversations.messages",
  "public.conversations.read",
  "public.conversations.typing",
  "public.widget-session",
  "sites",
  "sites.test-message",
  "text-rules",
  "tokens",
  "verified-visitors",
].map((name) => `api/${name}.test.ts`);

/** What only our own server does (decisions 6 and 10), by the titles of its tests. */
export const ONLY_OUR_SERVER = [
  // Next answers these by itself, before any route is asked: with a 400 or 405 without a body, or in HTML.
  /answers 405 with Allow to methods that Next has no handlers for/,
  /answers 405 to TRACE too/,
  /refuses a method that HTTP has no name for/,
  /refuses headers that are too large in JSON too/,
  // Next makes an address of whatever the request line and the Host header say.
  /refuses a Host that no address can be made of/,
  /is no proxy: an absolute address in the request line is refused/,
  // What no route answers is a page to Next: its page for what is not found, its redirect, or its plain error.
  /answers 404 in JSON for/,
  /answers 400 in JSON for .*, which is no path/,
  // Next gives a route the headers as Node joins them, and Node keeps the first of two.
  /the Authorization header .* opens nothing when it comes twice/,
];
