import { FLOW_SECONDS, type Flow, openFlow, openPendingLink, type PendingLink } from "#lib/people/oidc/flow.ts";
import { cookieLine, cookieValues, hostCookieName } from "./session-cookie.ts";

/*
 * The cookies of a login at the provider. Their prefix rules out a narrower path: another host must not be able to set them, as
 * its visitors would then log in to someone else's account.
 */

const FLOW = "site-inbox.oidc";
const LINK = "site-inbox.oidc-link";

function only(header: string | null, name: string): string | null {
  const [value, second] = cookieValues(header, hostCookieName(name));
  return value === undefined || second !== undefined ? null : value;
}

/** Returns the login at the provider that a browser is in, or null. */
export function readFlow(header: string | null): Flow | null {
  const value = only(header, FLOW);
  return value === null ? null : openFlow(value);
}

/** Returns who a browser came back from the provider as, to be linked, or null. */
export function readPendingLink(header: string | null): PendingLink | null {
  const value = only(header, LINK);
  return value === null ? null : openPendingLink(value);
}

export const flowCookie = (sealed: string): string => cookieLine(hostCookieName(FLOW), sealed, FLOW_SECONDS);
export const noFlowCookie = (): string => cookieLine(hostCookieName(FLOW), "", 0);
export const pendingLinkCookie = (sealed: string): string => cookieLine(hostCookieName(LINK), sealed, FLOW_SECONDS);
export const noPendingLinkCookie = (): string => cookieLine(hostCookieName(LINK), "", 0);
