/** @jsxImportSource preact */
import { useState } from "preact/hooks";
import type { Chat } from "./chat.ts";
import { COMPOSER_ID, Composer } from "./composer.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { ContactForm } from "./contact-form.tsx";
import { Header } from "./header.tsx";
import { MessageLog } from "./message-log.tsx";
import { useOnline } from "./use-online.ts";
import { useStore } from "./use-store.ts";
import { say } from "./words.ts";

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

export function PanelView({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const state = useStore(chat.store);
  const { contact, contactErrors, isMuted } = state;
  const isOnline = useOnline();
  const [isContactWanted, setContactWanted] = useState(false);
  const send = () => {
    // They go with this message; a fault in them keeps the form open by itself.
    setContactWanted(false);
    chat.send();
  };

  return (
    <>
      <Header name={state.site.name} sound={{ isMuted, onMute: chat.setMuted }} onClose={onClose} />
      <MessageLog
        state={state}
        isOnline={isOnline}
        onOlder={chat.loadOlder}
        onRetry={chat.retry}
        onEdit={(key) => {
          chat.edit(key);
          focusComposer();
        }}
      />
      <footer class="footer">
        <ConnectionLine connection={state.connection} isOnline={isOnline} />
        {state.notice && (
          <p class="notice" role="status">
            <span>{state.notice}</span>{" "}
            <button type="button" class="text-button" onClick={chat.open}>
              {say("retry")}
            </button>
          </p>
        )}
        <ContactForm
          contact={contact}
          errors={contactErrors}
          isWanted={isContactWanted}
          onWant={setContactWanted}
          onChange={chat.setContact}
          onDone={focusComposer}
        />
        <Composer draft={state.draft} onWrite={chat.write} onSend={send} />
      </footer>
    </>
  );
}

/** For a key that names no site any more. */
export function GoneView({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Header name={say("title")} onClose={onClose} />
      <p class="gone">{say("gone")}</p>
    </>
  );
}
