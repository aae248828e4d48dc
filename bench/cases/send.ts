import { CONNECTIONS, postCase, VISITORS } from "./post-case.ts";

const TITLE = `Visitor message into ${VISITORS} conversations, ${CONNECTIONS} connections`;

export const send = postCase("send", TITLE, ({ conversationId }) => ({
  path: `/public/conversations/${conversationId}/messages`,
  body: { message: "And could it be here before the end of the month?" },
}));
