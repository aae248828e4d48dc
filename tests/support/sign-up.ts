import { expect } from "@playwright/test";

/** The first owner of a service that is not the one under test, with a site called Shop. */
export async function signUp(baseUrl: string): Promise<{ token: string; siteKey: string }> {
  const post = async (path: string, body: object, token?: string) => {
    const response = await fetch(baseUrl + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return response.json();
  };
  const { token } = await post("/auth/register", { email: "owner@example.com", password: "correct horse battery" });
  // Its replies aren't held after Send.
  await fetch(`${baseUrl}/account`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ preferences: { holdSeconds: 0 } }),
  });
  const { site } = await post("/sites", { name: "Shop" }, token);
  return { token, siteKey: site.publicKey };
}
