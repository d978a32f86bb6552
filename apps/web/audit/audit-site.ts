/**
 * Lighthouse (mobile, median of several runs) and axe (three widths) on every public page, as a
 * table. Usage: npm run audit:site -- [--runs 5] [--throttling simulate|devtools] [path ...]
 *
 * Lighthouse computes by default what a slow line would make of a visit on loopback; `devtools`
 * slows the line down in earnest.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { medianOf } from '@lumenloom/engine/measuring';
import lighthouse from 'lighthouse';
import { chromium, type Browser } from 'playwright-core';
import { applicationPaths, publicPaths } from '../app/routes.ts';
import { chromiumPath } from '../e2e/chromium.ts';

const WIDTHS = [360, 768, 1280] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = {
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;
/**
 * The targets of a page (docs/reference/measuring.md#site-targets): categories in points, LCP and
 * TBT in ms.
 */
const TARGETS = { points: 95, accessibility: 100, LCP: 1800, TBT: 100, CLS: 0.02 } as const;

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

interface Row {
  readonly points: readonly number[];
  readonly LCP: number;
  readonly TBT: number;
  readonly CLS: number;
  readonly axe: readonly string[];
}

async function lighthouseRun(
  url: string,
  port: number,
  throttlingMethod: 'simulate' | 'devtools',
  tries = 3,
): Promise<{ readonly points: number[]; readonly metrics: Record<keyof typeof METRICS, number> }> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    throttlingMethod,
    onlyCategories: [...CATEGORIES],
    // A step of a form asks search engines to stay away; that is no defect of it.
    skipAudits: ['is-crawlable'],
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { categories, audits, runtimeError } = result.lhr;
  const values = Object.values(METRICS).map((id) => audits[id]?.numericValue);
  if (values.includes(undefined)) {
    // Now and then the browser's own record of a visit is incomplete.
    const reason = runtimeError?.message ?? audits[METRICS.LCP]?.errorMessage ?? 'no reason given';
    if (tries === 1) throw new Error(`Lighthouse could not judge ${url}: ${reason}`);
    console.error(`${url}: again, because Lighthouse could not judge it (${reason})`);
    return lighthouseRun(url, port, throttlingMethod, tries - 1);
  }
  const [LCP, TBT, CLS] = values as [number, number, number];
  return {
    points: CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100)),
    metrics: { LCP, TBT, CLS },
  };
}

/** axe's findings at each width, as 'rule@width'. */
async function axeFindings(browser: Browser, url: string): Promise<string[]> {
  const findings: string[] = [];
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.evaluate(axeSource);
    const violations = await page.evaluate(async () =>
      (
        await (
          window as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }
        ).axe.run()
      ).violations.map(({ id }) => id),
    );
    findings.push(...violations.map((id) => `${id}@${width}`));
    await context.close();
  }
  return findings;
}

/** What of a row misses its target, in words. */
function missed({ points, LCP, TBT, CLS, axe }: Row): string[] {
  return [
    ...CATEGORIES.filter(
      (category, index) =>
        points[index]! < (category === 'accessibility' ? TARGETS.accessibility : TARGETS.points),
    ),
    ...(['LCP', 'TBT', 'CLS'] as const).filter(
      (metric) => ({ LCP, TBT, CLS })[metric] > TARGETS[metric],
    ),
    ...axe,
  ];
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    throttling: { type: 'string', default: 'simulate' },
  },
});
const paths =
  positionals.length > 0
    ? positionals
    : publicPaths.filter((path) => !applicationPaths.includes(path));
const folder = await mkdtemp(join(tmpdir(), 'lumenloom-audit-'));
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('../../server/dist/main.js', import.meta.url)), '--no-demo'],
  {
    env: { ...process.env, PORT: '0', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const address = await new Promise<string>((resolve, reject) => {
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const found = /site\s+(http:\/\/\S+?)\/\s/.exec(said)?.[1];
    if (found) resolve(found);
  });
  server.once('exit', () => {
    reject(new Error(`The server ended before it listened: ${said}`));
  });
});
const DEBUGGING_PORT = 9333;
const browser = await chromium.launch({
  ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--remote-debugging-port=${DEBUGGING_PORT}`,
  ],
});
let total = 0;
try {
  console.log(
    `${'page'.padEnd(24)} perf  a11y  best   seo   LCP s  TBT ms    CLS  axe and what misses its target`,
  );
  for (const path of paths) {
    const runs: Awaited<ReturnType<typeof lighthouseRun>>[] = [];
    for (let run = 0; run < Number(options.runs); run++)
      runs.push(
        await lighthouseRun(
          address + path,
          DEBUGGING_PORT,
          options.throttling === 'devtools' ? 'devtools' : 'simulate',
        ),
      );
    const row: Row = {
      points: CATEGORIES.map((_, index) => medianOf(runs.map(({ points }) => points[index]!))),
      LCP: medianOf(runs.map(({ metrics }) => metrics.LCP)),
      TBT: medianOf(runs.map(({ metrics }) => metrics.TBT)),
      CLS: medianOf(runs.map(({ metrics }) => metrics.CLS)),
      axe: await axeFindings(browser, address + path),
    };
    const misses = missed(row);
    total += misses.length;
    console.log(
      `${path.padEnd(24)} ${row.points.map((value) => String(value).padStart(4)).join('  ')}  ${(row.LCP / 1000).toFixed(2).padStart(6)}  ${row.TBT.toFixed(0).padStart(6)}  ${row.CLS.toFixed(3)}  ${misses.join(' ') || 'ok'}`,
    );
  }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = total > 0 ? 1 : 0;
