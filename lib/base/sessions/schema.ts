import { z } from "zod";

export const PASSWORD_MAX = 1024;

/** A password to check. Any text is either right or wrong. */
export const givenPassword = z
  .string()
  .min(1, "must not be empty")
  .max(PASSWORD_MAX * 2);
