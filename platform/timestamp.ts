import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC with milliseconds (contract.md section 1). */
export const dateTime = z.iso.datetime({ precision: 3 });

const DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));

/** Writes a moment as `dateTime`, in a third of the time `toISOString` takes, which a list pays 200 times. */
export function isoTime(moment: Date): string {
  const year = moment.getUTCFullYear();
  if (!(year >= 1000 && year <= 9999)) return moment.toISOString();
  const day = `${year}-${DIGITS[moment.getUTCMonth() + 1]}-${DIGITS[moment.getUTCDate()]}`;
  const time = `${DIGITS[moment.getUTCHours()]}:${DIGITS[moment.getUTCMinutes()]}:${DIGITS[moment.getUTCSeconds()]}`;
  return `${day}T${time}.${String(moment.getUTCMilliseconds()).padStart(3, "0")}Z`;
}

/** Reads a valid ISO 8601 time. V8 misreads fractions of more than nine digits that begin with 0, so they're cut to milliseconds. */
export const readTime = (text: string): Date => new Date(text.replace(/(\.\d{3})\d+/, "$1"));
