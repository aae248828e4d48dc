import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchCase, CaseResult, Row } from "../case.ts";
import { sendAtOnce } from "../files/send-at-once.ts";
import { LoadConnection } from "../load/connection.ts";
import { generatorNote, type Load, loadInTurn, ratioAtMost, shown } from "../load/in-turn.ts";
import { EACH_TIME, requestText } from "../load/job.ts";
import { peakDuring } from "../measure/peak-memory.ts";
import { residentOf } from "../measure/process-tree.ts";
import { bytes } from "../report/number-words.ts";
import { benchFolder } from "../world/folder.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { newShop, openWidget } from "../world/people.ts";
import { startOurs, startReference } from "../world/servers.ts";

const SIZE = 20 * 1024 ** 2;
const CPU_GOAL = 1.5;
const AT_ONCE = 50;
const IDLE_MS = 10_000;
const MEMORY_GOAL_BYTES = 60_000_000;

// A number makes each upload another file, so none is stored already. A video is copied without what it says about its device.
const fileOf = (start: string) => `${start}${EACH_TIME}\n`.padEnd(SIZE, "What is in a file is hashed and stored.\n");
const PDF = fileOf("%PDF-1.7\n%");
const VIDEO = fileOf("\0\0\0\x10ftypisom\0\0\0\0\0\0\0\0mdat");
const UPLOAD = "/public/files";

type Progress = (words: string) => void;

export const files: BenchCase = {
  name: "files",
  title: `Files of ${bytes(SIZE)}`,
  run: async (progress) => {
    const folder = await mkdtemp(join(benchFolder(), "files-"));
    try {
      const { rows, notes } = await compareCpu(folder, progress);
      progress(`${AT_ONCE} uploads at once`);
      return { rows: [...rows, ...(await measureMemory(folder))], notes };
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

const settingsIn = (folder: string) => ({ DATA_DIR: join(folder, "ours"), FILES_QUOTA: "1000G" });

async function compareCpu(folder: string, progress: Progress): Promise<Required<CaseResult>> {
  await using database = await openMeasuredDatabase();
  await using server = await startOurs(database.url, settingsIn(folder));
  const bareFolder = join(folder, "bare");
  await mkdir(bareFolder);
  await using bare = await startReference("files.ts", { FOLDER: bareFolder });
  const { siteKey, siteId, token: owner } = await newShop(server.baseUrl);
  const { token } = await openWidget(server.baseUrl, siteKey);
  const upload = (body: string) => [requestText({ method: "POST", path: UPLOAD, token, body })];
  const uploads = await loadInTurn(
    {
      "a PDF": { server, database, requests: upload(PDF) },
      "a bare upload": { server: bare, requests: upload(PDF) },
      "a video": { server, database, requests: upload(VIDEO) },
    },
    { connections: 1, status: 201, progress },
  );
  const open = async (port: number, uploadPath: string, pathOf: (id: string) => string) => {
    const id = await uploadOnce(port, requestText({ method: "POST", path: uploadPath, token: owner, body: PDF }));
    return [requestText({ method: "GET", path: pathOf(id), token: owner })];
  };
  const ourDownload = await open(server.port, `/files?siteId=${siteId}`, (id) => `/files/${id}/file`);
  const bareDownload = await open(bare.port, UPLOAD, (id) => `/${id}`);
  const downloads = await loadInTurn(
    {
      "a download": { server, database, requests: ourDownload },
      "a bare download": { server: bare, requests: bareDownload },
    },
    { connections: 1, status: 200, progress },
  );
  const [pdf, ...rest] = rowsOf("upload of a PDF", uploads["a PDF"], uploads["a bare upload"]);
  return {
    rows: [
      ratioAtMost(pdf, CPU_GOAL),
      ...rest,
      ...rowsOf("upload of a video", uploads["a video"], uploads["a bare upload"]),
      ...rowsOf("download", downloads["a download"], downloads["a bare download"]),
    ],
    notes: [generatorNote({ ...uploads, ...downloads })],
  };
}

// The bare server has no database.
const rowsOf = (what: string, ours: Load, bare: Load): [own: Row, database: Row] => [
  shown(`${what}: CPU, our process`, ours.ownCpu, bare.ownCpu),
  shown(`${what}: CPU, PostgreSQL`, ours.databaseCpu),
];

async function uploadOnce(port: number, request: string): Promise<string> {
  const connection = await LoadConnection.open(port);
  const response = (await connection.ask(Buffer.from(request))).toString();
  connection.close();
  const [, id] = /"id":"([^"]+)"/.exec(response) ?? [];
  if (id === undefined) throw new Error(`unexpected response: ${response}`);
  return id;
}

/** One visitor and one address have few uploads at once, so each is another one's. */
async function measureMemory(folder: string): Promise<Row[]> {
  await using database = await openMeasuredDatabase();
  await using server = await startOurs(database.url, { ...settingsIn(folder), TRUSTED_PROXY_HOPS: "1" });
  const { siteKey } = await newShop(server.baseUrl);
  const visitors = await Promise.all(Array.from({ length: AT_ONCE }, () => openWidget(server.baseUrl, siteKey)));
  const tokens = visitors.map(({ token }) => token);
  await pause(IDLE_MS);
  const rest = residentOf(server.pid);
  const peak = await peakDuring(server.pid, () => sendAtOnce({ port: server.port, path: UPLOAD, tokens, file: PDF }));
  return [
    {
      what: `memory (RSS) of ${AT_ONCE} uploads at once, above rest`,
      ours: bytes(peak - rest),
      goal: `≤ ${bytes(MEMORY_GOAL_BYTES)}`,
      isMet: peak - rest <= MEMORY_GOAL_BYTES,
    },
  ];
}
