/** Of each source of a visitor's attributes. Names and values are counted in code points. */
export const ATTRIBUTE_LIMITS = { perSource: 50, nameMax: 50, valueMax: 500 };
