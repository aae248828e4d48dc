import { z } from "zod";

/** A UUID in a path or a body, in lower case as the database returns it. */
export const uuid = z.uuid("must be a UUID").toLowerCase();
