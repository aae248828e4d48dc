import type { Identity } from "../bridge.ts";
import { warn } from "../loader/guard.ts";
import type { PagePart } from "../loader/page-part.ts";
import { judgeIdentity } from "./identity.ts";

const proofOf = ({ id, hash }: Identity) => (hash ? `${hash.toLowerCase()} ${id}` : "");

/** Tracks who the page says its visitor is. A frame belongs to one person: for another, a new one replaces it. */
export function createVisitor(page: PagePart) {
  let warned = "";
  let proof = "";
  let refused = "";

  /** The usable part of what the page says. Its developer gets one warning about the rest. */
  const read = (): Identity => {
    if (page.visitor === undefined) return {};
    const { identity, faults } = judgeIdentity(page.visitor);
    if (warned !== `${faults}`)
      for (const name of faults) warn(`the ${name} given to identify cannot be used and is left out`);
    warned = `${faults}`;
    if (refused && proofOf(identity) === refused) delete identity.hash;
    return identity;
  };

  return {
    read,
    /** The visitor that a new frame is for. */
    readForFrame: () => {
      const identity = read();
      proof = proofOf(identity);
      return identity;
    },
    isForFrame: (identity: Identity) => proofOf(identity) === proof,
    /** The service rejected the frame's hash, so the id is only a label. */
    refuse: () => {
      refused = proof;
      warn("the hash given to identify does not prove the id, so the visitor is not verified");
    },
  };
}
