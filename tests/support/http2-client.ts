import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { TcpNetConnectOpts } from "node:net";
import { type ConnectionOptions, connect as connectTls } from "node:tls";

export type Http2Response = { status: number; headers: Record<string, unknown>; text: string };
type Ask = { token?: string; body?: object; headers?: Record<string, string> };

/** Asks over HTTP/2 as a browser does, from an address of one's own, on one connection. */
export async function http2Client(port: number, from: string) {
  const reach: ConnectionOptions & Pick<TcpNetConnectOpts, "localAddress"> = {
    host: "127.0.0.1",
    port,
    localAddress: from,
    servername: "localhost",
    ALPNProtocols: ["h2"],
    // The certificate is made for this test.
    rejectUnauthorized: false,
  };
  const socket = connectTls(reach);
  await once(socket, "secureConnect");
  const session = connect(`https://localhost:${port}`, { createConnection: () => socket });
  return {
    ask: (method: string, path: string, how: Ask = {}) => readResponse(open(session, method, path, how)),
    /** What a stream of events says, as text, while it comes. */
    follow: (path: string, how: Ask) => open(session, "GET", path, how).setEncoding("utf8"),
    [Symbol.asyncDispose]: async () => session.destroy(),
  };
}

function open(session: ClientHttp2Session, method: string, path: string, { token, body, headers }: Ask) {
  const stream = session.request({
    ":method": method,
    ":path": path,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
    ...headers,
  });
  stream.end(body && JSON.stringify(body));
  return stream;
}

async function readResponse(stream: ClientHttp2Stream): Promise<Http2Response> {
  const [headers] = await once(stream, "response");
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) text += chunk;
  return { status: headers[":status"], headers, text };
}
