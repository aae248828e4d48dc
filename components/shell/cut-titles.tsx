"use client";

import { useEffect } from "react";

const CUT = ".truncate, [class*=line-clamp]";

/** Gives a text that its box cuts off a title, as soon as a pointer is over it, so that the whole of it can be read. */
export function CutTitles() {
  useEffect(() => {
    const own = new WeakSet<Element>();
    const update = ({ target }: PointerEvent) => {
      const box = target instanceof Element ? target.closest(CUT) : null;
      if (!box || (box.closest("[title]") && !own.has(box))) return;
      const isCut = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      own.add(box);
      if (isCut) box.setAttribute("title", box.textContent.trim());
      else box.removeAttribute("title");
    };
    document.addEventListener("pointerover", update);
    return () => document.removeEventListener("pointerover", update);
  }, []);
  return null;
}
