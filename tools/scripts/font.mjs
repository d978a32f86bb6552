/**
 * Subsets our fonts to the characters and weights that the pages use, about half the bytes of the whole fonts.
 * Writes apps/web/app/fonts/*-core.{woff2,css}. Other characters, such as those of a visitor's name, come from the whole fonts of the packages.
 * Usage: node tools/scripts/font.mjs
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web/app/fonts');
const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
const signs = `${ASCII}\u00a0©°±²³µ·¹×éôø–—‘’“”•…−`;

const range = [
  'U+20-7E',
  ...[...signs.slice(ASCII.length)].map(
    (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  ),
].join(',');

for (const [name, family, weights] of [
  ['inter', 'Inter Variable', '100 900'],
  ['jetbrains-mono', 'JetBrains Mono Variable', '100 800'],
]) {
  const whole = createRequire(join(folder, 'x')).resolve(
    `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
  );
  const font = await subsetFont(await readFile(whole), signs, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  await writeFile(join(folder, `${name}-core.woff2`), font);
  await writeFile(
    join(folder, `${name}-core.css`),
    `/* Made by tools/scripts/font.mjs. Stands after the whole font, whose place it takes for its signs. */
@font-face {
  font-family: '${family}';
  font-style: normal;
  font-display: swap;
  font-weight: ${weights};
  src: url('./${name}-core.woff2') format('woff2-variations');
  unicode-range: ${range};
}
`,
  );
  console.log(`${name}-core.woff2: ${(font.length / 1000).toFixed(1)} kB`);
}
