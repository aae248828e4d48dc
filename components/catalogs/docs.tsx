import type { ReactNode } from "react";
import { catalog } from "#platform/catalog.ts";

const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (most !== undefined) return [`at most ${most}${unit}`];
  return least === undefined ? [] : [`at least ${least}${unit}`];
};

/** The frame of the API reference; its content is the OpenAPI document's. */
export const docsCopy = catalog("docs", {
  title: "API reference",
  intro: (version: string, link: ReactNode) => (
    <>
      Version {version}, as this service implements it. For programs: {link} (OpenAPI 3.1). Everything is on this page,
      so you can search it with your browser.
    </>
  ),
  contents: "Contents",
  schemas: "Schemas",
  schemasHint: "Objects that several endpoints return or accept.",
  errorCodes: "Error codes",
  basics: "Basics",
  places: { path: "Path parameters", query: "Query parameters", header: "Headers" },
  body: "Body",
  fields: "Fields",
  request: "Request",
  response: (status: string) => `Response ${status}`,
  plainResponse: (status: string, content: string) => `Response ${status}: ${content}`,
  mayFailWith: "Possible errors",
  events: "Events",
  required: "required",
  notAlways: "not always present",
  callers: {
    anybody: "No token needed.",
    visitor: "For visitors, with a widget token.",
    session: "For owners, with a user token. API keys aren’t accepted.",
    key: (scope: string) => `For owners, with a user token or an API key with the scope ${scope}.`,
  },
  formats: { uuid: "UUID", "date-time": "date and time", email: "email address" } as { [format in string]?: string },
  anything: "anything",
  listOf: (type: string) => `list of ${type}`,
  either: (types: readonly string[]) => types.join(" or "),
  characters: (least: number | undefined, most: number | undefined) => range(least, most, " characters"),
  numbers: (least: number | undefined, most: number | undefined) => range(least, most, ""),
  atMost: (count: number) => `at most ${count}`,
  default: (value: string) => `default ${value}`,
});
