import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { newOwner, newOwnerWithSite, openWidget } from "../support/factories.ts";

const ID = "018f0000-0000-7000-8000-000000000000";
const PUBLIC = [
  ["/public/widget-session", "POST"],
  ["/public/conversations", "POST"],
  [`/public/conversations/${ID}/messages`, "POST"],
  [`/public/conversations/${ID}/messages/${ID}`, "DELETE"],
  [`/public/conversations/${ID}/read`, "POST"],
  [`/public/conversations/${ID}/typing`, "POST"],
  [`/public/conversations/${ID}/rating`, "PUT"],
  [`/public/conversations/${ID}/answers`, "PUT"],
  ["/public/visitor/attributes", "PUT"],
  [`/public/conversations/${ID}/transcript`, "GET"],
  [`/public/conversations/${ID}/transcript`, "POST"],
] as const;
const OWNERS = ["/sites", `/sites/${ID}`, "/conversations", `/conversations/${ID}/messages`, "/account", "/auth/login"];

const corsHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

for (const [path, allowedMethod] of PUBLIC) {
  for (const origin of ["https://shop.example", "null", "https://evil.example"]) {
    test(`${allowedMethod} ${path} accepts a preflight from ${origin}, because any page may embed the widget (F14)`, async () => {
      const { status, headers } = await send("OPTIONS", path, {
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": allowedMethod,
          "Access-Control-Request-Headers": "authorization,content-type",
        },
      });
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-methods")?.split(", ")).toContain(allowedMethod);
      const allowed = headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
      expect(allowed).toEqual(["authorization", "content-type", "idempotency-key", "file-name"]);
      expect(headers.has("access-control-allow-credentials")).toBe(false);
    });
  }

  test(`${allowedMethod} ${path} lets a page read errors too, and never with credentials`, async () => {
    const headers = { Origin: "https://shop.example", "Content-Type": "text/plain" };
    for (const method of ["POST", "PUT"]) {
      const response = await send(method, path, { headers, raw: "x" });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      const exposed = response.headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(expect.arrayContaining(["X-Request-Id", "Retry-After", "Idempotent-Replayed"]));
      expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });
}

test("a page of any origin may read the responses to its visitor", async () => {
  const { site } = await newOwnerWithSite();
  const { token } = await openWidget(site);
  const response = await send("GET", "/public/conversations", { token, headers: { Origin: "https://shop.example" } });
  expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
});

for (const path of OWNERS) {
  test(`${path} sends no CORS headers, so no foreign page can read an owner's data`, async () => {
    const { token } = await newOwner();
    const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "GET" };
    for (const method of ["OPTIONS", "GET"]) {
      expect(corsHeaders((await send(method, path, { token, headers })).headers), method).toEqual([]);
    }
  });
}
