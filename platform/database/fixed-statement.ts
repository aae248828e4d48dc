import type { Prisma } from "#prisma-client";

/** A statement with its text, for `queryPrepared`. */
export type Statement = Pick<Prisma.Sql, "text" | "values">;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement whose text is built once, at its first use. `build` gets placeholders, so it may pass its input on and
 * nothing else.
 */
export function fixedStatement<Input extends object>(build: (input: Input) => Prisma.Sql): (input: Input) => Statement {
  let built: { text: string; read: ((input: Input) => unknown)[] } | undefined;
  return (input) => {
    built ??= buildOnce(build);
    return { text: built.text, values: built.read.map((read) => read(input)) };
  };
}

function buildOnce<Input extends object>(build: (input: Input) => Prisma.Sql) {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Input;
  const { strings, values } = build(placeholders);
  const names: string[] = [];
  const numberOf = (value: unknown) => {
    if (!(value instanceof Placeholder)) throw new Error("a fixed statement has no values of its own");
    if (!names.includes(value.name)) names.push(value.name);
    return names.indexOf(value.name) + 1;
  };
  const text = strings.reduce((before, after, at) => `${before}$${numberOf(values[at - 1])}${after}`);
  return { text, read: names.map((name) => (input: Input) => input[name as keyof Input]) };
}
