import type { IncomingMessage } from "node:http";
import { AppError } from "#platform/errors.ts";
import { UNREADABLE } from "./send-problem.ts";

/** How many header fields a request may have. Node drops those beyond its own limit without a word. */
export const HEADERS_MAX = 200;

const TOO_MANY = new AppError("headers_too_large", {
  detail: `A request may have at most ${HEADERS_MAX} header fields.`,
});

/** What is wrong with a request's header fields taken together (RFC 9112, section 3.2, of Host), if anything. */
export function headerProblem({ rawHeaders, httpVersion }: IncomingMessage): AppError | undefined {
  if (rawHeaders.length > 2 * HEADERS_MAX) return TOO_MANY;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  }
  const isRight = hosts === 1 || (hosts === 0 && httpVersion === "1.0");
  return isRight ? undefined : UNREADABLE;
}
