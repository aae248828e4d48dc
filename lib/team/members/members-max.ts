import { AppError } from "#platform/errors.ts";

/** The most people a workspace may have. */
export const MEMBERS_MAX = 200;

export const tooManyMembers = () =>
  new AppError("conflict", { detail: `This workspace has ${MEMBERS_MAX} members, which is the maximum.` });
