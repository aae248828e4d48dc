import type { Env } from "../env.ts";

const MINUTE_MS = 60_000;

type Rule = { setting: keyof Env & `LIMIT_${string}`; windowMs: number };

/** The limits: each one's setting and window. */
export const RULES = {
  /** Requests of one visitor. */
  visitor: { setting: "LIMIT_VISITOR", windowMs: MINUTE_MS },
  /** Messages from all visitors of one site, and under another key, its widget sessions. */
  site: { setting: "LIMIT_SITE", windowMs: MINUTE_MS },
  /** New conversations on one site. Above it, browsers have to solve a challenge (see lib/files/blocking). */
  "site-starts": { setting: "LIMIT_STARTS", windowMs: MINUTE_MS },
  /** Widget sessions of one site from one address, with any token. */
  "site-address": { setting: "LIMIT_SITE_ADDRESS", windowMs: MINUTE_MS },
  /** Messages to one site from one address, from any visitor. */
  "site-address-messages": { setting: "LIMIT_SITE_ADDRESS_MESSAGES", windowMs: MINUTE_MS },
  /** Requests for the widget, login and sign-up from one address, and requests with an invalid API key. */
  address: { setting: "LIMIT_ADDRESS", windowMs: MINUTE_MS },
  /** Requests for pages from one address. */
  page: { setting: "LIMIT_ADDRESS", windowMs: MINUTE_MS },
  /** Requests of one session of an owner. */
  session: { setting: "LIMIT_SESSION", windowMs: MINUTE_MS },
  /**
   * Wrong passwords for one email, whether or not there's an account, and under another key, from one owner's
   * sessions.
   */
  "log-in": { setting: "LIMIT_LOGIN", windowMs: 15 * MINUTE_MS },
  /** Passwords from one owner's sessions, correct ones included. */
  "password-tries": { setting: "LIMIT_LOGIN", windowMs: MINUTE_MS },
  /** Wrong passwords from one address. */
  "log-in-address": { setting: "LIMIT_LOGIN_ADDRESS", windowMs: 15 * MINUTE_MS },
  /** Login attempts from one address, successful ones included. */
  "log-in-tries": { setting: "LIMIT_LOGIN_ADDRESS", windowMs: MINUTE_MS },
  /** Logins with passkeys that are begun, from all addresses together. Each stores a challenge. */
  "passkey-challenges": { setting: "LIMIT_ADDRESS", windowMs: MINUTE_MS },
  /** Sign-up attempts from one address. */
  "sign-up": { setting: "LIMIT_SIGNUP", windowMs: 60 * MINUTE_MS },
  /** Requested emails that confirm one address or reset its password, whether or not there's an account. */
  "account-mails": { setting: "LIMIT_ACCOUNT_MAILS", windowMs: 60 * MINUTE_MS },
  /** Uses of links in emails, and requests for such emails, from one address. */
  "mail-links": { setting: "LIMIT_LOGIN_ADDRESS", windowMs: 15 * MINUTE_MS },
  /** Requests for the API's reference page from one address. It's large. */
  reference: { setting: "LIMIT_REFERENCE", windowMs: MINUTE_MS },
  /** Exports of one workspace. */
  exports: { setting: "LIMIT_EXPORTS", windowMs: 60 * MINUTE_MS },
  /** Invitations to one workspace. */
  invitations: { setting: "LIMIT_LOGIN", windowMs: 60 * MINUTE_MS },
  /** Ratings of one visitor, changes included. */
  ratings: { setting: "LIMIT_LOGIN", windowMs: 60 * MINUTE_MS },
  /** Test messages for one site, and test events for one webhook. */
  test: { setting: "LIMIT_TEST_MESSAGES", windowMs: 60 * MINUTE_MS },
  /** Files of one visitor, and under other keys those to a site, from an address and of a person. */
  files: { setting: "LIMIT_FILES", windowMs: 60 * MINUTE_MS },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;

/** A hit on a rule, and how many times the rule's quota its key has. */
export type LimitHit = { rule: RuleName; key: string; times?: number };
