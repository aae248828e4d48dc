// The build makes this a part of its own, loaded once a translator has changed the chat. Hardly anyone needs it.
export { followTranslators } from "#client/translated-texts.ts";
