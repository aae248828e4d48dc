const SHOW_MS = 6000;

/** Shows that the other side is writing until it has not been told for a while. */
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
