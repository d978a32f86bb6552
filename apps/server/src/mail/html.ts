import { escapeUTF8 } from 'entities';

/** A mail's text as simple HTML: its paragraphs, which are separated by blank lines. */
export const htmlOf = (text: string): string =>
  [
    '<!doctype html><html lang="en"><body style="font: 16px/1.5 system-ui, sans-serif; color: #1b1f24; max-width: 36em">',
    ...text
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escapeUTF8(paragraph).replaceAll('\n', '<br>')}</p>`),
    '</body></html>',
  ].join('\n');
