const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it may stand in HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** A mail's text as simple HTML: its paragraphs, which are separated by blank lines. */
export const htmlOf = (text: string): string =>
  [
    '<!doctype html><html lang="en"><body style="font: 16px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 36em">',
    ...text
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`),
    '</body></html>',
  ].join('\n');
