import { toAnswersJson } from "../../desk/answers/json.ts";
import { toAttributesJson } from "../../desk/attributes/json.ts";
import { KINDS } from "../../desk/messages/kinds.ts";
import type { MessageMail } from "../../desk/messages/mail-statements.ts";
import { MAIL_TEXTS } from "../../desk/messages/schema.ts";
import type { FileRow } from "../../files/files/statements.ts";
import type { Export, Exported, ExportedConversation, ExportedVisitor } from "./queries.ts";

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
  "files",
  "greeting",
];
const MESSAGE_CELLS = 6;
/** After the notes', so that the columns before keep their places. */
const AUTOMATIC_COLUMN = "automatic";
const NOTE_COLUMNS = ["noteId", "noteSeq", "noteAuthorId", "noteCreatedAt", "note"];
// Last, so that earlier columns stay where they were.
const RATING_COLUMNS = ["ratings", "ratingComments", "ratedVia"];
const ANSWER_COLUMNS = ["visitorPhone", "answers"];
const ATTRIBUTE_COLUMNS = ["serverAttributes", "pageAttributes"];
const MAIL_COLUMNS = ["emailFrom", "emailSubject", "emailRest", "emailQuoted", "emailSignature"];
const DELETED_COLUMN = "deletedAt";
const PERSON_COLUMNS = ["visitorMergedInto", "visitorAbout"];

type ReadExport = Pick<Export, "hasNotes"> & { batches: AsyncIterable<Exported[]> };

/**
 * Yields an export as a table: a line for each message and note, and one for a visitor without either. Lines of notes have no
 * message. Only the export of a site has the columns of notes. Files are listed by name, or by their paths in an archive.
 */
export async function* csvFile(
  { batches, hasNotes }: ReadExport,
  fileText: (file: FileRow) => string = ({ name }) => name,
): AsyncGenerator<string> {
  let visitor: ExportedVisitor | undefined;
  let conversation: ExportedConversation | undefined;
  let hasLine = true;
  const lineOf = (message: Cells, { note = [], files = "", automatic = "", mail = [], deleted = "" }: More = {}) =>
    csvLine([
      ...cellsOf(visitor, conversation, message),
      files,
      conversation?.greeting ?? "",
      ...(hasNotes ? padded(note, NOTE_COLUMNS.length) : []),
      automatic,
      ...ratingCells(conversation),
      visitor?.phone ?? "",
      toAnswersJson(conversation?.answers ?? [])
        .map(({ label, value }) => `${label}: ${value}`)
        .join("\n"),
      ...padded(mail, MAIL_COLUMNS.length),
      deleted,
      visitor?.mergedInto ?? "",
      visitor?.about ?? "",
      ...attributeCells(visitor),
    ]);
  const last = [
    AUTOMATIC_COLUMN,
    ...RATING_COLUMNS,
    ...ANSWER_COLUMNS,
    ...MAIL_COLUMNS,
    DELETED_COLUMN,
    ...PERSON_COLUMNS,
    ...ATTRIBUTE_COLUMNS,
  ];
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS, ...(hasNotes ? NOTE_COLUMNS : []), ...last]);
  for await (const batch of batches) {
    let text = "";
    for (const { kind, row } of batch) {
      if (kind === "message") {
        const { id, seq, senderType, senderId, createdAt, body, files, mail, deletedAt } = row;
        text += lineOf([id, seq, KINDS[senderType].side, senderId, createdAt.toISOString(), body], {
          files: files.map(fileText).join("\n"),
          automatic: String(senderType === "automatic"),
          ...(mail && { mail: mailCells(mail) }),
          ...(deletedAt && { deleted: deletedAt.toISOString() }),
        });
        hasLine = true;
      } else if (kind === "conversation") {
        conversation = row;
        for (const { id, seq, authorId, at, body } of row.notes ?? []) {
          text += lineOf([], { note: [id, seq, authorId, new Date(at).toISOString(), body] });
          hasLine = true;
        }
      } else {
        if (!hasLine) text += lineOf([]);
        visitor = row;
        conversation = undefined;
        hasLine = false;
      }
    }
    if (text !== "") yield text;
  }
  if (!hasLine) yield lineOf([]);
}

type Cells = (string | number)[];
type More = { note?: Cells; files?: string; automatic?: string; mail?: Cells; deleted?: string };

const padded = (cells: Cells, length: number): Cells => [
  ...cells,
  ...Array.from({ length: length - cells.length }, () => ""),
];

const CUT = " […]";

const mailCells = ({ from, subject, cut, ...texts }: MessageMail): Cells => [
  from ?? "",
  subject ?? "",
  ...MAIL_TEXTS.map((name) => `${texts[name] ?? ""}${cut.includes(name) ? CUT : ""}`),
];

const attributeCells = (visitor: ExportedVisitor | undefined): Cells => {
  const attributes = toAttributesJson(visitor?.attributes ?? null);
  return (["server", "page"] as const).map((wanted) =>
    attributes.flatMap(({ source, name, value }) => (source === wanted ? `${name}: ${value}` : [])).join("\n"),
  );
};

const ratingCells = (conversation: ExportedConversation | undefined): Cells => [
  (conversation?.ratings ?? []).map(({ score }) => score).join("; "),
  (conversation?.ratings ?? []).flatMap(({ comment = [] }) => comment).join("\n"),
  (conversation?.ratings ?? []).map(({ via }) => via).join("; "),
];

function cellsOf(
  visitor: ExportedVisitor | undefined,
  conversation: ExportedConversation | undefined,
  message: Cells,
): Cells {
  return [
    visitor?.id ?? "",
    visitor?.externalId ?? "",
    visitor?.name ?? "",
    visitor?.email ?? "",
    String(visitor?.verified ?? ""),
    conversation?.id ?? "",
    conversation?.status ?? "",
    conversation?.pageUrl ?? "",
    conversation?.createdAt.toISOString() ?? "",
    ...padded(message, MESSAGE_CELLS),
    conversation?.labels.join("; ") ?? "",
    conversation?.browser ?? "",
    conversation?.system ?? "",
    conversation?.language ?? "",
    conversation?.timeZone ?? "",
    conversation?.pages?.map(({ url }) => url).join(" ") ?? "",
  ];
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
