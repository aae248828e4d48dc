/** By what two e-mail addresses are the same: unique after NFKC and lower-casing (contract.md section 3). */
export const emailKey = (email: string) => email.normalize("NFKC").toLowerCase();
