import { readFileSync } from 'node:fs';

/**
 * Peak resident memory of this process, bytes. Linux counts it from the start of the program in
 * `VmHWM`; `maxRSS`, which stands in elsewhere, begins there at the peak of the process that
 * started this one.
 */
export function peakRssBytes(): number {
  try {
    const peak = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'));
    if (peak) return Number(peak[1]) * 1024;
  } catch {
    // There is no such file but on Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
