import { env } from "#platform/env.ts";
import { workspacePath } from "./workspace-path.ts";

/**
 * Returns the address of a dashboard page in a workspace, for what's read elsewhere: emails, notifications, chats. Without a
 * workspace, the address leads to the reader's oldest one.
 */
export const workspaceUrl = (workspaceId: string | null, path: string): string =>
  `${env().BASE_URL}${workspaceId === null ? path : workspacePath(workspaceId, path)}`;
