import { z } from "zod";
import { codePoints, isBlank } from "./characters.ts";
import { isEmailAddress } from "./email-address.ts";

/*
 * The text rules of contract.md section 1: stored byte-exact, counted in code points, refused if the database can't
 * store it or no one can see it.
 */

const LINE_BREAK_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;
const BIDI_OVERRIDE = /[\u202a-\u202e\u2066-\u2069]/u;

function bounded(max: number, min: number) {
  return z.string().superRefine((value, context) => {
    const refuse = (message: string) => context.addIssue({ code: "custom", message, input: value });
    if (value.includes("\0")) return refuse("must not contain a NUL character");
    if (!value.isWellFormed()) return refuse("must be well-formed Unicode");
    if (isBlank(value)) return refuse("must not be blank");
    const length = codePoints(value);
    if (length < min) return refuse(`must be at least ${min} characters`);
    if (length > max) return refuse(`must be at most ${max} characters`);
  });
}

// The rules in the API document (routes/document), as far as JSON Schema can express them.
const asLong = (max: number, min: number) => ({
  minLength: min,
  maxLength: max,
  pattern: "^[^\\u0000]*$",
  description: "Not blank: something in it is visible.",
});
const asLine = (max: number) => ({
  ...asLong(max, 1),
  pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$",
  description: "One line, not blank: no control characters and no bidirectional ones.",
});

/**
 * A text of `min` to `max` code points. Keeps line breaks and everything else but NUL and lone surrogates, which are
 * refused.
 */
export const longText = (max: number, min = 1) => bounded(max, min).meta(asLong(max, min));

/** One line of 1 to `max` code points without line breaks, control characters or bidi overrides. */
export const oneLine = (max: number) =>
  bounded(max, 1)
    .refine((value) => !LINE_BREAK_OR_CONTROL.test(value), "must be one line without control characters")
    .refine((value) => !BIDI_OVERRIDE.test(value), "must not contain bidirectional control characters")
    .meta(asLine(max));

const EMAIL_MAX = 160;

/** An email address in any script, of at most 160 characters (spec.md section 8). */
export const emailAddress = oneLine(EMAIL_MAX)
  .refine(isEmailAddress, "must be an email address")
  .meta({ ...asLine(EMAIL_MAX), format: "email" });
