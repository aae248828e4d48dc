/** What every answer of the API carries: it is stored by nobody, and opened in a browser it is nothing but text. */
export const apiHeaders = (requestId: string): Headers =>
  new Headers({
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Request-Id": requestId,
  });
