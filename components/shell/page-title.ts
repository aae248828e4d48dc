/** The title of a page that is named by somebody else: Next's template reads `$&` and its like as what to put in. */
export const pageTitle = (name: string) => ({ absolute: `${name} · Site Inbox` });
