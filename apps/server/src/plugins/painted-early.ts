import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const STYLE_SHEET = /<link rel="stylesheet" href="((\/assets\/[\w.-]+\.css)#?)"/g;

/** For the first picture, in ms: pages come to life without it too. */
const LONGEST_WAIT = 1000;

/**
 * Wakes what waits in the page once it was seen with its first picture; nobody sees a page that was opened in the background.
 * A few links at a time, as many as browsers ask a host for at once: each costs a slow processor some milliseconds.
 */
const WAKE = `<script>document.addEventListener('DOMContentLoaded', () => {
  const wake = () => {
    const links = [...document.querySelectorAll('link[rel=waiting]')];
    for (const link of links.slice(0, 6)) link.rel = link.media ? 'stylesheet' : 'modulepreload';
    if (links.length > 6) return setTimeout(wake);
    const script = document.querySelector('script[type=waiting]');
    script.type = 'module';
    // A script is looked at again when it is put in anew.
    script.parentNode.insertBefore(script, script.nextSibling);
  };
  const painted = () => { requestAnimationFrame(() => setTimeout(wake)); };
  const picture = document.querySelector('img[fetchpriority=high]');
  if (document.hidden) wake();
  else if (!picture) painted();
  else Promise.race([picture.decode(), new Promise((resolve) => setTimeout(resolve, ${LONGEST_WAIT}))]).then(painted, painted);
});</script>`;

/**
 * A built page that is painted sooner: its style sheets stand in it, its scripts are asked for after its first frame.
 *
 * The links to the sheets stay, because React expects to find them as they were and later pages profit from their files; their media query never holds.
 */
export async function paintedEarly(html: string, folder: string): Promise<string> {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, , path = '']) => path);
  if (sheets.length === 0) return html;
  const styles = await Promise.all(sheets.map((path) => readFile(join(folder, path), 'utf8')));
  return html
    .replace('</head>', () => `<style>${styles.join('')}</style>${WAKE}</head>`)
    .replaceAll(STYLE_SHEET, '<link rel="waiting" media="not all" href="$1"')
    .replaceAll('<link rel="modulepreload"', '<link rel="waiting"')
    .replaceAll('<script type="module"', '<script type="waiting"');
}
