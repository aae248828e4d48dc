/** What holds for all routes. Markdown of the plainest kind: the reference page draws headings, paragraphs, lists and code. */
export const introduction = (): string =>
  `JSON in, JSON out, over plain HTTP. Ids are UUIDs, moments are ISO 8601 in UTC with milliseconds, lengths count Unicode code points. Text is kept exactly as it was sent. Fields and query parameters that a route does not know are ignored; of a key given twice in a body the last one counts. Ids begin with the time that a thing was made.

## Authentication

Routes for owners take a user token, \`Authorization: Bearer TOKEN\`. Log in to get one:

\`\`\`
curl -s $BASE/auth/login -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse battery"}'
\`\`\`

A program that runs by itself takes an API key in the same place. An owner makes one on the account's page; it is shown once, lasts until it is revoked, and has a scope: \`read\` for what changes nothing, \`write\` for the inbox and the settings of sites too, \`manage\` also for exports, identity secrets, webhooks and what deletes. What changes the account, and its sessions and keys, needs a session; whose it is any key may ask (\`GET /account\`). What a key's scope does not hold is answered 403 \`insufficient_scope\`.

Routes under \`/public\` take a widget token in the same header, which \`POST /public/widget-session\` gives to anybody who names a site's public key. A token of one kind opens nothing of the other.

## Sending a message once

Every route that makes a message takes an \`Idempotency-Key\` of 1 to 255 visible ASCII characters. Sent again with the same key, a request stores nothing more and is answered as the first time, with \`Idempotent-Replayed: true\`. The same key with another text, or for another conversation, is a 409. So retry with the same key until there is an answer, and the message arrives once.

## Lists and pages

Lists of conversations answer \`nextCursor\` while there are more; send it as \`cursor\` with the same filters. It is opaque, and holds while conversations move. Messages are numbered 1, 2, 3 … in their conversation by \`seq\`, without gaps: \`after\` and \`before\` take a \`seq\`, and \`hasMore\` says whether there are more in that direction.

## Event streams

\`GET /events\` and \`GET /public/events\` are server-sent events over an answer that stays open.

\`\`\`
curl -N $BASE/events -H "Authorization: Bearer $TOKEN"
\`\`\`

A stream begins with \`ready\` and carries changes only. After \`ready\`, after \`resync\` and when a \`seq\` is skipped, fetch what you miss with \`after\`. A comment comes every 20 seconds. A stream ends with its token, its session or its site; come back then. A message's event has the id \`<conversationId>:<seq>\`.

## Limits

A body may have 64 KiB. What is asked too often is answered 429 with \`Retry-After\` (seconds), \`RateLimit\` and \`RateLimit-Policy\`. 503 means that the database is away or too slow, and has \`Retry-After\` too; both may be repeated as they are.

## Errors

A failure is \`application/problem+json\` (RFC 9457). \`code\` is stable and what a program goes by; \`title\` and \`detail\` are for people and may change. \`requestId\` is in the service's log. What belongs to somebody else is \`not_found\`, like what nobody has. Besides those that a route names, any may answer \`method_not_allowed\` (405, with \`Allow\`), \`request_timeout\` (408) and \`headers_too_large\` (431).

## Versions

There is one version of this API, and it only grows: new routes, new optional fields in requests, new fields in answers, new events and new codes may come at any time, so ignore what you do not know. Nothing is taken away or changes its meaning without notice in the changelog and \`Deprecation\` and \`Sunset\` headers for at least six months.
`;
