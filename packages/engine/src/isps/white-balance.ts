import type { Gains } from '../analysis/colour/neutral-gains.ts';
import type { ShownColour } from '../sensors/exposure.ts';

/** The white balance of the ISP under a light. */
export interface WhiteBalance {
  /** Gains of AWB; absent when AWB is off or its green gains are 0. */
  readonly configured?: Gains;
  /** Gains that would make a neutral surface neutral under this light. */
  readonly neutral: Gains;
  /**
   * A white diffuser after AWB and CCM, scaled so that the largest channel is 1, without clipping
   * and the offsets of CCM.
   */
  readonly shownWhite: readonly [red: number, green: number, blue: number];
  readonly looks: Hue | 'neutral';
  /**
   * Blue over red of that white, and green over the geometric mean of red and blue: differences
   * from 1 in per cent.
   */
  readonly blueOverRedPercent: number;
  readonly greenPercent: number;
}

/** Names of hues by their angle on the colour circle of RGB, degrees. */
const HUES = {
  0: 'red',
  30: 'orange',
  60: 'yellow',
  120: 'green',
  180: 'cyan',
  240: 'blue',
  300: 'magenta',
  360: 'red',
} as const;
type Hue = (typeof HUES)[keyof typeof HUES];

/** Ratio of the largest to the smallest channel below which white looks neutral. */
const LEAST_TINT = 1.03;

/**
 * Evaluates the white balance of the ISP under a light.
 *
 * @param shownColour how its picture is made of raw colours; undefined where it has none.
 * @param configured gains of the white balance, where it has any.
 * @param neutral gains that would make white neutral under the light.
 * @returns undefined where the picture has no colours, or where a channel of white is 0, negative
 * or infinite.
 */
export function whiteBalanceOf(
  shownColour: ShownColour | undefined,
  configured: Gains | undefined,
  neutral: Gains,
): WhiteBalance | undefined {
  if (!shownColour) return undefined;
  const raw = [1 / neutral.red, 1, 1 / neutral.blue];
  const shown = shownColour.map((row) =>
    row.reduce((sum, factor, channel) => sum + factor * raw[channel]!, 0),
  );
  const largest = Math.max(...shown);
  if (!shown.every((value) => value > 0 && Number.isFinite(value))) return undefined;
  const [red, green, blue] = shown.map((value) => value / largest) as [number, number, number];
  return {
    ...(configured && { configured }),
    neutral,
    shownWhite: [red, green, blue],
    looks: 1 / Math.min(red, green, blue) < LEAST_TINT ? 'neutral' : hueOf(red, green, blue),
    blueOverRedPercent: 100 * (blue / red - 1),
    greenPercent: 100 * (green / Math.sqrt(red * blue) - 1),
  };
}

function hueOf(red: number, green: number, blue: number): Hue {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const sixth =
    most === red
      ? (green - blue) / span
      : most === green
        ? 2 + (blue - red) / span
        : 4 + (red - green) / span;
  const angle = (60 * sixth + 360) % 360;
  const nearest = Object.keys(HUES).reduce((best, candidate) =>
    Math.abs(Number(candidate) - angle) < Math.abs(Number(best) - angle) ? candidate : best,
  );
  return HUES[Number(nearest) as keyof typeof HUES];
}

const threeDecimals = (value: number): string => value.toFixed(3);
const gains = ({ red, blue }: Gains): string => `R ${threeDecimals(red)}, B ${threeDecimals(blue)}`;
/** '+21 %'. */
const signed = (percent: number): string =>
  `${percent >= 0 ? '+' : '-'}${Number(Math.abs(percent).toPrecision(2))} %`;

/** How far white is from neutral, along the axis of its hue. */
const tintOf = ({ looks, blueOverRedPercent, greenPercent }: WhiteBalance): string =>
  looks === 'green' || looks === 'magenta'
    ? `G ${signed(greenPercent)} against R and B`
    : `B/R ${signed(blueOverRedPercent)}`;

/** The white balance in one line. */
export function whiteBalanceLine(balance: WhiteBalance): string {
  const { configured, neutral, looks } = balance;
  return `${configured ? `Set ${gains(configured)}` : 'AWB is off'}; neutral for this light ${gains(neutral)}: a white diffuser will look ${looks}, ${tintOf(balance)}.`;
}

/** The line for a picture without white balance. */
export const neutralGainsLine = ({ red, blue }: Gains): string =>
  Number.isFinite(red) && Number.isFinite(blue) && red > 0 && blue > 0
    ? `Neutral gains for this light: R ${threeDecimals(red)}, G 1, B ${threeDecimals(blue)}.`
    : 'No gains make this light neutral: one of the channels gets nothing of it.';

/** How white looks, for the last line of the log. */
export const whiteInShort = (balance: WhiteBalance): string =>
  balance.looks === 'neutral' ? 'white neutral' : `white ${balance.looks} (${tintOf(balance)})`;
