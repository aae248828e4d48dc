/** The names of errors that a browser may report. Any other is reported as `Error`. */
export const ERROR_NAMES = [
  "Error",
  "TypeError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "URIError",
  "EvalError",
  "DOMException",
] as const;

/** How many of the innermost frames are reported. */
export const FRAMES_MAX = 5;
