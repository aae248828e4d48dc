import type { Exported, ExportedConversation, ExportedVisitor } from "./queries.ts";

const COLUMNS = [
  "visitorId",
  "visitorExternalId",
  "visitorName",
  "visitorEmail",
  "visitorVerified",
  "conversationId",
  "conversationStatus",
  "pageUrl",
  "conversationCreatedAt",
  "messageId",
  "seq",
  "senderType",
  "senderId",
  "createdAt",
  "body",
  "labels",
  "browser",
  "system",
  "language",
  "timeZone",
  "pages",
];
const MESSAGE_CELLS = 6;

/** Yields an export as a table: a line for each message, and one for a visitor without messages. */
export async function* csvFile(batches: AsyncIterable<Exported[]>): AsyncGenerator<string> {
  let visitor: ExportedVisitor | undefined;
  let conversation: ExportedConversation | undefined;
  let hasLine = true;
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  for await (const batch of batches) {
    let text = "";
    for (const { kind, row } of batch) {
      if (kind === "message") {
        const { id, seq, senderType, senderId, createdAt, body } = row;
        text += lineOf(visitor, conversation, [id, seq, senderType, senderId, createdAt.toISOString(), body]);
        hasLine = true;
      } else if (kind === "conversation") conversation = row;
      else {
        if (!hasLine) text += lineOf(visitor, undefined, []);
        visitor = row;
        conversation = undefined;
        hasLine = false;
      }
    }
    if (text !== "") yield text;
  }
  if (!hasLine) yield lineOf(visitor, undefined, []);
}

function lineOf(
  visitor: ExportedVisitor | undefined,
  conversation: ExportedConversation | undefined,
  message: (string | number)[],
): string {
  const cells = [
    visitor?.id ?? "",
    visitor?.externalId ?? "",
    visitor?.name ?? "",
    visitor?.email ?? "",
    String(visitor?.verified ?? ""),
    conversation?.id ?? "",
    conversation?.status ?? "",
    conversation?.pageUrl ?? "",
    conversation?.createdAt.toISOString() ?? "",
    ...message,
    ...Array.from({ length: MESSAGE_CELLS - message.length }, () => ""),
    conversation?.labels.join("; ") ?? "",
    conversation?.browser ?? "",
    conversation?.system ?? "",
    conversation?.language ?? "",
    conversation?.timeZone ?? "",
    conversation?.pages?.map(({ url }) => url).join(" ") ?? "",
  ];
  return csvLine(cells);
}

/*
 * Where a cell could become a formula: at its start and, since Excel in many languages splits at semicolons whatever
 * the quotes say, after a semicolon, a tab and a line break. Spreadsheets also know the signs' full-width and small
 * forms, and skip quotes, spaces and invisible characters before them.
 */
const SIGNS = "=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B";
const SKIPPED = String.raw`[["\s\p{Cf}\p{DI}]--[\t\r\n]]*`;
const AT_START = new RegExp(`^(?='*${SKIPPED}[${SIGNS}\\t\\r\\n])`, "v");
const INSIDE = new RegExp(`(?<=[;\\t\\r\\n])(?='*${SKIPPED}[${SIGNS}])`, "gv");
const NEEDS_QUOTES = /[",\r\n]/;

/** Without it, Excel misreads a UTF-8 file. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A line of CSV (RFC 4180). A spreadsheet could run a cell or a part of one: an apostrophe before it makes it text. */
export const csvLine = (cells: (string | number)[]) => `${cells.map((cell) => cellOf(String(cell))).join(",")}\r\n`;

function cellOf(text: string): string {
  const safe = text.replace(AT_START, "'").replace(INSIDE, "'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
