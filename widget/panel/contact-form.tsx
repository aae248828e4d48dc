/** @jsxImportSource preact */
import type { ChatState } from "./chat-state.ts";
import type { Contact } from "./contact.ts";
import { Icon } from "./icons.tsx";
import { say } from "./words.ts";

type Props = {
  state: Pick<ChatState, "site" | "contact" | "contactErrors" | "contactPart" | "isContactWanted">;
  onNear: () => void;
  onWant: (isWanted: boolean) => void;
  onChange: (contact: Contact) => void;
  onDone: () => void;
};

/** Name and email, behind a button until the visitor wants them. Their fields load when the visitor is near it. */
export function ContactForm({ state, onNear, onWant, onChange, onDone }: Props) {
  const { site, contact, contactErrors: errors, contactPart } = state;
  const isOpen = state.isContactWanted || errors.length > 0;
  const known = [contact.name, contact.email].filter(Boolean).join(", ");
  const Fields = contactPart?.ContactFields;

  return (
    <div class="contact">
      <button
        type="button"
        class="disclosure"
        aria-expanded={isOpen}
        aria-controls="contact"
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={() => onWant(!isOpen)}
      >
        <Icon name="person" size={16} />
        <bdi title={known}>{isOpen ? say("contactHide") : known || say("contact")}</bdi>
      </button>
      <div id="contact" class="fields" hidden={!isOpen}>
        {Fields ? (
          <Fields {...{ contact, errors, byEmail: site.emailReplies === true, onChange, onDone }} />
        ) : (
          isOpen && <p class="why quiet late">{say("connecting")}</p>
        )}
      </div>
    </div>
  );
}
