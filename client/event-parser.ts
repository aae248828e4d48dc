export type ParsedEvent = { type: string; data: string };

/**
 * Parses server-sent events from chunks of any size, cut anywhere. An event counts once its empty line has arrived.
 * Anything incomplete is dropped. A `retry` field is an event of that name.
 */
export function createEventParser(onEvent: (event: ParsedEvent) => void): (text: string) => void {
  let rest = "";
  let endedInReturn = false;
  let type = "";
  let data: string[] = [];

  const takeField = (name: string, value: string) => {
    if (name === "event") type = value;
    if (name === "data") data.push(value);
    if (name === "retry") onEvent({ type: name, data: value });
  };

  const takeLine = (line: string) => {
    if (line === "") {
      const event = { type: type || "message", data: data.join("\n") };
      const hasData = data.length > 0;
      type = "";
      data = [];
      if (hasData) onEvent(event);
      return;
    }
    const colon = line.indexOf(":");
    if (colon < 0) takeField(line, "");
    // A line that starts with a colon is a comment: its field has no name.
    else takeField(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ""));
  };

  return (text) => {
    if (text === "") return;
    // "\r\n" may be split between chunks. Its second half isn't a line of its own.
    const piece = endedInReturn && text.startsWith("\n") ? text.slice(1) : text;
    endedInReturn = text.endsWith("\r");
    const lines = (rest + piece).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) takeLine(line);
  };
}
