import { postCase } from "./post-case.ts";

export const startConversation = postCase("start-conversation", "Start or reuse a conversation", () => ({
  path: "/public/conversations",
  body: { message: "Is the small one still there?", pageUrl: "https://shop.example/chairs/3" },
}));
