import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { ApiDocument, JsonSchema, Operation, ResponseObject } from "#routes/document/openapi.ts";

/** One method of one path of the document. */
export type Described = { method: string; path: string; operation: Operation };

export function operationsOf(document: ApiDocument): Described[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The responses of an operation by status, with references resolved. */
export function responsesOf({ components }: ApiDocument, { responses }: Operation): Map<number, ResponseObject> {
  const followed = Object.entries(responses).map(([status, response]): [number, ResponseObject] => {
    if (!("$ref" in response)) return [Number(status), response];
    return [Number(status), components.responses[response.$ref.split("/").at(-1) ?? ""] as ResponseObject];
  });
  return new Map(followed);
}

type Strictness = {
  /** Whether objects have the fields that are described and no others: true today, though responses can gain some. */
  strictly: boolean;
};

/** Compiles schemas of a document, each once. */
export class SchemaChecks {
  readonly #ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true });
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();
  readonly #strictly: boolean;

  constructor(document: ApiDocument, { strictly }: Strictness) {
    this.#strictly = strictly;
    formats.default(this.#ajv);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      this.#ajv.addSchema(this.#adapt(schema), name);
    }
  }

  /** What is wrong with a value by a schema of the document; nothing where it is right. */
  faults(schema: JsonSchema, value: unknown): string[] {
    const check = this.#compiled.get(schema) ?? this.#ajv.compile(this.#adapt(schema));
    this.#compiled.set(schema, check);
    if (check(value)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`,
    );
  }

  #adapt(schema: JsonSchema): JsonSchema {
    const local = JSON.stringify(schema).replaceAll("#/components/schemas/", "");
    if (!this.#strictly) return JSON.parse(local);
    return JSON.parse(local, (_key, value) =>
      value?.type === "object" && value.properties ? { additionalProperties: false, ...value } : value,
    );
  }
}
