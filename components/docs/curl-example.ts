import type { ListedOperation } from "./parts.ts";

const TOKENS: Record<string, string> = { userToken: "$TOKEN", widgetToken: "$WIDGET_TOKEN" };

// In single quotes a shell leaves everything alone but a single quote.
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A request as one would type it, with the document's own examples. */
export function curlExample({ method, path, operation }: ListedOperation, baseUrl: string): string {
  const { parameters = [], requestBody, security } = operation;
  const inPath = new Map(parameters.filter((one) => one.in === "path").map((one) => [one.name, String(one.example)]));
  const address = baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath.get(name) ?? "");
  const [scheme = ""] = security.flatMap((one) => Object.keys(one));
  const token = TOKENS[scheme];
  const body = requestBody?.content["application/json"]?.example;
  const isStream = operation["x-events"] !== undefined;
  const headers = parameters.filter((one) => one.in === "header");
  const parts = [
    `curl ${isStream ? "-N " : ""}${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...headers.map(({ name, example }) => `-H ${quoted(`${name}: ${String(example)}`)}`),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(" \\\n  ");
}
