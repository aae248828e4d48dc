import { type FunctionComponent, h, type VNode } from "preact";

/** Draws a part anew only when something that it is drawn from has changed: the same drawing is not even looked at. */
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
