import type { Identity } from "../bridge.ts";
import { warn } from "../loader/guard.ts";
import type { PagePart } from "../loader/page-part.ts";
import { judgeIdentity } from "./identity.ts";

const proofOf = ({ id, hash }: Identity) => (hash ? `${hash.toLowerCase()} ${id}` : "");

/** Who the page says its visitor is. A frame is one person's: for another, a new one comes in its place. */
export function createVisitor(page: PagePart) {
  let told = "";
  let proof = "";
  let refused = "";

  /** What can be used of what the page says; its developer is told of the rest, once. */
  const read = (): Identity => {
    if (page.visitor === undefined) return {};
    const { identity, faults } = judgeIdentity(page.visitor);
    if (told !== `${faults}`)
      for (const name of faults) warn(`the ${name} given to identify cannot be used and is left out`);
    told = `${faults}`;
    if (refused && proofOf(identity) === refused) delete identity.hash;
    return identity;
  };

  return {
    read,
    /** Who a new frame is for. */
    readForFrame: () => {
      const identity = read();
      proof = proofOf(identity);
      return identity;
    },
    isForFrame: (identity: Identity) => proofOf(identity) === proof,
    /** The service did not take the hash that the frame has: the id is a label then, which proves nothing. */
    refuse: () => {
      refused = proof;
      warn("the hash given to identify does not prove the id, so the visitor is not verified");
    },
  };
}
