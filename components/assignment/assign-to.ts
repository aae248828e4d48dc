let assign: ((userId: string) => void) | undefined;

/** Assigns the open conversation to a person, if there is one. */
export const assignTo = (userId: string) => assign?.(userId);

/** Registers what assigns the open conversation. Returns a function that unregisters it. */
export function onAssignTo(listener: (userId: string) => void): () => void {
  assign = listener;
  return () => {
    if (assign === listener) assign = undefined;
  };
}
