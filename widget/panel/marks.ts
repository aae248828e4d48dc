/** Finds what may be formatting or a link. A text without it is shown as it is, without more code. */
export const MARKS = /:\/\/|@\w|([*_`]).+\1|]\(|^([>*-]|\d+\.)\s|:[\w+-]+:/m;
