import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const STYLE_SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"/g;

const MODULE = '<script type="module" async="">';

/** Starts the module that waits in the page once the page was seen; nobody sees a page that was opened in the background. */
const START_SEEN = `<script>document.addEventListener('DOMContentLoaded', () => {
  const start = () => {
    const module = document.querySelector('script[type=waiting]');
    module.type = 'module';
    // A script is looked at again when it is put in anew.
    module.parentNode.insertBefore(module, module.nextSibling);
  };
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
});</script>`;

/**
 * A built page that is painted sooner: its style sheets stand in it, its scripts give way to its pictures and start after its first frame.
 *
 * The links stay, because React expects to find them; with a media query that never holds they keep nothing waiting.
 */
export async function paintedEarly(html: string, folder: string): Promise<string> {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, path = '']) => path);
  if (sheets.length === 0) return html;
  const styles = await Promise.all(sheets.map((path) => readFile(join(folder, path), 'utf8')));
  return html
    .replace('</head>', () => `<style>${styles.join('')}</style>${html.includes(MODULE) ? START_SEEN : ''}</head>`)
    .replace(MODULE, '<script type="waiting" async="">')
    .replaceAll(STYLE_SHEET, (link) => `${link} media="not all"`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}
