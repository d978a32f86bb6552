/** Text that stands in XML, between tags or in a quoted attribute, as the characters that it is. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
