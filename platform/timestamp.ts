import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC with milliseconds (contract.md section 1). */
export const dateTime = z.iso.datetime({ precision: 3 });
