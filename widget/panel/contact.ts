import { codePoints } from "#platform/characters.ts";

/** With what the page says about the visitor besides (bridge.ts), which waits here for their first message. */
export type Contact = { name: string; email: string; attributes?: string };

export const CONTACT_FIELDS = ["name", "email"] as const;

const NAME_MAX = 80;
const EMAIL_MAX = 160;
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Returns the contact details as the API accepts them, without empty fields. */
export function contactFields({ name, email }: Contact): Partial<Contact> {
  return { ...(name.trim() && { name: name.trim() }), ...(email.trim() && { email: email.trim() }) };
}

/** Finds the fields with obvious mistakes before anything is sent. The server has the last word. */
export function checkContact(contact: Contact): (typeof CONTACT_FIELDS)[number][] {
  const { name = "", email } = contactFields(contact);
  const isWrong = {
    name: codePoints(name) > NAME_MAX,
    email: email !== undefined && (!EMAIL.test(email) || codePoints(email) > EMAIL_MAX),
  };
  return CONTACT_FIELDS.filter((field) => isWrong[field]);
}
