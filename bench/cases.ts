import type { BenchCase } from "./case.ts";
import { backup } from "./cases/backup.ts";
import { bulk } from "./cases/bulk.ts";
import { files } from "./cases/files.ts";
import { host } from "./cases/host.ts";
import { idle } from "./cases/idle.ts";
import { inbox } from "./cases/inbox.ts";
import { lists } from "./cases/lists.ts";
import { memory } from "./cases/memory.ts";
import { notify } from "./cases/notify.ts";
import { page } from "./cases/page.ts";
import { reply } from "./cases/reply.ts";
import { reports } from "./cases/reports.ts";
import { search } from "./cases/search.ts";
import { send } from "./cases/send.ts";
import { start } from "./cases/start.ts";
import { crowd, streams } from "./cases/streams.ts";
import { views } from "./cases/views.ts";

/** Every case, in the order of the table. */
export const CASES: BenchCase[] = [
  send,
  reply,
  bulk,
  notify,
  start,
  inbox,
  lists,
  views,
  search,
  reports,
  page,
  files,
  idle,
  streams,
  crowd,
  host,
  backup,
  memory,
];
