/** Returns what names are compared by: two labels of a workspace can't differ only in case, form or outer spaces. */
export const labelKey = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
