import { extent, nice, ticks } from 'd3-array';
import { formatLocale, precisionFixed } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';

/** A number on an axis, as it is written there. */
export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface Axis {
  readonly title?: string | undefined;
  /** The values at its ends. */
  readonly domain: readonly [low: number, high: number];
  readonly isLog?: boolean | undefined;
  /** About how many numbers stand on it, or the numbers themselves; 5 by default. */
  readonly ticks?: number | readonly Tick[] | undefined;
  /** Whether a line crosses the plot at each number. */
  readonly hasGrid?: boolean | undefined;
}

export interface Scale {
  /** The place of a value, px; not a number where it has none. */
  readonly at: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** The smallest and the largest of some numbers, of which there must be one. */
export const extentOf = (values: readonly number[]): readonly [low: number, high: number] =>
  extent(values) as [number, number];

/** Round numbers from `low` to `high`, about `count` of them. */
export const ticksOf = (low: number, high: number, count = 5): number[] =>
  low === high ? [low] : ticks(low, high, count);

/**
 * The ends of an axis over some values. Equal values get a range round them that does not go
 * beyond zero; zeros and no values get 0 to 1.
 *
 * @param including lies on the axis as well, without free space beyond it.
 * @param padding free space beyond the other ends, as a share of the range.
 * @param isNice the ends are round numbers.
 * @param isLog what is not positive is left out, and so is what lies more than `mostDecades` below
 * the largest value.
 */
export function domainOf(
  values: readonly number[],
  {
    including,
    padding = 0,
    isNice = false,
    isLog = false,
    mostDecades = Infinity,
  }: {
    readonly including?: number | undefined;
    readonly padding?: number;
    readonly isNice?: boolean;
    readonly isLog?: boolean | undefined;
    readonly mostDecades?: number;
  } = {},
): readonly [low: number, high: number] {
  const all = including === undefined ? values : [...values, including];
  const placed = isLog ? all.filter((value) => value > 0).map(Math.log10) : all;
  const [least, most] = extent(placed);
  if (least === undefined) return isLog ? [1, 10] : [0, 1];
  const low = isLog ? Math.max(least, most - mostDecades) : least;
  const spare = low < most ? padding * (most - low) : isLog ? 0.5 : Math.abs(most) * 0.05 || 0.5;
  if (low === 0 && most === 0 && !isLog) return [0, 1];
  const isKept = (end: number): boolean => low < most && end === including && !isLog;
  const ends = [low - (isKept(low) ? 0 : spare), most + (isKept(most) ? 0 : spare)] as const;
  if (isLog) return [10 ** ends[0], 10 ** ends[1]];
  return isNice ? nice(...ends, 5) : ends;
}

/**
 * An axis over some values that has no other numbers than there are: the value itself where all are
 * equal, none where there is none.
 */
export function axisOver(
  values: readonly number[],
  options?: Parameters<typeof domainOf>[1],
): Pick<Axis, 'domain' | 'ticks'> {
  const domain = domainOf(values, options);
  const [least, most] = extent(options?.isLog ? values.filter((value) => value > 0) : values);
  if (least === undefined) return { domain, ticks: [] };
  return least === most ? { domain, ticks: [{ value: least, label: alone(least) }] } : { domain };
}

/** Where values lie between two places, px. */
export function scaleOf(
  { domain, isLog, ticks: wanted = 5 }: Axis,
  range: readonly [from: number, to: number],
): Scale {
  const scale = isLog ? scaleLog(domain, range) : scaleLinear(domain, range);
  if (typeof wanted !== 'number') return { at: scale, ticks: wanted };
  const values = isLog ? logTicks(domain, wanted) : ticksOf(...domain, wanted);
  return { at: scale, ticks: labelled(values) };
}

/** Above this number of decades only powers of ten stand on an axis. */
const FEW_DECADES = 2.5;

/** Powers of ten and, where there are few of them, their double and fivefold. */
function logTicks(domain: readonly [number, number], count: number): number[] {
  const isFew = Math.log10(domain[1] / domain[0]) < FEW_DECADES;
  const values = scaleLog(domain, [0, 1])
    .ticks()
    .filter((value) => (isFew ? /^[125](e|$)/ : /^1(e|$)/).test(value.toExponential()));
  return values.length < 2 ? ticksOf(...domain, count) : values;
}

/** A narrow space between groups of three digits, a minus sign as long as a plus sign. */
const locale = formatLocale({
  decimal: '.',
  thousands: '\u202f',
  grouping: [3],
  currency: ['', ''],
});
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (exponent: number): string =>
  `${exponent < 0 ? '⁻' : ''}${Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;

/** Ends of what is written in full: beyond them numbers have a power of ten. */
const [SMALLEST, LARGEST] = [1e-3, 1e6];

/**
 * The numbers of an axis as they are written: equally many decimals where their steps are equal.
 */
function labelled(values: readonly number[]): Tick[] {
  const steps = values.slice(1).map((value, index) => value - values[index]!);
  const [least = 1, most = 1] = extent(steps);
  const areEqual = most - least < 1e-6 * most;
  const decimals = precisionFixed(Number(least.toPrecision(6)));
  return values.map((value) => {
    const size = Math.abs(value);
    if (size !== 0 && (size < SMALLEST || size >= LARGEST)) return { value, label: power(value) };
    const fixed = areEqual ? decimals : precisionFixed(Number(size.toPrecision(6)));
    return { value, label: locale.format(`${size < 10_000 ? '' : ','}.${fixed}f`)(value) };
  });
}

/** A number that stands alone on an axis. */
function alone(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < SMALLEST || size >= LARGEST)) return power(value);
  return String(Number(value.toPrecision(4))).replace('-', '−');
}

/** 2·10⁻⁴ */
function power(value: number): string {
  const [factor, exponent] = value.toExponential().split('e') as [string, string];
  const short = String(Number(Number(factor).toPrecision(3))).replace('-', '−');
  return `${short === '1' ? '' : `${short}·`}10${raised(Number(exponent))}`;
}
