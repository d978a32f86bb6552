import { Marked } from 'marked';
import { documentAt, pageOfDocument, pathOfDocument } from './documents.ts';

/** A document as a page shows it. */
export interface DocumentPage {
  readonly title: string;
  readonly html: string;
  /** Its headings of the second level. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** Where the site has a picture of the folder docs/media. */
export const addressOfMedia = (file: string): `/${string}` => `/documents/media/${file}`;

const ANCHOR = /<a id="([^"]+)"><\/a>/g;

/** What GitHub makes of a heading for addresses. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d _-]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Where a link of a document leads on the site; undefined for what the site does not have, such as
 * source files.
 *
 * @param name of the document, in which links are relative.
 */
function targetOf(
  href: string,
  name: string,
  hasPage: (name: string) => boolean,
): string | undefined {
  if (/^(?:#|https?:)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file:///${pathOfDocument(name)}.md`);
  const document = documentAt(pathname.slice(1));
  if (document !== undefined)
    return hasPage(document) ? pageOfDocument(document) + hash : undefined;
  const [, file] = /^\/docs\/media\/(.+\.\w+)$/.exec(pathname) ?? [];
  return file && addressOfMedia(file);
}

/**
 * The page of a document. Its documents and pictures are linked as the site has them; links to what
 * it does not have are plain text.
 *
 * @param name of the document, without the ending.
 * @param hasPage whether a document is a page too.
 */
export function documentPage(
  name: string,
  markdown: string,
  hasPage: (name: string) => boolean,
): DocumentPage {
  const anchors = new Set([...markdown.matchAll(ANCHOR)].map(([, id]) => id));
  const sections: { readonly id: string; readonly title: string }[] = [];
  let title = '';
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const plain = text.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '');
        if (depth === 1) {
          title = plain;
          return '';
        }
        const id = slugOf(plain);
        if (depth === 2) sections.push({ id, title: plain });
        const place = anchors.has(id) ? '' : ` id="${id}"`;
        return `<h${depth}${place}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const to = targetOf(href, name, hasPage);
        return to === undefined ? content : `<a href="${escaped(to)}">${content}</a>`;
      },
      image({ href, text }) {
        const from = targetOf(href, name, hasPage) ?? '';
        return `<img src="${escaped(from)}" alt="${escaped(text)}" loading="lazy">`;
      },
      // A wide table or command scrolls by itself, by keys too.
      table(token) {
        const cells = (row: typeof token.header): string =>
          row
            .map(({ tokens, align, header }) => {
              const side = align ? ` align="${align}"` : '';
              // Above a column of names there may be nothing.
              const tag = header && tokens.length > 0 ? 'th' : 'td';
              return `<${tag}${side}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join('');
        const body = token.rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
        return `<div data-wide tabindex="0"><table><thead><tr>${cells(token.header)}</tr></thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text }) {
        return `<pre data-wide tabindex="0"><code>${escaped(text)}</code></pre>\n`;
      },
    },
  });
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll(/<p>(<a id="[^"]+"><\/a>)\s*<\/p>/g, '$1');
  return { title, html, sections };
}
