/** The headers of every API response: it's never cached, and a browser shows it as plain text. */
export const apiHeaders = (requestId: string): Headers =>
  new Headers({
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
