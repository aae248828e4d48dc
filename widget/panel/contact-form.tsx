/** @jsxImportSource preact */
import type { TargetedInputEvent, TargetedKeyboardEvent } from "preact";
import type { Contact, ContactErrors } from "./contact.ts";
import { Icon } from "./icons.tsx";
import { say } from "./words.ts";

type Props = {
  contact: Contact;
  errors: ContactErrors;
  isWanted: boolean;
  /** Whether replies can be sent by email. */
  byEmail: boolean;
  onWant: (isWanted: boolean) => void;
  onChange: (contact: Contact) => void;
  onDone: () => void;
};

/** Name and email, both optional, behind a button until the visitor wants them. */
export function ContactForm({ contact, errors, isWanted, byEmail, onWant, onChange, onDone }: Props) {
  const isOpen = isWanted || Object.keys(errors).length > 0;
  const known = [contact.name, contact.email].filter(Boolean).join(", ");

  return (
    <div class="contact">
      <button
        type="button"
        class="disclosure"
        aria-expanded={isOpen}
        aria-controls="contact"
        onClick={() => onWant(!isOpen)}
      >
        <Icon name="person" size={16} />
        <bdi>{isOpen ? say("contactHide") : known || say("contact")}</bdi>
      </button>
      <div id="contact" class="fields" hidden={!isOpen}>
        <p class="why quiet">
          {byEmail && `${say("contactByEmail")} `}
          {say("contactWhy")}
        </p>
        {(["name", "email"] as const).map((name) => (
          <Field
            key={name}
            name={name}
            value={contact[name]}
            error={errors[name]}
            onChange={(value) => onChange({ ...contact, [name]: value })}
            onDone={onDone}
          />
        ))}
      </div>
    </div>
  );
}

type FieldProps = {
  name: keyof Contact;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onDone: () => void;
};

function Field({ name, value, error, onChange, onDone }: FieldProps) {
  const input = {
    id: name,
    autocomplete: name,
    dir: "auto" as const,
    value,
    "aria-invalid": Boolean(error),
    "aria-describedby": `${name}-error`,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => {
      if (event.key !== "Enter" || event.isComposing) return;
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
        {error}
      </p>
    </div>
  );
}
