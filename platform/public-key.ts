const PUBLIC_KEY = /^[\w-]{1,100}$/;

/** Whether a text has the format of a site's public key, so that nothing else is ever looked up. */
export const isPublicKey = (text: string): boolean => PUBLIC_KEY.test(text);
