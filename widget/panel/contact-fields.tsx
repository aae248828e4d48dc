/** @jsxImportSource preact */
import type { TargetedInputEvent, TargetedKeyboardEvent } from "preact";
import { isComposing } from "#client/pressed-key.ts";
import { CONTACT_FIELDS, type Contact } from "./contact.ts";
import { say } from "./words.ts";

/*
 * The build makes this a part of its own, loaded when the visitor is about to open the form. It draws with the panel's
 * Preact (part-jsx.ts).
 */

export { checkContact } from "./contact.ts";

type Props = {
  contact: Contact;
  errors: readonly string[];
  /** Whether replies can be sent by email. */
  byEmail: boolean;
  onChange: (contact: Contact) => void;
  onDone: () => void;
};

/** Name and email, both optional. */
export function ContactFields({ contact, errors, byEmail, onChange, onDone }: Props) {
  return (
    <>
      <p class="why quiet">
        {byEmail && `${say("contactByEmail")} `}
        {say("contactWhy")}
      </p>
      {CONTACT_FIELDS.map((name) => (
        <Field
          key={name}
          name={name}
          value={contact[name]}
          isWrong={errors.includes(name)}
          onChange={(value) => onChange({ ...contact, [name]: value })}
          onDone={onDone}
        />
      ))}
    </>
  );
}

type FieldProps = {
  name: (typeof CONTACT_FIELDS)[number];
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
  onDone: () => void;
};

function Field({ name, value, isWrong, onChange, onDone }: FieldProps) {
  const input = {
    id: name,
    autocomplete: name,
    dir: "auto" as const,
    value,
    "aria-invalid": isWrong,
    "aria-describedby": `${name}-error`,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => {
      if (event.key !== "Enter" || isComposing(event)) return;
      event.preventDefault();
      onDone();
    },
  };
  return (
    <div class="field">
      <label for={name}>
        {say(name)} <span class="quiet">({say("optional")})</span>
      </label>
      {name === "email" ? <input type="email" {...input} /> : <input type="text" {...input} />}
      <p id={`${name}-error`} class="error" role="alert">
        {isWrong && say(`${name}Invalid`)}
      </p>
    </div>
  );
}
