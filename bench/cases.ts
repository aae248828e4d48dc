import type { BenchCase } from "./case.ts";
import { inbox } from "./cases/inbox.ts";
import { lists } from "./cases/lists.ts";
import { page } from "./cases/page.ts";
import { search } from "./cases/search.ts";
import { send } from "./cases/send.ts";
import { start } from "./cases/start.ts";
import { startConversation } from "./cases/start-conversation.ts";
import { streams } from "./cases/streams.ts";
import { unread } from "./cases/unread.ts";
import { widget } from "./cases/widget.ts";
import { widgetSession } from "./cases/widget-session.ts";

/** Every case, in the order of the table. */
export const CASES: BenchCase[] = [
  send,
  startConversation,
  widgetSession,
  inbox,
  lists,
  search,
  unread,
  streams,
  page,
  widget,
  start,
];
