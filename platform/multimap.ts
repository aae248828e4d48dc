/** Values by key. A key without values isn't kept. */
export class Multimap<Value> {
  readonly #sets = new Map<string, Set<Value>>();

  add(key: string, value: Value): void {
    const values = this.#sets.get(key);
    if (values) values.add(value);
    else this.#sets.set(key, new Set([value]));
  }

  delete(key: string, value: Value): void {
    const values = this.#sets.get(key);
    values?.delete(value);
    if (values?.size === 0) this.#sets.delete(key);
  }

  has(key: string): boolean {
    return this.#sets.has(key);
  }

  /** Returns the values of a key, in the order in which they were added, as of now. */
  of(key: string): Value[] {
    return [...(this.#sets.get(key) ?? [])];
  }

  keys(): Set<string> {
    return new Set(this.#sets.keys());
  }
}
