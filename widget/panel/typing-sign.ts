const SHOW_MS = 6000;

/** Shows the typing indicator until no notification has arrived for a while. */
export function createTypingSign(show: (isTyping: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    show(false);
  };
  return {
    begin: () => {
      clearTimeout(timer);
      timer = setTimeout(end, SHOW_MS);
      show(true);
    },
    end,
  };
}
