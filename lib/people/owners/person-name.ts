/** Returns the name of a person as the team sees it. `PERSON_NAME` (lib/base/access) is the same in SQL. */
export const personName = ({ name, email }: { name?: string | null | undefined; email: string }): string =>
  name ?? email;
