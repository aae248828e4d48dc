// Waits for a service that starts on PORT, then does what its first user does: an account, a site, and a visitor's
// message. Plain JavaScript for any Node from 20 on. Usage: PORT=… node first-message.mjs PROCESS_ID_OF_NPM_START
const base = `http://127.0.0.1:${process.env.PORT}`;
const starting = Number(process.argv[2]);
const started = Date.now();

async function post(path, body, token) {
  const response = await fetch(base + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function firstPage() {
  for (;;) {
    const page = await fetch(`${base}/signup`).catch(() => undefined);
    if (page?.ok) return page.text();
    // Before that, it's still being built.
    if (page && page.status < 500) throw new Error(`/signup: ${page.status}`);
    process.kill(starting, 0);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

await firstPage();
process.stdout.write(`first page after ${Math.round((Date.now() - started) / 1000)} s\n`);
const account = { email: "first@example.com", password: "a long first password" };
const { token } = await post("/auth/register", account);
const { site } = await post("/sites", { name: "Shop" }, token);
const visit = await post("/public/widget-session", { siteKey: site.publicKey });
const { conversationId } = await post("/public/conversations", { message: "Is this open?" }, visit.token);
process.stdout.write(`a message is in conversation ${conversationId}\n`);
