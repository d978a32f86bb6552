import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const host = new URL('../dist/index.js', import.meta.url).href;
const CHILD = `import(${JSON.stringify(host)}).then((host) => console.log(host.peakRssBytes()))`;

test('the peak of a process is its own, however large the process is that started it', () => {
  const large = Buffer.alloc(600e6, 1);
  const peak = Number(execFileSync(process.execPath, ['-e', CHILD]));
  expect(peak).toBeGreaterThan(30e6);
  expect(peak).toBeLessThan(large.length);
});
