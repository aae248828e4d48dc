import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { pick, type Random } from "./random.ts";
import type { BrowserOrder, BrowserReport, Shown } from "./visitor-browser.ts";

type Options = { baseUrl: string; siteKey: string; name: string; tabs: number; storageFile: string };
type Screen = { conversationId: string | undefined; messages: Shown[]; isWhole: boolean; unsent: number };

/** A visitor with one browser, in which the site is open in one tab or several; the panel's own code runs in it. */
export class ChaosVisitor {
  readonly name: string;
  /** Everything that the outbox took, in the order it was written. */
  readonly written: string[] = [];
  readonly acknowledged: Shown[] = [];
  readonly #options: Options;
  #screens = new Map<number, Screen>();
  #browser: ChildProcess;
  #unkept = 0;
  #count = 0;

  constructor(options: Options) {
    this.#options = options;
    this.name = options.name;
    this.#browser = this.#start();
  }

  get screens(): Screen[] {
    return [...this.#screens.values()];
  }

  /** Whether every tab is there and none has anything left to send. */
  get isDone(): boolean {
    return (
      this.#unkept === 0 &&
      this.#screens.size === this.#options.tabs &&
      this.screens.every(({ unsent }) => unsent === 0)
    );
  }

  write(random: Random): void {
    const tab = pick(random, [...this.#screens.keys()]);
    if (tab === undefined) return;
    this.#count += 1;
    this.#unkept += 1;
    this.#send({ kind: "write", tab, text: `${this.name} writes ${this.#count}` });
  }

  /** Scrolls up where a screen does not reach to the beginning yet. */
  showOlder(): void {
    for (const [tab, { isWhole }] of this.#screens) if (!isWhole) this.#send({ kind: "load older", tab });
  }

  /** Kills the browser and starts it again; what it had stored is all that is left. */
  crash(): boolean {
    // What it was just told to write it may or may not have kept: then nothing could be said of it.
    if (this.#unkept > 0) return false;
    this.#browser.kill("SIGKILL");
    this.#screens = new Map();
    this.#browser = this.#start();
    return true;
  }

  async close(): Promise<void> {
    const ended = once(this.#browser, "exit");
    if (this.#browser.kill("SIGKILL")) await ended;
  }

  #send(order: BrowserOrder): void {
    this.#browser.send(order);
  }

  #start(): ChildProcess {
    const { baseUrl, siteKey, tabs, storageFile } = this.#options;
    const browser = fork("tests/chaos/visitor-browser.ts", [baseUrl, siteKey, `${tabs}`], {
      execArgv: ["--experimental-webstorage", `--localstorage-file=${storageFile}`],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    browser.on("message", (report: BrowserReport) => {
      if (report.kind === "kept") {
        this.#unkept -= 1;
        this.written.push(report.text);
      }
      if (report.kind === "acknowledged") this.acknowledged.push(report);
      if (report.kind === "shown" && browser === this.#browser) this.#screens.set(report.tab, report);
    });
    return browser;
  }
}
