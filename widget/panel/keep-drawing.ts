import { type FunctionComponent, h, type VNode } from "preact";

/** Memoizes a component: with the same props it returns the same element, which Preact skips. */
export function keepDrawing<P extends Record<string, unknown>>(part: FunctionComponent<P>): (props: P) => VNode<P> {
  let before: P | undefined;
  let drawing: VNode<P> | undefined;
  return (props) => {
    if (!drawing || Object.keys(props).some((name) => props[name] !== before?.[name])) {
      before = props;
      drawing = h(part, props);
    }
    return drawing;
  };
}
