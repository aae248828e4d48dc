/** The part of JSON Schema (draft 2020-12) that the document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

type Reference = { $ref: string };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

type Header = { description: string; schema: JsonSchema };

type Content = Record<
  string,
  { schema: JsonSchema; example?: unknown; examples?: Record<string, { summary: string; value: unknown }> }
>;

export type ResponseObject = { description: string; headers?: Record<string, Header | Reference>; content?: Content };

export type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, ResponseObject | Reference>;
  /** The data of each event of a stream, by name. OpenAPI 3.1 has no field for it. */
  "x-events"?: Record<string, JsonSchema>;
};

type SecurityScheme = { description: string } & (
  | { type: "http"; scheme: "bearer"; bearerFormat: string }
  | { type: "apiKey"; in: "cookie"; name: string }
);

/** An OpenAPI 3.1 document, as far as ours uses it. */
export type ApiDocument = {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    headers: Record<string, Header>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};
