import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A Loop of 2^60 trips behind the mean of its picture of 32 x 32: three classes. */
export const ENDLESS = fileURLToPath(new URL('./endless.onnx', import.meta.url));
/** How long a network may go on after its parent, in milliseconds. */
export const LONGEST_MS = 2000;

/** Ticks of processor time (1/100 s) after which a process computes, and does not only load. */
const TICKS = 60;

interface ProcessOfMachine {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
  readonly isNetwork: boolean;
}

/** Of Linux; undefined for one that has ended, also where nobody has asked for its status yet. */
function processOf(pid: number): ProcessOfMachine | undefined {
  try {
    const [state, parent, ...rest] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .split(') ')
      .at(-1)!
      .split(' ');
    const isNetwork = readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('network-process');
    const ticks = Number(rest[9]) + Number(rest[10]);
    return state === 'Z' ? undefined : { pid, parent: Number(parent), ticks, isNetwork };
  } catch {
    return undefined;
  }
}

/** Processes of networks below one that have used so many ticks: those that compute, without it. */
export function networksUnder(ancestor: number, least = TICKS): readonly number[] {
  const all = new Map(
    readdirSync('/proc')
      .flatMap((name) => processOf(Number(name)) ?? [])
      .map((one) => [one.pid, one]),
  );
  const isUnder = (pid: number): boolean => {
    const parent = all.get(pid)?.parent;
    return parent !== undefined && (parent === ancestor || isUnder(parent));
  };
  return [...all.values()]
    .filter(({ pid, ticks, isNetwork }) => isNetwork && ticks >= least && isUnder(pid))
    .map(({ pid }) => pid);
}

/** The processes that have not ended. */
export const leftOf = (pids: readonly number[]): readonly number[] =>
  pids.filter((pid) => processOf(pid) !== undefined);
