import type { SourceFile } from "./source-tree.ts";

export type Rule = {
  rule: string;
  why: string;
  /** Returns how a file breaks the rule, in words. */
  broken(file: SourceFile, tree: SourceFile[]): string[];
  /** Invented sources that break the rule, each with its path. */
  examples: [path: string, source: string][];
};

export const matchesAny = (patterns: RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

/** Returns the imports that load a matching module, without those of types only. */
export const loads = ({ imports }: SourceFile, pattern: RegExp) =>
  imports.filter(({ from, typeOnly }) => !typeOnly && pattern.test(from)).map(({ from }) => `imports ${from}`);

/** Returns the imports of a matching module, with those of types only. */
export const names = ({ imports }: SourceFile, pattern: RegExp) =>
  imports.filter(({ from }) => pattern.test(from)).map(({ from }) => `imports ${from}`);

export const says = ({ source }: SourceFile, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([text]) => `says ${text.trim()}`);
