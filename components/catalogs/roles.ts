import { catalog } from "#platform/catalog.ts";

/** What a person is in a workspace. */
export const rolesCopy = catalog("roles", {
  owner: "Owner",
  admin: "Admin",
  agent: "Agent",
  suspended: "Suspended",
});
