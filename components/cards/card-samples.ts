/** What a site's server gets, and what it may respond with, to copy. */
export const CARD_REQUEST = `{
  "siteId": "0193…",
  "visitorId": "0193…",
  "externalId": "customer-1042",
  "verified": true,
  "email": "ada@example.com",
  "emailConfirmed": true,
  "attributes": [
    {
      "name": "plan",
      "kind": "string",
      "value": "pro",
      "source": "server",
      "updatedAt": "2026-12-01T08:00:00.000Z"
    }
  ]
}`;

export const CARD_RESPONSE = `{
  "lines": [
    { "label": "Plan", "value": "Pro, 12 seats" },
    {
      "label": "Last order",
      "value": "A-1041",
      "url": "https://shop.example.com/admin/orders/1041"
    }
  ],
  "ttl": 300
}`;
