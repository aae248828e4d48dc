import { recordReceipt } from "#lib/notify/devices/receipts.system.ts";
import { ReceiptBody } from "#lib/notify/devices/schema.ts";
import { endpoint } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    caller: "anyone",
    summary: "Report that a push message was shown or clicked",
    description:
      "The dashboard's service worker sends this, with the receipt from the message's `data`. The response is the same for an unknown receipt.",
    body: ReceiptBody,
    handler: ({ body }) => recordReceipt(body),
  }),
});
