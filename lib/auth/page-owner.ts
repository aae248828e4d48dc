import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { AppError } from "../errors.ts";
import { ownerOfToken } from "./owner-gate.ts";
import type { OwnerScope } from "./scopes.ts";
import { sessionCookieName } from "./session-cookie.ts";

/** The owner whose cookie came with this page's request, null for nobody. Asked once a request. */
export const findPageOwner = cache(async (): Promise<OwnerScope | null> => {
  const token = (await cookies()).get(sessionCookieName())?.value;
  if (!token) return null;
  try {
    return await ownerOfToken(token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
});

/** The owner of a dashboard page; anybody else goes to the log-in page. */
export async function requirePageOwner(): Promise<OwnerScope> {
  const scope = await findPageOwner();
  return scope ?? redirect("/login");
}
