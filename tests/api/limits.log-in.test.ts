import { expect, test } from "@playwright/test";
import { readProblem } from "../support/api-client.ts";
import { newEmail, newOwner, PASSWORD } from "../support/factories.ts";
import { inARow, type LimitedProcess, limitedProcess, newAddress, times } from "../support/limited-process.ts";

let service: LimitedProcess;

test.beforeAll(async () => {
  service = await limitedProcess({ LIMIT_LOGIN: "3", LIMIT_LOGIN_ADDRESS: "4" });
});

test.afterAll(() => service.stop());

const logIn = (email: string, password: string, from?: string) =>
  service.ask("POST", "/auth/login", { body: { email, password }, ...(from !== undefined && { from }) });

/** The dashboard's door: next-auth's own route, with what it wants from a form. */
async function enterByForm(email: string, password: string, from = newAddress(), { baseUrl } = service) {
  const csrf = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const [cookie = ""] = csrf.headers.getSetCookie().map((line) => line.split(";")[0]);
  return fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: "POST",
    headers: { Cookie: cookie, "X-Forwarded-For": from },
    body: new URLSearchParams({ email, password, csrfToken, json: "true" }),
  });
}

test("after too many wrong passwords no one can log in, even with the right one, whether the email is known or not (A22)", async () => {
  const { email } = await newOwner();
  const refusals = [];
  for (const address of [email, newEmail()]) {
    expect(inARow(await times(4, (at) => logIn(address, `wrong ${at}`)))).toBe("401 x3, 429 x1");
    refusals.push(await logIn(address, PASSWORD));
  }
  const [known, unknown] = refusals.map((response) => {
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(response.headers.get("ratelimit-policy")).toBe('"log-in";q=3;w=900');
    return { ...readProblem(response, "rate_limited"), requestId: "" };
  });
  expect(known).toEqual(unknown);
});

test("counts every spelling of an email as the same (A22)", async () => {
  const { email } = await newOwner();
  const responses = [
    await logIn(email, "wrong"),
    await logIn(email.toUpperCase(), "wrong"),
    await logIn(email.replace("o", "Ｏ"), "wrong"),
    await logIn(email.replace("@", "＠"), "wrong"),
  ];
  expect(inARow(responses)).toBe("401 x3, 429 x1");
});

test("counts tries through the API and the login page together, and each says when to try again (A22)", async () => {
  const { email } = await newOwner();
  expect((await logIn(email, "wrong")).status).toBe(401);
  for (const _ of [1, 2]) expect((await enterByForm(email, "wrong")).status).toBe(401);
  const door = await enterByForm(email, PASSWORD);
  expect(door.status).toBe(429);
  expect(Number(door.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await door.json()).toMatchObject({ code: "rate_limited", status: 429 });
  expect(door.headers.getSetCookie().some((line) => line.includes("session-token"))).toBe(false);
  expect((await logIn(email, PASSWORD)).status).toBe(429);
});

test("concurrent tries don't get around the limit (A22)", async () => {
  const { email } = await newOwner();
  const responses = await Promise.all(Array.from({ length: 20 }, () => logIn(email, "wrong")));
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(17);
});

test("doesn't count a successful login, so no one locks themselves out", async () => {
  const { email } = await newOwner();
  expect(inARow(await times(2, () => logIn(email, "wrong")))).toBe("401 x2");
  expect(inARow(await times(3, () => logIn(email, PASSWORD)))).toBe("200 x3");
  expect((await enterByForm(email, PASSWORD)).status).toBe(200);
  expect(inARow(await times(2, () => logIn(email, "wrong")))).toBe("401 x1, 429 x1");
});

test("limits wrong passwords per address, through the API and the login page, whatever the emails are (A22)", async () => {
  const { email } = await newOwner();
  const from = newAddress();
  expect(inARow(await times(3, () => logIn(newEmail(), "wrong", from)))).toBe("401 x3");
  expect((await enterByForm(newEmail(), "wrong", from)).status).toBe(401);
  const refused = await logIn(newEmail(), "wrong", from);
  expect(refused.headers.get("ratelimit-policy")).toBe('"log-in-address";q=4;w=900');
  expect((await enterByForm(newEmail(), "wrong", from)).status).toBe(429);
  expect((await logIn(email, PASSWORD, newAddress())).status).toBe(200);
});

test("counts wrong passwords sent with a session too, so a stolen one can't be used to guess the password (A22)", async () => {
  const { email, token } = await newOwner();
  const change = (currentPassword: string) =>
    service.ask("PATCH", "/account", { token, body: { email: newEmail(), currentPassword } });
  const responses = await times(4, () => change("wrong"));
  expect(responses.map(({ status }) => status).at(-1)).toBe(429);
  expect((await change(PASSWORD)).status).toBe(429);
  expect((await logIn(email, PASSWORD)).status).toBe(200);
});

test("failed logins by a stranger don't keep the logged-in owner from changing the password", async () => {
  const { email, token } = await newOwner();
  expect(inARow(await times(4, () => logIn(email, "wrong")))).toBe("401 x3, 429 x1");
  const body = { currentPassword: PASSWORD, newPassword: "another horse, another battery" };
  expect((await service.ask("POST", "/account/password", { token, body })).status).toBe(204);
});

test("one address can log in only so often a minute, since each login costs others a hash's time", async () => {
  const { email } = await newOwner();
  const from = newAddress();
  expect(inARow(await times(3, () => logIn(email, PASSWORD, from)))).toBe("200 x3");
  expect((await enterByForm(email, PASSWORD, from)).status).toBe(200);
  const refused = await logIn(email, PASSWORD, from);
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"log-in-tries";q=4;w=60']);
  expect((await enterByForm(email, PASSWORD, from)).status).toBe(429);
  expect((await logIn(email, PASSWORD)).status).toBe(200);
});

test("counts requests to the login page's route by address, whatever their result (E1)", { tag: "@all" }, async () => {
  const { email } = await newOwner();
  await using narrow = await limitedProcess({ LIMIT_ADDRESS: "3" });
  const from = newAddress();
  for (const _ of [1, 2, 3]) expect((await enterByForm(email, PASSWORD, from, narrow)).status).toBe(200);
  const refused = await enterByForm(email, PASSWORD, from, narrow);
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"address";q=3;w=60']);
  expect((await enterByForm(email, PASSWORD, newAddress(), narrow)).status).toBe(200);
});

test("a logged-in owner can prove the password only so often a minute, even correctly", async () => {
  const { email, token } = await newOwner();
  const body = { email, currentPassword: PASSWORD };
  const change = (method = "PATCH", path = "/account", given: object = body) =>
    service.ask(method, path, { token, body: given });
  expect(inARow(await times(3, () => change()))).toBe("200 x3");
  const refused = [
    await change(),
    await change("POST", "/account/password", { currentPassword: PASSWORD, newPassword: PASSWORD }),
    await change("DELETE", "/account", { currentPassword: PASSWORD }),
  ];
  for (const response of refused) readProblem(response, "rate_limited");
  expect(refused[0]?.headers.get("ratelimit-policy")).toBe('"password-tries";q=3;w=60');
  expect((await logIn(email, PASSWORD)).status).toBe(200);
});
