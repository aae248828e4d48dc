import { codePoints } from "#platform/characters.ts";
import { say } from "./words.ts";

export type Contact = { name: string; email: string };
export type ContactErrors = { name?: string; email?: string };

const NAME_MAX = 80;
const EMAIL_MAX = 160;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Returns the contact details as the API accepts them, without empty fields. */
export function contactFields({ name, email }: Contact): Partial<Contact> {
  return { ...(name.trim() && { name: name.trim() }), ...(email.trim() && { email: email.trim() }) };
}

/** Finds obvious mistakes before anything is sent. The server has the last word. */
export function checkContact(contact: Contact): ContactErrors {
  const { name, email } = contactFields(contact);
  return {
    ...(name && codePoints(name) > NAME_MAX && { name: say("nameInvalid") }),
    ...(email && (!EMAIL.test(email) || codePoints(email) > EMAIL_MAX) && { email: say("emailInvalid") }),
  };
}
