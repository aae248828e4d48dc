import { type AddNoteBody, type NoteJson, NoteListResponse, NoteResponse } from "#lib/desk/notes/schema.ts";
import { ask, type Call } from "./api-client.ts";
import type { Owner } from "./factories.ts";

export const notesPath = (conversationId: string) => `/conversations/${conversationId}/notes`;

/** Adds a note to a conversation. */
export async function addNote(
  { token }: Pick<Owner, "token">,
  id: string,
  note: string,
  { headers, ...more }: Pick<Call, "headers"> & Omit<AddNoteBody, "note"> = {},
): Promise<NoteJson> {
  const call = { token, body: { note, ...more }, ...(headers && { headers }) };
  return (await ask(NoteResponse, 201, "POST", notesPath(id), call)).note;
}

/** The newest notes of a conversation, the oldest first. */
export async function notesOf({ token }: Pick<Owner, "token">, id: string): Promise<NoteJson[]> {
  return (await ask(NoteListResponse, 200, "GET", notesPath(id), { token })).notes;
}
