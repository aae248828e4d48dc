import { createHash } from "node:crypto";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import pg from "pg";
import type { Recorded } from "./recorded-statements.ts";

/*
 * Records what PostgreSQL says about the rows of each statement that the service sends, with the place in the code that
 * sends it. A process that imports this file before the product records; tests/statement-rows.test.ts reads.
 */

/** A column as PostgreSQL describes it. `table` and `column` are numbers of its catalog, 0 for what's computed. */
export type RecordedColumn = { name: string; type: number; table: number; column: number; hadNull: boolean };

type RecordedRows = {
  /** Where the statement was sent from; undefined in the tests' own processes, where its text is known instead. */
  place?: string;
  text?: string;
  /** The hash of the text, if the statement is prepared. */
  prepared?: string;
  columns: RecordedColumn[];
};

/** Where the processes of a run write what they record. */
export const RECORDED_ROWS = "test-results/recorded-rows";
const PROJECT = new URL("../../", import.meta.url).href;

/** The names of the functions that send a statement, in a call. The driver's own are given a string. */
const CALL = /(?<![.\w]|function )(?:tx\.|client\.)?query(?:Prepared)?(?=<|\((?!["'`]))/g;
// Longer than the path of any file.
const PLACE_MAX = 300;
const PLACE = /\n\/\* at (\S+) \*\/$/;

type Send = (statement: { text: string; values: unknown[] }) => Promise<object[]>;

/** Starts to record in this process. */
export function recordRows(): void {
  mkdirSync(RECORDED_ROWS, { recursive: true });
  // Appends to each statement where it's sent from, as a comment.
  Object.assign(globalThis, {
    sentFrom: (place: string, send: Send): Send => {
      return ({ text, values }) => send({ text: `${text}\n/* at ${place} */`, values });
    },
  });
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith(PROJECT) || !loaded.source) return loaded;
      const path = url.slice(PROJECT.length);
      if (!/^(?:lib|gate|platform)\/(?!database\/).+\.ts$/.test(path)) return loaded;
      const source = loaded.source.toString();
      if (!/database\/database\.ts|\btx\b|\bclient\b/.test(source)) return loaded;
      const marked = source.replace(CALL, (callee: string, at: number) => `sentFrom("${path}:${at}", ${callee})`);
      return { ...loaded, source: marked };
    },
  });
  recordDescriptions(join(RECORDED_ROWS, `${process.pid}-${Date.now()}.jsonl`));
}

let isRecording = false;

/** Records the statements that product code sends in a test's own process, by their text. */
export function recordTexts(): void {
  if (isRecording || !process.env.TEST_RECORDING) return;
  isRecording = true;
  mkdirSync(RECORDED_ROWS, { recursive: true });
  recordDescriptions(join(RECORDED_ROWS, `${process.pid}-${Date.now()}.jsonl`));
}

type Described = { fields: { name: string; dataTypeID: number; tableID: number; columnID: number }[] };
type SentQuery = {
  name?: string;
  text?: string;
  described?: RecordedColumn[];
  handleRowDescription(message: Described): void;
  handleDataRow(message: { fields: unknown[] }): void;
  handleCommandComplete(...all: unknown[]): void;
};

function recordDescriptions(file: string): void {
  const known = new Map<string, Set<string>>();
  const query = (pg as unknown as { Query: { prototype: SentQuery } }).Query.prototype;
  const { handleRowDescription, handleDataRow, handleCommandComplete } = query;
  query.handleRowDescription = function (message) {
    this.described = message.fields.map(({ name, dataTypeID, tableID, columnID }) => {
      return { name, type: dataTypeID, table: tableID, column: columnID, hadNull: false };
    });
    handleRowDescription.call(this, message);
  };
  query.handleDataRow = function (message) {
    this.described?.forEach((column, at) => {
      column.hadNull ||= message.fields[at] === null;
    });
    handleDataRow.call(this, message);
  };
  query.handleCommandComplete = function (...all) {
    const { text = "", name, described: columns = [] } = this;
    const nulls = columns.map(({ hadNull }) => Number(hadNull)).join("");
    const place = PLACE.exec(text.slice(-PLACE_MAX))?.[1];
    if ((place || isRecording) && !known.get(text)?.has(nulls)) {
      known.set(text, (known.get(text) ?? new Set()).add(nulls));
      const prepared = place && name ? { prepared: hashOf(text.replace(PLACE, "")) } : {};
      const line = { ...(place ? { place, ...prepared } : { text }), columns } satisfies RecordedRows;
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    }
    handleCommandComplete.apply(this, all);
  };
}

const PLANNED = join(RECORDED_ROWS, "planned.txt");

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Records that the plan of a prepared statement was checked. */
export function recordPlanned({ name, text }: Recorded): void {
  if (name === undefined) return;
  mkdirSync(RECORDED_ROWS, { recursive: true });
  appendFileSync(PLANNED, `${hashOf(text)}\n`);
}

/** The places that send prepared statements without a plan that was checked. */
export function unplannedPlaces(): string[] {
  const planned = new Set(existsSync(PLANNED) ? readFileSync(PLANNED, "utf8").split("\n") : []);
  const found = readRecorded().filter(({ prepared }) => prepared !== undefined);
  const checked = new Set(found.filter(({ prepared = "" }) => planned.has(prepared)).map(({ place }) => place));
  return [...new Set(found.flatMap(({ place = [] }) => place))].filter((place) => !checked.has(place));
}

type Statement = { place: string; text: RegExp | undefined };

/** Returns what was recorded of these statements, by place. Those recorded by their text are found by it. */
export function recordedRows(statements: Statement[]): Map<string, RecordedColumn[][]> {
  // If several match, the one that leaves the least open.
  const known = statements.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  const placeOf = ({ place, text }: RecordedRows) =>
    place ?? known.find((statement) => text !== undefined && statement.text?.test(text))?.place;
  const byPlace = Map.groupBy(readRecorded(), placeOf);
  return new Map(
    [...byPlace].flatMap(([place, found]) => (place ? [[place, found.map(({ columns }) => columns)]] : [])),
  );
}

const lengthOf = ({ text }: Statement) => text?.source.length ?? 0;

function readRecorded(): RecordedRows[] {
  const lines = globSync(`${RECORDED_ROWS}/*.jsonl`).flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return [...new Set(lines)].filter((line) => line !== "").map((line) => JSON.parse(line) as RecordedRows);
}
