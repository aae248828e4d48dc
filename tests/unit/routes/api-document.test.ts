import { expect, test } from "@playwright/test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { declaredBy } from "#routes/declared-routes.ts";
import { describeApi } from "#routes/document/api-document.ts";
import { currentApiDocument } from "../../../server/documents/api-document.ts";
import { loadRoutes } from "../../../server/http/api-router.ts";
import { operationsOf, responsesOf, SchemaChecks } from "../../support/api-document.ts";

// Documents and scripts: nothing that a program calls.
const NO_API = new Set(["/widget.js", "/widget/dialog.js", "/widget/frame", "/widget/[file]", "/openapi.json"]);

const document = await currentApiDocument();
const operations = operationsOf(document);

test("the document contains exactly the methods of all routes", async () => {
  const routes = (await loadRoutes()).map(({ segments, handlers }) => ({ path: `/${segments.join("/")}`, handlers }));
  const served = routes
    .filter(({ path }) => !NO_API.has(path))
    .flatMap(({ path, handlers }) =>
      Object.keys(declaredBy(handlers) ?? { "NOT DECLARED": path }).map((method) => ({ method, path })),
    )
    .map(({ method, path }) => `${method} ${path.replaceAll(/\[(\w+)\]/g, "{$1}")}`);
  expect(new Set(operations.map(({ method, path }) => `${method} ${path}`))).toEqual(new Set(served));
});

test("the document is valid OpenAPI 3.1 by the specification's own schema", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
});

test("the document has a contact and a license", () => {
  expect(document.info).toMatchObject({ contact: { name: "The operator of this service" }, license: { name: "MIT" } });
});

test("every part of the document has a name that generators can use as an identifier", () => {
  const names = Object.values(document.components).flatMap((parts) => Object.keys(parts));
  // Headers are named like HTTP names them; generators write those out as strings.
  const headers = new Set(Object.keys(document.components.headers));
  expect(names.filter((name) => !headers.has(name) && !/^[A-Za-z]\w*$/.test(name))).toEqual([]);
});

test("every example matches its own schema", () => {
  const checks = new SchemaChecks(document, { strictly: true });
  const wrong: string[] = [];
  let checked = 0;
  for (const { method, path, operation } of operations) {
    const parts = [operation.requestBody, ...responsesOf(document, operation).values()];
    const contents = parts.flatMap((one) => Object.values(one?.content ?? {}));
    const bodies = contents.flatMap(({ schema, example, examples = {} }) =>
      [example, ...Object.values(examples).map(({ value }) => value)].map((value) => ({ schema, value })),
    );
    const parameters = (operation.parameters ?? []).map(({ schema, example }) => ({ schema, value: example }));
    for (const { schema, value } of [...bodies, ...parameters]) {
      if (value === undefined) continue;
      checked += 1;
      wrong.push(
        ...checks.faults(schema, value).map((fault) => `${method} ${path}: ${JSON.stringify(value)} ${fault}`),
      );
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(operations.length * 2);
});

test("no example is a placeholder", () => {
  // A channel's `shows` and a question's `kind` can be "text".
  const texts = JSON.stringify(operations).match(/"(?!shows|kind|enum|default)(\w+)":\[?"text"/g);
  expect(texts, "give the field a sample in routes/document/samples.ts").toBeNull();
});

test("each method has its own summary on one line, and a description in whole sentences", () => {
  const summaries = operations.map(({ operation }) => `${operation.tags[0]}: ${operation.summary}`);
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const { operation } of operations) {
    expect(operation.summary).toMatch(/^[A-Z][^.]{3,60}[^. ]$/);
    expect(operation.description).toMatch(/^[A-Z`].*\.$/s);
  }
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
});

test("the document's order is fixed, so two builds of the same code are the same bytes", async () => {
  const routes = (await loadRoutes()).flatMap(({ segments, handlers }) => {
    const endpoints = declaredBy(handlers);
    return endpoints ? [{ segments, endpoints }] : [];
  });
  const again = describeApi(routes.reverse(), document.info.version);
  expect(JSON.stringify(again)).toBe(JSON.stringify(document));
});
