import { callApi } from "#components/api/call-api.ts";
import type { LiveInbox } from "#components/live/live-inbox.ts";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";

// As lib/outbox/channels/kinds/push.ts writes it.
const TAG = /^conversation-(.+)$/;

/** Closes this browser's push notifications about conversations that are known to be read or deleted. */
export async function closeRead({ known }: Pick<LiveInbox, "known">): Promise<void> {
  for (const { id, notification } of await shown()) {
    if (known.isDeleted(id) || known.get().get(id)?.unreadCount === 0) notification.close();
  }
}

/** Does so for conversations that were read or deleted while no page was open. Returns whether each could be checked. */
export async function closeReadMeanwhile({ known }: Pick<LiveInbox, "known">): Promise<boolean> {
  for (const { id } of await shown()) {
    const result = await callApi<{ conversation: ConversationJson }>(`/conversations/${id}`);
    if (result.ok) known.learn([result.value.conversation]);
    else if (result.problem.code === "not_found") known.forget(id);
    else return false;
  }
  await closeRead({ known });
  return true;
}

async function shown() {
  const registration = await navigator.serviceWorker.getRegistration();
  const notifications = (await registration?.getNotifications()) ?? [];
  return notifications.flatMap((notification) => {
    const [, id] = TAG.exec(notification.tag) ?? [];
    return id === undefined ? [] : [{ id, notification }];
  });
}
