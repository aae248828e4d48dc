import { codePoints } from "#client/text-length.ts";
import { say } from "./words.ts";

export type Contact = { name: string; email: string };
export type ContactErrors = { name?: string; email?: string };

const NAME_MAX = 80;
const EMAIL_MAX = 160;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What the visitor gave of both, as the API takes it: what is empty is left out. */
export function contactFields({ name, email }: Contact): Partial<Contact> {
  return { ...(name.trim() && { name: name.trim() }), ...(email.trim() && { email: email.trim() }) };
}

/** What is plainly wrong, so that it is said before anything is sent; the server judges finally. */
export function checkContact(contact: Contact): ContactErrors {
  const { name, email } = contactFields(contact);
  return {
    ...(name && codePoints(name) > NAME_MAX && { name: say("nameInvalid") }),
    ...(email && (!EMAIL.test(email) || codePoints(email) > EMAIL_MAX) && { email: say("emailInvalid") }),
  };
}
