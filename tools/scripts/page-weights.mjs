/**
 * The size of the JavaScript that each prerendered page loads before it is interactive, compared
 * with its budget. Parts that a page loads later (particles, charts) do not count. Usage: node
 * tools/scripts/page-weights.mjs
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const site = join(dirname(fileURLToPath(import.meta.url)), '../../apps/web/build/client');

/**
 * Budgets in kB after gzip: highest for the workbench; forms need the validation rules; all other
 * pages are mostly text.
 */
const applications = [
  'simulate',
  'simulate/optics',
  'simulate/sensor',
  'simulate/scene',
  'spectrum',
];
const forms = [
  'login',
  'signup',
  'contact',
  'contact_sales',
  'apply',
  'download',
  'account/tokens',
];
const budgetOf = (page) => (applications.includes(page) ? 255 : forms.includes(page) ? 200 : 150);

const sizes = new Map();
function gzippedBytes(script) {
  if (!sizes.has(script)) sizes.set(script, gzipSync(readFileSync(join(site, script))).length);
  return sizes.get(script);
}

/** [{page, kilobytes, budget}], heaviest first. */
export function pageWeights() {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('index.html'),
  );
  return pages
    .map((file) => {
      const scripts = new Set(
        readFileSync(join(site, file), 'utf8').match(/\/assets\/[\w.-]+\.js/g),
      );
      const page = dirname(file);
      return {
        page,
        kilobytes:
          [...scripts]
            .filter((script) => existsSync(join(site, script)))
            .reduce((sum, script) => sum + gzippedBytes(script), 0) / 1000,
        budget: budgetOf(page),
      };
    })
    .sort((a, b) => b.kilobytes - a.kilobytes);
}

/** One sentence per page over its budget. */
export const overweight = () =>
  pageWeights()
    .filter(({ kilobytes, budget }) => kilobytes > budget)
    .map(
      ({ page, kilobytes, budget }) =>
        `The page ${page} loads ${kilobytes.toFixed(0)} kB of JavaScript (gzip); its budget is ${budget} kB.`,
    );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { page, kilobytes, budget } of pageWeights())
    console.log(`${kilobytes.toFixed(1).padStart(7)} kB of ${budget}  ${page}`);
  process.exitCode = overweight().length > 0 ? 1 : 0;
}
