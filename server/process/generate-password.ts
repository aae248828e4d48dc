import { randomBytes } from "node:crypto";

const BYTES = 15;

/** Generates a password to write down once: 120 bits, 20 characters. */
export const generatePassword = () => randomBytes(BYTES).toString("base64url");
