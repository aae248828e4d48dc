type Listener = (userId: string) => void;

const listeners: Listener[] = [];

/** Assigns what's selected in the list to a person, or else the open conversation. */
export const assignTo = (userId: string) => listeners.at(-1)?.(userId);

/** Registers what assigns the open conversation, or above it what's selected. Returns a function that unregisters it. */
export function onAssignTo(listener: Listener): () => void {
  listeners.push(listener);
  return () => void listeners.splice(listeners.indexOf(listener), 1);
}
