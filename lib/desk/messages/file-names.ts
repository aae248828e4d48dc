type Named = { name: string };

/** Returns the text of a message that has files and no text of its own. */
export const namesOf = (files: readonly Named[]): string => files.map(({ name }) => name).join("\n");

/** Whether a message's text is only the names of its files, which the files show anyway. */
export const isOnlyNames = ({ body, files }: { body: string; files?: readonly Named[] | undefined }): boolean =>
  files !== undefined && body === namesOf(files);
