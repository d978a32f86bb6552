/**
 * Cuts our text font to the signs that our pages are set in, and to the weights they use: under half of the bytes that the first page waits for.
 * Writes apps/web/app/fonts/inter-core.{woff2,css}. Every other sign, such as in a visitor's name, comes from the package's whole files.
 * Usage: node scripts/font.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../apps/web/app/fonts');
const whole = createRequire(join(folder, 'x')).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
const signs = `${ASCII}\u00a0©°±²³µ·¹×éôø–—‘’“”•…−`;

const font = await subsetFont(await readFile(whole), signs, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 600 } } });
const range = ['U+20-7E', ...[...signs.slice(ASCII.length)].map((sign) => `U+${sign.codePointAt(0).toString(16).toUpperCase()}`)];
await writeFile(join(folder, 'inter-core.woff2'), font);
await writeFile(join(folder, 'inter-core.css'), `/* Made by scripts/font.mjs. Stands after the whole font, whose place it takes for its signs. */
@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url('./inter-core.woff2') format('woff2-variations');
  unicode-range: ${range.join(',')};
}
`);
console.log(`inter-core.woff2: ${(font.length / 1000).toFixed(1)} kB`);
