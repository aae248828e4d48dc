import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "#platform/storage/s3-client.ts";
import { signRequest } from "#platform/storage/s3-signature.ts";

const PAGE = 3;

/** A small S3 server with one bucket. It checks each request's signature and the hash of its body, and can fail as told. */
export async function startS3() {
  const objects = new Map<string, { content: Buffer; storedAt: Date }>();
  /** The uploads in parts that aren't complete. */
  const uploads = new Map<string, { name: string; begunAt: Date; parts: Map<number, Buffer> }>();
  /** Each responds instead of the server to one request; null lets the server respond. */
  const faults: (((request: IncomingMessage, response: ServerResponse) => void) | null)[] = [];
  let requests = 0;
  let isDamaging = false;
  let toLose = 0;
  let losesResponse = (_request: IncomingMessage) => false;
  let untilHeld = Number.POSITIVE_INFINITY;
  const server = createServer((request, response) => {
    requests++;
    const fault = faults.shift();
    if (fault) return fault(request, response);
    untilHeld--;
    if (untilHeld < 0) return;
    const isLost = losesResponse(request);
    if (isLost) losesResponse = () => false;
    if (isLost || toLose > 0) {
      if (!isLost) toLose--;
      response.writeHead = () => response.destroy();
      response.end = () => response.destroy();
    }
    void respond(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "inbox",
    region: "eu-central-1",
    keyId: "key",
    secret: "secret",
  };

  /** What tells a service to keep its files here. */
  const environment = {
    FILES_S3_ENDPOINT: settings.endpoint,
    FILES_S3_BUCKET: settings.bucket,
    FILES_S3_REGION: settings.region,
    FILES_S3_KEY_ID: settings.keyId,
    FILES_S3_SECRET: settings.secret,
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "", settings.endpoint);
    const content = await buffer(request);
    const refuse = (status: number, code: string) =>
      response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    const bodyHash = String(headers["x-amz-content-sha256"]);
    const [, names = ""] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "") ?? [];
    const own = ["host", "x-amz-content-sha256", "x-amz-date"];
    const signed = names.split(";").filter((name) => !own.includes(name));
    const time = String(headers["x-amz-date"]).replace(/(....)(..)(..)T(..)(..)(..)Z/, "$1-$2-$3T$4:$5:$6Z");
    const expected = signRequest(
      {
        method,
        url,
        headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
        bodyHash,
        now: new Date(time),
      },
      settings,
    );
    if (headers.authorization !== expected.authorization) return void refuse(403, "SignatureDoesNotMatch");
    if (createHash("sha256").update(content).digest("hex") !== bodyHash)
      return void refuse(400, "XAmzContentSHA256Mismatch");
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== settings.bucket) return void refuse(404, "NoSuchBucket");
    const name = rest.join("/");
    if (url.searchParams.has("uploads") || url.searchParams.has("uploadId"))
      return takePart({ method, name, content, query: url.searchParams }, response, refuse);
    if (name === "") return void response.end(listOf(url.searchParams));
    if (method === "PUT") {
      objects.set(name, { content, storedAt: new Date() });
      return void response.end();
    }
    if (method === "DELETE") {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const found = objects.get(name);
    if (!found) return void refuse(404, "NoSuchKey");
    const modified = { "last-modified": found.storedAt.toUTCString() };
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? "") ?? [];
    if (start !== undefined) {
      const part = found.content.subarray(Number(start), Number(end) + 1);
      const range = `bytes ${start}-${end}/${found.content.length}`;
      response.writeHead(206, { ...modified, "content-length": part.length, "content-range": range }).end(part);
      return;
    }
    response.writeHead(200, { ...modified, "content-length": found.content.length });
    response.end(method === "HEAD" ? undefined : isDamaging ? Buffer.alloc(found.content.length) : found.content);
  }

  type PartRequest = { method: string; name: string; content: Buffer; query: URLSearchParams };

  function takePart(
    { method, name, content, query }: PartRequest,
    response: ServerResponse,
    refuse: (status: number, code: string) => void,
  ): void {
    const id = query.get("uploadId") ?? "";
    const upload = uploads.get(id);
    if (method === "GET") {
      const entries = [...uploads].map(
        ([of, { name: key, begunAt }]) =>
          `<Upload><Key>${key}</Key><UploadId>${of}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
      );
      return void response.end(`<ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`);
    }
    if (query.has("uploads")) {
      const made = `upload-${uploads.size + requests}`;
      uploads.set(made, { name, begunAt: new Date(), parts: new Map() });
      return void response.end(
        `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    if (upload?.name !== name) return void refuse(404, "NoSuchUpload");
    if (method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), content);
      return void response.writeHead(200, { etag: `"${createHash("md5").update(content).digest("hex")}"` }).end();
    }
    uploads.delete(id);
    if (method === "DELETE") return void response.writeHead(204).end();
    const named = [...content.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const parts = named.map(([, number]) => upload.parts.get(Number(number)) ?? Buffer.alloc(0));
    objects.set(name, { content: Buffer.concat(parts), storedAt: new Date() });
    response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
  }

  function listOf(query: URLSearchParams): string {
    const names = [...objects.keys()].filter((name) => name.startsWith(query.get("prefix") ?? ""));
    const from = Number((query.get("continuation-token") ?? "&0").slice(1));
    const entries = names.slice(from, from + PAGE).map((name) => {
      const { content, storedAt } = objects.get(name) ?? { content: "", storedAt: new Date(0) };
      return `<Contents><Key>${name}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
    });
    const next = from + PAGE < names.length ? `<NextContinuationToken>&amp;${from + PAGE}</NextContinuationToken>` : "";
    return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${next}</ListBucketResult>`;
  }

  return {
    settings,
    environment,
    objects,
    uploads,
    faults,
    requests: () => requests,
    /** Does what the next few requests want, and disconnects without a response. */
    loseResponses(count: number) {
      toLose = count;
    },
    /** The same for the first request that this is true of. */
    loseResponseTo(isMeant: (request: IncomingMessage) => boolean) {
      losesResponse = isMeant;
    },
    /** Responds to so many requests, and to no other until `release`. */
    holdAfter(count: number) {
      untilHeld = count;
    },
    release() {
      untilHeld = Number.POSITIVE_INFINITY;
    },
    /** Makes the server return zeros in place of what it has. */
    set isDamaging(value: boolean) {
      isDamaging = value;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
