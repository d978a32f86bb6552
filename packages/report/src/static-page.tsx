import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { STYLE } from './style.ts';

/** A report as an HTML file that needs no other. */
export const pageText = (title: string, body: ReactNode): string =>
  `<!doctype html>\n${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>{body}</body>
    </html>,
  )}\n`;
