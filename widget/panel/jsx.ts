// The build writes h and Fragment wherever there is markup, which is smaller than what the automatic runtime needs.
export { Fragment, h } from "preact";
