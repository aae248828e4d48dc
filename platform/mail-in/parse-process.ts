import { serveRequests } from "../child/serve-requests.ts";
import { readMail } from "./read-mail.ts";

/*
 * Parses mails that strangers sent, in a process without settings, secrets or connections. parse-mail.ts starts it, sends one request
 * at a time, and kills it if a mail takes too long.
 */
const MEMORY_MAX = 256 * 1024 ** 2;

serveRequests(MEMORY_MAX, readMail);
