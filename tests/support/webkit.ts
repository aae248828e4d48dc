import { expect } from "@playwright/test";
import { freePort } from "../../server/http/free-port.ts";
import { CHAT_FRAME, type DrivenBrowser } from "./driven-browser.ts";
import { installedProgram } from "./installed-program.ts";
import { printed, startProgram } from "./start-program.ts";

const driver = installedProgram("WebKitWebDriver");
const display = installedProgram("Xvfb");

/** Why there's no WebKitGTK to test with, if it's missing. */
export const whyNoWebKit =
  driver && display ? undefined : "WebKitGTK isn't installed (webkit2gtk-driver and xvfb in Debian)";

const ENTER = "\uE007";

/** Starts WebKitGTK on a screen of its own, driven over WebDriver. Its locale is "C", and so is its language. */
export async function startWebKit(home: string): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack();
  const call = await startDriver(starting, home);
  const { sessionId } = (await call("POST", "/session", { capabilities: {} })) as { sessionId: string };
  starting.defer(async () => void (await call("DELETE", `/session/${sessionId}`)));
  const post = (path: string, body: object) => call("POST", `/session/${sessionId}${path}`, body);
  const evaluate = (expression: string) => post("/execute/sync", { script: `return (${expression})`, args: [] });
  let current: string | undefined;

  const newTab: DrivenBrowser["newTab"] = async () => {
    const { handle } = (await post("/window/new", { type: "window" })) as { handle: string };
    // Takes the focus away from frames, so only if another tab was in use.
    const enter = async () => {
      if (current !== handle) await post("/window", { handle });
      current = handle;
    };
    return {
      goto: async (url) => {
        await enter();
        await post("/url", { url });
      },
      evaluate: async (expression) => {
        await enter();
        return evaluate(expression);
      },
      evaluateInChat: async (expression) => {
        await enter();
        await post("/frame", { id: await evaluate(CHAT_FRAME) });
        try {
          return await evaluate(expression);
        } finally {
          await post("/frame", { id: null });
        }
      },
      clickAt: async (x, y) => {
        await enter();
        const press = [
          { type: "pointerMove", x, y, duration: 0 },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ];
        await post("/actions", { actions: [{ type: "pointer", id: "mouse", actions: press }] });
      },
      type: async (text) => {
        await enter();
        const press = [...text.replaceAll("\n", ENTER)].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]);
        await post("/actions", { actions: [{ type: "key", id: "keyboard", actions: press }] });
      },
    };
  };

  const running = starting.move();
  return { newTab, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Starts WebKit's driver and the screen for its browser, and returns how to call it. */
async function startDriver(stack: AsyncDisposableStack, home: string) {
  const screen = ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const { stdout } = startProgram(stack, { path: display ?? "", args: screen });
  const port = await freePort("127.0.0.1");
  const env = {
    DISPLAY: `:${await printed(stdout, /^(\d+)\n/)}`,
    HOME: home,
    LANG: "C.UTF-8",
    LIBGL_ALWAYS_SOFTWARE: "1",
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    // The browser would wait half a minute for a desktop that isn't there.
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
    NO_AT_BRIDGE: "1",
  };
  startProgram(stack, { path: driver ?? "", args: [`--port=${port}`, "--host=127.0.0.1"], env });

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const isUp = () => call("GET", "/status").then(Boolean, () => false);
  await expect.poll(isUp).toBe(true);
  return call;
}
