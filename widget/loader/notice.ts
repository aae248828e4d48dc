import { loaderWords } from "../words/en.ts";
import { element } from "./element.ts";

/** Says in place of the frame that it is on its way, or that it did not come and what to do. */
export function createNotice(onRetry: () => void, onClose: () => void) {
  const node = element("div", { class: "n", role: "status" });
  const words = element("p", {});
  const retry = element("button", { type: "button" }, loaderWords.retry);
  const dismiss = element("button", { type: "button" }, loaderWords.close);
  retry.onclick = onRetry;
  dismiss.onclick = onClose;
  node.append(words, retry, dismiss);

  return {
    node,
    say: (text: string, failed: boolean) => {
      words.textContent = text;
      retry.hidden = dismiss.hidden = !failed;
    },
  };
}
