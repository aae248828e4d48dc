// The elements that translators insert instead of a text.
const TRANSLATED = "FONT";

const getParent = Object.getOwnPropertyDescriptor(Node.prototype, "parentNode")?.get;
/** Returns a node's real parent: null for a text that a translator took out of the page. */
const parentOf = (node: Node): ParentNode | null => getParent?.call(node) ?? null;

// By node that a translator took out of the page: what's there instead.
const replacements = new WeakMap<Node, ChildNode>();
// By such an element: the texts that it replaced, in their order.
const originals = new WeakMap<Node, ChildNode[]>();

/**
 * Keeps a page working while a translator (Chrome's, Google's, an extension's) replaces texts by elements of its own.
 * React and Preact keep the texts that they created. Without this, they throw when they remove such a text or insert
 * something next to it (facebook/react#11538), and what they change in it stays invisible. `missed` are the changes of the
 * page before, at least since the first that a translator made.
 */
export function followTranslators(page: Document, missed: MutationRecord[] = []): void {
  new MutationObserver(noteReplacements).observe(page, { childList: true, subtree: true });
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const shown = shownIn(this, child);
      const others = shown && originals.get(shown)?.filter((text) => text !== child);
      if (shown && others?.length) bringBack(shown, others);
      else if (shown) removeChild.call(this, shown);
      return child;
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      if (node.nodeType === Node.TEXT_NODE) replacementOf(node)?.remove();
      return insertBefore.call(this, node, next && shownIn(this, next));
    },
    appendChild(this: Node, node: Node) {
      if (node.nodeType === Node.TEXT_NODE) replacementOf(node)?.remove();
      return appendChild.call(this, node);
    },
  });
  // Preact looks for a text's parent, and removes the text itself.
  Object.defineProperty(Text.prototype, "parentNode", {
    configurable: true,
    get(this: Text) {
      return parentOf(this) ?? (replacementOf(this)?.parentNode || null);
    },
  });
  Text.prototype.remove = function remove() {
    this.parentNode?.removeChild(this);
  };
  showChanges(Node.prototype, "nodeValue");
  showChanges(CharacterData.prototype, "data");
  // What they changed meanwhile shows, too.
  for (const text of noteReplacements(missed)) showAgain(text);
}

/** Returns the texts that were replaced. */
function noteReplacements(records: MutationRecord[]): Node[] {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
  const isTranslated = (node?: Node | null) =>
    node instanceof Element && node.nodeName === TRANSLATED && added.has(node);
  return records.flatMap(({ removedNodes, addedNodes, previousSibling, nextSibling }) =>
    [...removedNodes].filter((removed) => {
      const nearby = [addedNodes[0], previousSibling, nextSibling];
      const replacement = removed.nodeName === TRANSLATED ? addedNodes[0] : nearby.find(isTranslated);
      return (replacement instanceof Element || replacement instanceof Text) && note(removed, replacement);
    }),
  );
}

function note(removed: Node, replacement: Element | Text): boolean {
  const texts = removed instanceof Text ? [removed] : (originals.get(removed) ?? []);
  // A text that came back replaces its translation.
  if (texts.some((text) => text === replacement)) return false;
  replacements.set(removed, replacement);
  originals.set(replacement, [...(originals.get(replacement) ?? []), ...texts]);
  return removed instanceof Text;
}

/** Returns the child of `parent` that is, contains or replaced a node; null if there isn't one. */
function shownIn(parent: Node, child: Node): ChildNode | null {
  for (let node: Node | null | undefined = child; node; node = parentOf(node) ?? replacements.get(node)) {
    if (parentOf(node) === parent) return node as ChildNode;
  }
  return null;
}

/** Returns what a translator shows instead of a text, if that's in the page. */
function replacementOf(text: Node): ChildNode | undefined {
  let shown: ChildNode | undefined;
  for (let node: Node = text; !parentOf(node); node = shown) {
    shown = replacements.get(node);
    if (!shown) return undefined;
  }
  return shown;
}

function showChanges(prototype: CharacterData | Node, property: "data" | "nodeValue"): void {
  const { set, ...described } = Object.getOwnPropertyDescriptor(prototype, property) ?? {};
  Object.defineProperty(prototype, property, {
    ...described,
    set(this: Node, value: string | null) {
      set?.call(this, value);
      showAgain(this);
    },
  });
}

// Puts the text back instead of its translation. The translator then translates it again.
function showAgain(text: Node): void {
  const shown = replacementOf(text);
  if (shown) bringBack(shown, originals.get(shown) ?? []);
}

function bringBack(shown: ChildNode, texts: ChildNode[]): void {
  shown.replaceWith(...texts);
  for (const text of texts) replacements.delete(text);
}
