import { element } from "../loader/element.ts";

type Words = { failed: string; retry: string; close: string };

/** Shows in place of the frame that it's loading, or that it failed and what to do. */
export function createNotice(words: Words, onRetry: () => void, onClose: () => void) {
  const node = element("div", { class: "n", role: "status" });
  const text = element("span", {});
  const retry = element("button", { type: "button" });
  const dismiss = element("button", { type: "button" });
  retry.textContent = words.retry;
  dismiss.textContent = words.close;
  node.append(text, retry, dismiss);

  return {
    node,
    listen: () => {
      retry.onclick = onRetry;
      dismiss.onclick = onClose;
    },
    show: (isFailed: boolean) => {
      text.textContent = isFailed ? words.failed : "…";
      retry.hidden = dismiss.hidden = !isFailed;
    },
  };
}

export type Notice = ReturnType<typeof createNotice>;
