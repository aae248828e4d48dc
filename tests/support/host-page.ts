import { createServer } from "node:http";
import { testEnvironment } from "./environment.ts";

export type HostPage = {
  /** What the page's policy allows; none without. */
  csp?: string;
  headers?: Record<string, string>;
  /** Written as it is in place of `<!doctype html>`. */
  doctype?: string;
  head?: string;
  body?: string;
  htmlAttributes?: string;
  /** How long the network takes. */
  latencyMs?: number;
};

/** A foreign website, with pages the tests write. */
export type HostSite = {
  /** Another site than the service's, where the widget's frame has no storage, as in a private window. */
  origin: string;
  /** Another origin of the same site, where it has some. */
  neighbor: string;
  close: () => Promise<void>;
};

export function widgetTag(
  publicKey: string,
  attributes = "",
  { baseUrl }: { baseUrl: string } = testEnvironment,
): string {
  return `<script src="${baseUrl}/widget.js?site=${publicKey}" async ${attributes}></script>`;
}

/** What a page says before the tag, so that it can call `SiteInbox` before the script has come. */
export const STUB =
  "<script>window.SiteInbox = window.SiteInbox || function(){(SiteInbox.q = SiteInbox.q || []).push(arguments)}</script>";

/** Serves pages by path. The service under test is on localhost, so a bare address is another site. */
export async function startHostSite(pages: Record<string, HostPage>): Promise<HostSite> {
  const server = createServer((request, response) => {
    const page = pages[new URL(request.url ?? "/", "http://host").pathname];
    if (!page) {
      response.writeHead(request.url === "/favicon.ico" ? 204 : 404).end();
      return;
    }
    const headers = {
      "Content-Type": "text/html; charset=utf-8",
      ...(page.csp && { "Content-Security-Policy": page.csp }),
      ...page.headers,
    };
    setTimeout(() => response.writeHead(200, headers).end(html(page)), page.latencyMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the host site has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    neighbor: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function html({ doctype = "<!doctype html>", htmlAttributes = 'lang="en"', head = "", body }: HostPage): string {
  return `${doctype}<html ${htmlAttributes}><head><title>A shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>
<body>${body ?? "<h1>A shop</h1><p>Tables and <a href='#chairs'>chairs</a>.</p>"}</body></html>`;
}
