/** Returns a text field's value. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

/** Returns a function that reads text fields. */
export const readTexts =
  <Name extends string>(...names: Name[]) =>
  (form: FormData) =>
    Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as Record<Name, string>;
