/** What applies to all routes. Plain Markdown: the reference page renders headings, paragraphs, lists and code. */
export const introduction = (): string =>
  `Requests and responses are JSON, over plain HTTP. Ids are UUIDs that begin with their creation time. Timestamps are ISO 8601 in UTC with milliseconds. Lengths count Unicode code points. Text is stored exactly as it was sent. Fields and query parameters that a route doesn't know are ignored. If a key occurs twice in a body, the last one counts.

## Authentication

Routes for owners take a user token, \`Authorization: Bearer TOKEN\`. Log in to get one:

\`\`\`
curl -s $BASE/auth/login -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.com","password":"correct horse battery"}'
\`\`\`

A program uses an API key in the same place. An owner creates it on the account page. It's shown once, lasts until it's revoked, and has a scope: \`read\` for everything that changes nothing, \`write\` for the inbox and the settings of sites too, and \`manage\` also for exports, identity secrets, webhooks and deleting. Changing the account, its sessions and its keys needs a session; any key can read the account (\`GET /account\`). Past its scope, a key gets 403 \`insufficient_scope\`.

Routes under \`/public\` take a widget token in the same header. \`POST /public/widget-session\` issues one to anyone who names a site's public key. Tokens of one kind aren't accepted as the other.

## Sending a message once

Every route that creates a message accepts an \`Idempotency-Key\` of 1 to 255 visible ASCII characters. A request with the same key again stores nothing and gets the first response again, with \`Idempotent-Replayed: true\`. The same key with another text, or for another conversation, is a 409. So retry with the same key until there's a response, and the message arrives exactly once.

## Lists and pages

Lists of conversations return \`nextCursor\` while there are more. Send it as \`cursor\` with the same filters. It's opaque, and stays valid while conversations move. Messages are numbered 1, 2, 3 … in their conversation by \`seq\`, without gaps. \`after\` and \`before\` take a \`seq\`, and \`hasMore\` says whether there are more in that direction.

## Event streams

\`GET /events\` and \`GET /public/events\` are server-sent events in a response that stays open.

\`\`\`
curl -N $BASE/events -H "Authorization: Bearer $TOKEN"
\`\`\`

A stream begins with \`ready\` and carries changes only. After \`ready\`, after \`resync\` and when a \`seq\` is skipped, fetch what you missed with \`after\`. There's a comment every 20 seconds, which some clients report as an event without data: ignore those. A stream ends with its token, its session or its site; reconnect then. The id of a message's event is \`<conversationId>:<seq>\`.

## Limits

A body can have 64 KiB. Past a rate limit, the response is 429 with \`Retry-After\` (seconds), \`RateLimit\` and \`RateLimit-Policy\`. 503 means that the database is down or too slow, and has \`Retry-After\` too. Both requests can be repeated as they are.

## Errors

An error is \`application/problem+json\` (RFC 9457). \`code\` is stable, and programs switch on it. \`title\` and \`detail\` are for people and can change. \`requestId\` is in the service's log. What belongs to someone else is \`not_found\`, like what doesn't exist. What you can see but your role doesn't allow is \`not_permitted\`. Besides the errors a route lists, any route can return \`method_not_allowed\` (405, with \`Allow\`), \`request_timeout\` (408) and \`headers_too_large\` (431).

## Versions

There is one version of this API, and it only grows: new routes, optional request fields, response fields, events and codes can come at any time, so ignore what you don't know. Nothing is removed or changes its meaning without notice in the changelog and \`Deprecation\` and \`Sunset\` headers for at least six months.
`;
