/** @jsxImportSource preact */
import { type FunctionComponent, h, type VNode } from "preact";
import type { Chat } from "./chat.ts";
import { Composer, focusComposer } from "./composer.tsx";
import { ContactForm } from "./contact-form.tsx";
import { Header } from "./header.tsx";
import { MessageLog } from "./message-log.tsx";
import { createScroll } from "./scroll.ts";
import { say } from "./words.ts";

/** Renders the panel's current state, and runs the work due once it's on the screen. */
export function createPanelView(chat: Chat, onClose: () => void): { draw: () => VNode; settle: () => void } {
  const log = keepDrawing(MessageLog);
  const composer = keepDrawing(Composer);
  const scroll = createScroll(() => chat.store.get().older === "some" && chat.loadOlder());
  const onAsk = (question: string) => {
    chat.ask(question);
    focusComposer();
  };
  const onEdit = (key: string) => {
    chat.edit(key);
    focusComposer();
  };

  const draw = () => {
    const state = chat.store.get();
    const { isMuted, isCutOff, isOpen, notice, draft, contact, contactErrors, contactPart, isContactWanted, ...shown } =
      state;
    const { site, isOnline, unsent } = shown;
    // A message that waits for the network says so itself.
    const words = isOnline ? say("connecting") : unsent.length === 0 && say("offline");
    return (
      <>
        <Header
          site={site}
          details={shown.details}
          conversation={shown.conversation}
          sound={{ isMuted, onMute: chat.setMuted }}
          onClose={onClose}
        />
        {log({ ...shown, scroll, onOlder: chat.loadOlder, onAsk, onRetry: chat.retry, onEdit })}
        <footer class="footer">
          <p class="connection" role="status">
            {isCutOff && words}
          </p>
          {notice && (
            <p class="notice" role="status">
              <span>{notice}</span>{" "}
              <button type="button" class="text-button" onClick={chat.open}>
                {say("retry")}
              </button>
            </p>
          )}
          {shown.details?.drawForm(chat) ?? (
            <>
              <ContactForm
                state={state}
                onNear={chat.prepareContact}
                onWant={chat.wantContact}
                onChange={chat.setContact}
                onDone={focusComposer}
              />
              {composer({ draft, site, details: shown.details, isOpen, onWrite: chat.write, onSend: chat.send })}
            </>
          )}
        </footer>
      </>
    );
  };

  const settle = () => {
    const { messages, unsent } = chat.store.get();
    scroll.settle({ first: messages[0]?.id, written: unsent.at(-1)?.key });
  };

  return { draw, settle };
}

/** Shown for a key that no longer belongs to a site. */
export function GoneView({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Header site={{ name: say("title") }} onClose={onClose} />
      <p class="gone">{say("gone")}</p>
    </>
  );
}

/** Memoizes a component: with the same props it returns the same element, which Preact skips. */
function keepDrawing<P extends Record<string, unknown>>(part: FunctionComponent<P>): (props: P) => VNode<P> {
  let before: P | undefined;
  let drawing: VNode<P> | undefined;
  return (props) => {
    if (!drawing || Object.keys(props).some((name) => props[name] !== before?.[name])) {
      before = props;
      drawing = h(part, props);
    }
    return drawing;
  };
}
