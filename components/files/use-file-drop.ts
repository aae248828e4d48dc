"use client";

import { type DragEvent, useRef, useState } from "react";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Accepts files that are dropped on an element: its handlers, and whether files are being dragged over it. */
export function useFileDrop(onDrop: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  // The children of the element are entered before it's left.
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current += 1;
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) end();
    },
    // Otherwise, the browser would leave the page and show the file.
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = onDrop ? "copy" : "none";
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      end();
      onDrop?.([...event.dataTransfer.files]);
    },
  };
  return { handlers, isOver: isOver && onDrop !== undefined };
}
