import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "@playwright/test";
import { removeInternalHeaders } from "../../../server/http/page-request.ts";

test("headers that Next uses between its own parts are removed from a request, and those of navigation stay", () => {
  const internal = {
    "next-action": "x",
    "next-resume": "1",
    "next-hmr-refresh": "1",
    "x-middleware-subrequest": "middleware:middleware",
    "x-middleware-rewrite": "/login",
    "x-nextjs-data": "1",
    "x-nextjs-postponed": "1",
    "x-next-revalidated-tags": "x",
    "x-invoke-path": "/login",
    "x-now-route-matches": "1",
    "x-prerender-revalidate": "x",
    "x-matched-path": "/login",
  };
  const kept = {
    rsc: "1",
    "next-router-prefetch": "1",
    "next-router-state-tree": encodeURIComponent('["",{"children":["__PAGE__",{}]}]'),
    "next-url": "/inbox",
    cookie: "a=b",
  };
  const request = new IncomingMessage(new Socket());
  Object.assign(request.headers, internal, kept);
  removeInternalHeaders(request);
  expect(request.headers).toEqual(kept);
});
