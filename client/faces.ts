const EYES = "M9 9v1M15 9v1";
const HEAD = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

/** The faces of a rating from the worst to the best, as paths in a box of 24 by 24. */
export const FACES = [
  "M8 17q4-5 8 0M7.5 8l2.5 1.5M16.5 8L14 9.5",
  `M8.5 16q3.5-2.5 7 0${EYES}`,
  `M8.5 15h7${EYES}`,
  `M8.5 14.5q3.5 2.5 7 0${EYES}`,
  "M7.5 13.5h9q-1 4.5-4.5 4.5t-4.5-4.5M7.5 10q1.2-2 2.4 0M14.1 10q1.2-2 2.4 0",
].map((face) => HEAD + face);
