const STYLE_SHEET = /<link rel="stylesheet" href="((\/assets\/[\w.-]+\.css)#?)"/g;

/** Longest time that scripts wait for the first picture, in milliseconds. */
const LONGEST_WAIT = 1000;

/**
 * Loads the waiting scripts and style sheets after the first frame with the first picture, or at
 * once if the page is in the background. Six links at a time, the number of connections that
 * browsers open to a host: more would block a slow processor for long.
 */
const WAKE = `<script>document.addEventListener('DOMContentLoaded', () => {
  const wake = () => {
    const links = [...document.querySelectorAll('link[rel=waiting]')];
    for (const link of links.slice(0, 6)) link.rel = link.media ? 'stylesheet' : 'modulepreload';
    if (links.length > 6) return setTimeout(wake);
    const script = document.querySelector('script[type=waiting]');
    script.type = 'module';
    // Browsers look at the type of a script again only when it is inserted again.
    script.parentNode.insertBefore(script, script.nextSibling);
  };
  const painted = () => { requestAnimationFrame(() => setTimeout(wake)); };
  const first = document.querySelector('img[fetchpriority=high], video[poster]');
  const picture = first?.poster ? Object.assign(new Image(), { src: first.poster }) : first;
  if (document.hidden) wake();
  else if (!picture) painted();
  else Promise.race([picture.decode(), new Promise((resolve) => setTimeout(resolve, ${LONGEST_WAIT}))]).then(painted, painted);
});</script>`;

/**
 * A built page with its style sheets inline and its scripts loaded after the first frame.
 *
 * The links to the sheets stay, because React hydrates them and other pages use the cached files;
 * their media query never matches (docs/decisions/008-scripts-after-the-first-frame.md).
 *
 * @param sheet the text of a style sheet of the site by its address.
 */
export async function paintedEarly(
  html: string,
  sheet: (address: string) => Promise<string>,
): Promise<string> {
  const sheets = [...html.matchAll(STYLE_SHEET)].map(([, , path = '']) => path);
  if (sheets.length === 0) return html;
  const styles = await Promise.all(sheets.map(sheet));
  return html
    .replace('</head>', () => `<style>${styles.join('')}</style>${WAKE}</head>`)
    .replaceAll(STYLE_SHEET, '<link rel="waiting" media="not all" href="$1"')
    .replaceAll('<link rel="modulepreload"', '<link rel="waiting"')
    .replaceAll('<script type="module"', '<script type="waiting"');
}
