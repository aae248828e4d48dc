import type { MemberJson } from "#lib/members/schema.ts";

/** Returns what a member is called: their name, or else their email. */
export const memberName = ({ name, email }: Pick<MemberJson, "name" | "email">): string => name ?? email;
