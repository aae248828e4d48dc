import type { ApiDocument, Operation } from "#routes/document/openapi.ts";

export type ListedOperation = { method: string; path: string; operation: Operation };
export type ApiPart = { id: string; name: string; description: string; operations: ListedOperation[] };

const idOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Returns the parts of the API with their operations, in the document's order. */
export function partsOfApi({ tags, paths }: ApiDocument): ApiPart[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags.map(({ name, description }) => ({
    id: idOf(name),
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags[0] === name),
  }));
}
