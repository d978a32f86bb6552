/**
 * Subsets our fonts to the characters and weights that the pages use, about half the bytes of the
 * whole fonts. Writes apps/web/app/fonts/*-core.{woff2,css}. Other characters, such as those of a
 * visitor's name, come from the whole fonts of the packages. For the footer's Korean line it
 * fetches Noto Sans KR from the npm registry and keeps the characters that this line uses; run it
 * again when the business details in site-config.ts change. Writes packages/report/fonts/inter.ttf
 * too, the face of reports as PDF, with Greek. Usage: node tools/scripts/font.mjs
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web/app/fonts');
const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
const signs = `${ASCII}\u00a0©°±²³µ·¹×éôø–—‘’“”•…−`;

/** Files whose Korean the footer shows. */
const koreanTexts = ['ui/footer/footer.tsx', 'site-config.ts'];

/** The Hangul of the footer's Korean line, sorted. */
export function koreanSigns() {
  const text = koreanTexts.map((file) => readFileSync(join(folder, '..', file), 'utf8')).join('');
  return [...new Set(text.match(/[\u3130-\u318f\uac00-\ud7a3]/gu))].sort().join('');
}

const codePoint = (sign) => `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;

/** Writes a subset as WOFF2 with the style sheet that declares it. */
async function save(name, font, { family, weights, format, range, note }) {
  await writeFile(join(folder, `${name}.woff2`), font);
  await writeFile(
    join(folder, `${name}.css`),
    `/* Made by tools/scripts/font.mjs. ${note} */
@font-face {
  font-family: '${family}';
  font-style: normal;
  font-display: swap;
  font-weight: ${weights};
  src: url('./${name}.woff2') format('${format}');
  unicode-range: ${range};
}
`,
  );
  console.log(`${name}.woff2: ${(font.length / 1000).toFixed(1)} kB`);
}

async function saveLatin() {
  const range = ['U+20-7E', ...Array.from(signs.slice(ASCII.length), codePoint)].join(',');
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
    await save(`${name}-core`, font, {
      family,
      weights,
      format: 'woff2-variations',
      range,
      note: 'Stands after the whole font, whose place it takes for its signs.',
    });
  }
}

/** The package of the Korean font: 50 MB, too much to install everywhere for some 50 characters. */
const KOREAN = '@fontsource/noto-sans-kr@5.3.0';
/** Inter with Greek, superscripts and signs of mathematics in one file. */
const WHOLE_INTER = 'inter-ui@4.1.1';

/** Fetches a package from the registry into a new folder. */
async function fetchPackage(name) {
  const fetched = await mkdtemp(join(tmpdir(), 'font-'));
  const [archive] = JSON.parse(
    execFileSync('npm', ['pack', '--json', name], { cwd: fetched, encoding: 'utf8' }),
  );
  execFileSync('tar', ['xzf', archive.filename], { cwd: fetched });
  return fetched;
}

const rangeOf = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
const REPORT_SIGNS = [
  ...[ASCII, rangeOf(0xa0, 0xff), rangeOf(0x391, 0x3a9), rangeOf(0x3b1, 0x3c9)],
  ...[rangeOf(0x2070, 0x2079), '⁺⁻⁼⁽⁾', rangeOf(0x2080, 0x2089)],
  '–—‘’“”•…−≤≥≈≠√∞→←′″∆∂∑∫',
].join('');

/** As TrueType: what pdfkit embeds of WOFF2 is no subset. */
async function saveReportFace() {
  const fetched = await fetchPackage(WHOLE_INTER);
  const whole = await readFile(join(fetched, 'package/web/Inter-Regular.woff2'));
  const fonts = join(folder, '../../../../packages/report/fonts');
  await writeFile(
    join(fonts, 'inter.ttf'),
    await subsetFont(whole, REPORT_SIGNS, { targetFormat: 'sfnt' }),
  );
  await writeFile(
    join(fonts, 'inter-license.txt'),
    await readFile(join(fetched, 'package/LICENSE.txt')),
  );
  await rm(fetched, { recursive: true });
}

async function saveKorean() {
  const fetched = await fetchPackage(KOREAN);
  const whole = join(fetched, 'package/files/noto-sans-kr-korean-400-normal.woff2');
  const wanted = koreanSigns();
  const font = await subsetFont(await readFile(whole), wanted, { targetFormat: 'woff2' });
  await save('noto-sans-kr-core', font, {
    family: 'Noto Sans KR',
    weights: '400',
    format: 'woff2',
    range: Array.from(wanted, codePoint).join(','),
    note: `Of ${KOREAN}, SIL Open Font License 1.1: noto-sans-kr-license.txt.`,
  });
  await writeFile(
    join(folder, 'noto-sans-kr-license.txt'),
    await readFile(join(fetched, 'package/LICENSE')),
  );
  await rm(fetched, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await saveLatin();
  await saveKorean();
  await saveReportFace();
}
