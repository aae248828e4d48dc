import { receivePost } from "#lib/notify/mail-in/receive-post.ts";
import { ReceiveMailResponse } from "#lib/notify/mail-in/schema.ts";
import { upload } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: upload({
    caller: "anyone",
    isUnnamed: true,
    summary: "Receive an email",
    description:
      "For your mail server or worker: the body is the email as it came (RFC 5322). `Mail-From` and `Mail-To` are its envelope, `Mail-Client-Ip` who handed it over (optional), `Mail-Sha256` the body's SHA-256, and `Inbound-Timestamp` the time in seconds. `Inbound-Signature` is `v1=` and the HMAC-SHA256 of timestamp, from, to, IP address and hash, a line each, with `INBOUND_SECRET` as the key. It's checked before the body is read. Repeat a request that got no 201: an email is stored once.",
    errors: ["unauthenticated", "conflict", "payload_too_large", "request_timeout", "quota_exceeded"],
    response: ReceiveMailResponse,
    status: 201,
    handler: async ({ request, file, clientAddress }) => {
      const { id, repeated } = await receivePost(request.headers, file, clientAddress);
      return { mail: { id, repeated } };
    },
  }),
});
