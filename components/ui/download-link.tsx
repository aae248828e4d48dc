"use client";

import { type ReactNode, use } from "react";
import { WorkspaceContext } from "./workspace.ts";

/** A link to a file of the workspace, which the browser downloads. It sends no header, so the address names the workspace. */
export function DownloadLink(props: { href: string; className: string; children: ReactNode }) {
  const { href, ...rest } = props;
  const workspaceId = use(WorkspaceContext);
  const separator = href.includes("?") ? "&" : "?";
  return (
    <a href={workspaceId === undefined ? href : `${href}${separator}workspaceId=${workspaceId}`} download {...rest} />
  );
}
