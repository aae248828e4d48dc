import { useEffect, useState } from "react";

/** A reply that isn't stored yet, without its formatting. What reads that is loaded with the first such reply. */
export function UnsentPreview({ body }: { body: string }) {
  const [preview, setPreview] = useState({ body, text: body });
  useEffect(() => {
    let isCurrent = true;
    import("#platform/formatted-text/parse.ts").then(
      ({ plainText }) => isCurrent && setPreview({ body, text: plainText(body) }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [body]);
  return preview.body === body ? preview.text : body;
}
