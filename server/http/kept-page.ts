import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { acceptsEncoding, ENCODINGS } from "#platform/http/encodings.ts";
import { newNonce, pagePolicy } from "./security-headers.ts";

// Compressing it takes as long as some pages take to render, so requests of this long share a nonce.
const SHARED_MS = 10_000;
const PLACE_OF_NONCE = "PlaceOfTheNonce0123456789";

type Made = { nonce: string; until: number; html: Buffer<ArrayBuffer>; encoded: Map<string, Promise<Buffer>> };

/** Whether a path is the API reference's. */
export const isReference = (path: string[]): boolean => path.length === 1 && path[0] === "docs";

type Source = { path: string; status: number };

/** A page that's the same for everyone, such as the API reference: rendered once, and given a nonce afterwards. */
export class KeptPage {
  readonly #render: RequestListener;
  readonly #source: Source;
  #rendered: Promise<string[]> | undefined;
  #made: Made | undefined;

  constructor(render: RequestListener, source: Source) {
    this.#render = render;
    this.#source = source;
  }

  /** Responds with the page. `setHeaders` sets those of a page with this nonce. */
  async send(request: IncomingMessage, response: ServerResponse, setHeaders: (nonce: string) => void): Promise<void> {
    response.statusCode = this.#source.status;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Cache-Control", "private, no-cache, no-store, max-age=0, must-revalidate");
    response.setHeader("Vary", "Accept-Encoding");
    const accepted = String(request.headers["accept-encoding"] ?? "");
    const encoding = ENCODINGS.find((one) => acceptsEncoding(accepted, one));
    if (encoding) response.setHeader("Content-Encoding", encoding.name);
    if (request.method === "HEAD") {
      setHeaders(newNonce());
      response.end();
      return;
    }
    const made = await this.#make();
    let body: Promise<Buffer> | undefined = made.encoded.get(encoding?.name ?? "");
    body ??= encoding ? encoding.compress(made.html, "usual") : Promise.resolve(made.html);
    made.encoded.set(encoding?.name ?? "", body);
    const sent = await body;
    setHeaders(made.nonce);
    response.setHeader("Content-Length", sent.length);
    response.end(sent);
  }

  async #make(): Promise<Made> {
    this.#rendered ??= renderOnce(this.#render, this.#source);
    this.#rendered.catch(() => {
      this.#rendered = undefined;
    });
    const pieces = await this.#rendered;
    if (!this.#made || this.#made.until < Date.now()) {
      const nonce = newNonce();
      this.#made = { nonce, until: Date.now() + SHARED_MS, html: Buffer.from(pieces.join(nonce)), encoded: new Map() };
    }
    return this.#made;
  }
}

/** Renders the page in a server of its own, and returns its parts between the places of the nonce. */
async function renderOnce(render: RequestListener, { path, status }: Source): Promise<string[]> {
  const server = createServer((request, response) => {
    request.headers["content-security-policy"] = pagePolicy(PLACE_OF_NONCE, false);
    render(request, response);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": "identity" } });
    const html = await response.text();
    if (response.status !== status) throw new Error(`${path} was rendered with the status ${response.status}`);
    return html.split(PLACE_OF_NONCE);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
