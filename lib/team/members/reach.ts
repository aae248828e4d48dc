import { outranks, type Role } from "../../base/access/scopes.ts";

/** What a person may do in a workspace, and where. */
export type Membership = {
  role: Role;
  /** Null: all sites, those to come included. */
  siteIds: readonly string[] | null;
  standing: "active" | "suspended" | "removed";
};

/** A Membership as a query returns it. */
export type ReachRow = Omit<Membership, "siteIds"> & { siteIds: string[] | null };

/** Whether access to some sites includes access to others. */
export const covers = (held: Membership["siteIds"], given: Membership["siteIds"]): boolean =>
  held === null || given?.every((id) => held.includes(id)) === true;

/** Whether two people have a site in common, so that they see each other. */
export const sharesSites = (one: Membership["siteIds"], other: Membership["siteIds"]): boolean =>
  one === null || other === null || one.some((id) => other.includes(id));

/** Whether someone may change, suspend or remove a person: an admin anyone but owners, within the admin's own sites. */
export const mayManage = (actor: Membership, target: Membership): boolean =>
  outranks(actor.role, "admin") && outranks(actor.role, target.role) && covers(actor.siteIds, target.siteIds);
