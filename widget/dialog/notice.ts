import { element } from "../loader/element.ts";

type Words = { failed: string; retry: string; close: string };

/** Says in place of the frame that it is on its way, or that it did not come and what to do. */
export function createNotice(words: Words, onRetry: () => void, onClose: () => void) {
  const node = element("div", { class: "n", role: "status" });
  const text = element("span", {});
  const retry = element("button", { type: "button" });
  const dismiss = element("button", { type: "button" });
  retry.textContent = words.retry;
  dismiss.textContent = words.close;
  retry.onclick = onRetry;
  dismiss.onclick = onClose;
  node.append(text, retry, dismiss);

  return {
    node,
    show: (isFailed: boolean) => {
      text.textContent = isFailed ? words.failed : "…";
      retry.hidden = dismiss.hidden = !isFailed;
    },
  };
}

export type Notice = ReturnType<typeof createNotice>;
