const PUBLIC_KEY = /^[\w-]{1,100}$/;

/** Whether this is in the form of a site's public key, so that nothing else is ever asked of the database. */
export const isPublicKey = (text: string): boolean => PUBLIC_KEY.test(text);
