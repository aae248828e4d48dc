/** Tailwind 4 for the dashboard's styles. */
export default { plugins: { "@tailwindcss/postcss": {} } };
