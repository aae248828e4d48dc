import { docsCopy } from "#components/catalogs/docs.tsx";
import type { ApiDocument, ResponseObject } from "#routes/document/openapi.ts";
import type { ListedOperation } from "./api-parts.ts";
import { CodeBlock } from "./code-block.tsx";
import { EventList } from "./event-list.tsx";
import { FieldList } from "./field-list.tsx";
import { MethodMark } from "./method-mark.tsx";
import { InlineText } from "./prose.tsx";
import { type Field, fieldsOf, ruleWords, typeWords } from "./schema-words.ts";

const TOKENS: Record<string, string> = { userToken: "$TOKEN", widgetToken: "$WIDGET_TOKEN" };

type Props = ListedOperation & { document: ApiDocument; baseUrl: string };

/** One operation: its input and output on the left, an example on the right. */
export function OperationEntry({ document, baseUrl, ...listed }: Props) {
  const { method, path, operation } = listed;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const [status, success] = successOf(listed);
  const json = success.content?.["application/json"];
  return (
    <article id={operationId} aria-label={summary} className="mt-10 scroll-mt-6">
      <h3 className="text-lg font-semibold">
        <a href={`#${operationId}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <MethodMark method={method} />
        <code className="font-mono text-sm">{path}</code>
      </p>
      <div className="mt-3 grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] xl:gap-10">
        <div className="grid max-w-160 content-start gap-5 *:min-w-0">
          {description && (
            <p className="text-pretty">
              <InlineText text={description} />
            </p>
          )}
          <p className="text-sm text-quiet">{callerWords(listed)}</p>
          {(["path", "query", "header"] as const).map((place) => (
            <FieldList
              key={place}
              label={docsCopy.places[place]}
              isSent
              fields={parameters.filter((one) => one.in === place).map(parameterField)}
            />
          ))}
          <FieldList
            label={docsCopy.body}
            isSent
            fields={fieldsOf(requestBody?.content["application/json"]?.schema ?? {})}
          />
          <FieldList label={docsCopy.response(status)} fields={fieldsOf(json?.schema ?? {})} />
          {operation["x-events"] && <EventList events={operation["x-events"]} />}
          <Failures listed={listed} document={document} />
        </div>
        <div className="grid content-start gap-4 *:min-w-0">
          <CodeBlock label={docsCopy.request}>{curlExample(listed, baseUrl)}</CodeBlock>
          {json?.example === undefined ? (
            <p className="text-sm text-quiet">{docsCopy.plainResponse(status, plainResponse(success))}</p>
          ) : (
            <CodeBlock label={docsCopy.response(status)}>{JSON.stringify(json.example, null, 2)}</CodeBlock>
          )}
        </div>
      </div>
    </article>
  );
}

function successOf({ operation }: ListedOperation): [status: string, ResponseObject] {
  const [status = "", response] = Object.entries(operation.responses)[0] ?? [];
  return [status, response && "description" in response ? response : { description: "" }];
}

const plainResponse = ({ content, description }: ResponseObject) =>
  content ? docsCopy.either(Object.keys(content)) : description.charAt(0).toLowerCase() + description.slice(1);

const parameterField = ({
  name,
  required,
  description = "",
  schema,
}: {
  name: string;
  required: boolean;
  description?: string;
  schema: Parameters<typeof typeWords>[0];
}): Field => ({ path: name, type: typeWords(schema), isRequired: required, rules: ruleWords(schema), description });

function callerWords({ operation: { security } }: ListedOperation): string {
  if (security.length === 0) return docsCopy.callers.anybody;
  if (security.some((one) => "widgetToken" in one)) return docsCopy.callers.visitor;
  const scope = security.flatMap((one) => one.apiKey ?? [])[0];
  if (scope === undefined) return docsCopy.callers.session;
  return docsCopy.callers.key(scope);
}

function Failures({ listed, document }: { listed: ListedOperation; document: ApiDocument }) {
  const codes = Object.values(listed.operation.responses)
    .flatMap((response) => ("$ref" in response ? [response.$ref.split("/").at(-1) ?? ""] : []))
    .flatMap((name) => Object.values(document.components.responses[name]?.content ?? {}))
    .flatMap(({ examples = {} }) => Object.keys(examples));
  return (
    <div>
      <h4 className="text-sm font-medium text-quiet">{docsCopy.mayFailWith}</h4>
      <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
        {codes.map((code) => (
          <li key={code}>
            <a href={`#error-${code}`} className="font-mono text-sm text-accent underline">
              {code}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

// In single quotes, the shell only interprets single quotes.
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a curl command with the document's own examples. */
function curlExample({ method, path, operation }: ListedOperation, baseUrl: string): string {
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
