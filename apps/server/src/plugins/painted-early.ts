import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const STYLE_SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"/g;

/**
 * A built page that a slow connection paints sooner: its style sheets stand in it, and its scripts give way to its pictures.
 *
 * The links stay, because React expects to find them; with a media query that never holds they keep nothing waiting.
 */
export async function paintedEarly(html: string, folder: string): Promise<string> {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, path = '']) => path);
  if (sheets.length === 0) return html;
  const styles = await Promise.all(sheets.map((path) => readFile(join(folder, path), 'utf8')));
  return html
    .replace('</head>', () => `<style>${styles.join('')}</style></head>`)
    .replaceAll(STYLE_SHEET, (link) => `${link} media="not all"`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
