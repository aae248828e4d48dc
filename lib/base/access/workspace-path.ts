/** Returns the path of a dashboard page in a workspace. One that names a workspace already stays as it is. */
export const workspacePath = (workspaceId: string, path: string): string =>
  path.startsWith("/w/") ? path : `/w/${workspaceId}${path}`;

const WORKSPACE = /^\/w\/([^/?#]+)/;

/** Returns the workspace that a path names, if any. */
export const workspaceOfPath = (path: string): string | undefined => WORKSPACE.exec(path)?.[1];

/** Returns a dashboard page's path without its workspace, as links and `useOpenPage` take it. */
export const pathInWorkspace = (path: string): string => path.replace(WORKSPACE, "");
