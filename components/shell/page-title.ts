/** Builds a page title from someone else's text: Next's template would interpret `$&` and the like. */
export const pageTitle = (name: string) => ({ absolute: `${name} · Site Inbox` });
