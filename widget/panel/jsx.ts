// The build inserts h and Fragment wherever there's markup, which is smaller than the automatic runtime.
export { Fragment, h } from "preact";
