/** What a plot shows of a series: a line, points, or a line of steps from each point to the next. */
export interface Series {
  /** In the legend; a series without a name is not in it. */
  readonly name?: string;
  readonly colour: string;
  readonly shape: 'line' | 'points' | 'steps';
  readonly isDashed?: boolean;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Axis {
  readonly label: string;
  readonly isLog?: boolean;
  /** Must lie inside the range. */
  readonly including?: number;
}

const WIDTH = 480;
const HEIGHT = 270;
const MARGIN = { left: 62, right: 14, top: 30, bottom: 44 } as const;
const TICKS = 5;
/** A logarithmic axis shows at most so many decades below its largest value. */
const MOST_DECADES = 6;

export const escape = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  );
const rounded = (value: number): string => Number(value.toFixed(1)).toString();
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const raised = (exponent: number): string =>
  `${exponent < 0 ? '⁻' : ''}${Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;

/** A number on an axis. */
function tickLabel(value: number, step: number): string {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  if (Math.abs(value) >= 1e6) {
    const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
    return `${Number((value / 10 ** exponent).toPrecision(3))}·10${raised(exponent)}`;
  }
  return value
    .toFixed(decimals)
    .replace('-', '−')
    .replace(/\B(?=(\d{3})+$)/g, decimals === 0 ? ' ' : '');
}

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
}

/** Free space beyond the largest and smallest values, as a share of the range. */
const PADDING = 0.04;

function linearScale(values: readonly number[], { including }: Axis): Scale {
  const all = including === undefined ? values : [...values, including];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const span = most > least ? most - least : Math.abs(most) || 1;
  const from = least - (least === including ? 0 : PADDING * span);
  const to = from + span + (least === including ? 1 : 2) * PADDING * span;
  const rough = span / TICKS;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = decade * [1, 2, 5, 10].find((factor) => factor * decade >= rough * (1 - 1e-9))!;
  const first = Math.ceil(from / step - 1e-9);
  return {
    at: (value) => (value - from) / (to - from),
    ticks: Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) => ({
      value: (first + i) * step,
      label: tickLabel((first + i) * step, step),
    })),
  };
}

function logScale(values: readonly number[]): Scale {
  const logarithms = values.filter((value) => value > 0).map(Math.log10);
  const most = Math.max(...logarithms);
  const least = Math.max(Math.min(...logarithms), most - MOST_DECADES);
  const padding = PADDING * Math.max(most - least, 1);
  const [from, to] = [least - padding, most + padding];
  const factors = to - from < 2.5 ? [1, 2, 5] : [1];
  const ticks = Array.from({ length: Math.ceil(to) - Math.floor(from) + 1 }, (_, i) =>
    factors.map((factor) => ({ factor, exponent: Math.floor(from) + i })),
  ).flat();
  return {
    at: (value) => (Math.log10(value) - from) / (to - from),
    ticks: ticks
      .map(({ factor, exponent }) => ({
        value: factor * 10 ** exponent,
        label:
          Math.abs(exponent) < 4
            ? String(Number((factor * 10 ** exponent).toPrecision(1)))
            : `${factor === 1 ? '' : `${factor}·`}10${raised(exponent)}`,
      }))
      .filter(({ value }) => Math.log10(value) >= from && Math.log10(value) <= to),
  };
}

/** Draws series on two axes, with a legend above. Returns an SVG element. */
export function plot(title: string, x: Axis, y: Axis, series: readonly Series[]): string {
  const scaleOf = (axis: Axis, coordinate: 0 | 1): Scale => {
    const values = series.flatMap(({ points }) => points.map((point) => point[coordinate]));
    return axis.isLog ? logScale(values) : linearScale(values, axis);
  };
  const [across, down] = [scaleOf(x, 0), scaleOf(y, 1)];
  const [left, right, top, bottom] = [
    MARGIN.left,
    WIDTH - MARGIN.right,
    MARGIN.top,
    HEIGHT - MARGIN.bottom,
  ];
  const xAt = (value: number): number => left + across.at(value) * (right - left);
  const yAt = (value: number): number => bottom - down.at(value) * (bottom - top);
  const shown = series.map((one) => ({
    ...one,
    // On a logarithmic axis what is not positive, or below the range, is not drawn.
    points: one.points
      .filter(([px, py]) => across.at(px) >= -1e-9 && down.at(py) >= -1e-9)
      .map(([px, py]) => [xAt(px), yAt(py)] as const),
  }));
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    ...down.ticks.map(
      ({ value, label }) =>
        `<path class="grid" d="M${left} ${rounded(yAt(value))}H${right}"/><text x="${left - 7}" y="${rounded(yAt(value) + 3.5)}" text-anchor="end">${label}</text>`,
    ),
    ...across.ticks.map(
      ({ value, label }) =>
        `<path class="grid" d="M${rounded(xAt(value))} ${top}V${bottom}"/><text x="${rounded(xAt(value))}" y="${bottom + 15}" text-anchor="middle">${label}</text>`,
    ),
    `<path class="axis" d="M${left} ${top}V${bottom}H${right}"/>`,
    `<text class="label" x="${(left + right) / 2}" y="${HEIGHT - 8}" text-anchor="middle">${escape(x.label)}</text>`,
    `<text class="label" transform="translate(12 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
    // The first series, the most important one, lies on top.
    ...shown.toReversed().map(drawing),
    ...legend(series),
    '</svg>',
  ].join('');
}

function drawing({ shape, colour, isDashed, points }: Series): string {
  if (shape === 'points')
    return `<path d="${points.map(([x, y]) => `M${rounded(x)} ${rounded(y)}h0`).join('')}" stroke="${colour}" stroke-width="3.5" stroke-linecap="round" fill="none"/>`;
  const path = points
    .map(([x, y], i) =>
      i === 0
        ? `M${rounded(x)} ${rounded(y)}`
        : shape === 'steps'
          ? `H${rounded(x)}V${rounded(y)}`
          : `L${rounded(x)} ${rounded(y)}`,
    )
    .join('');
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"${isDashed ? ' stroke-dasharray="5 4"' : ''}/>`;
}

/** Names of the series in a row above the plot. */
function legend(series: readonly Series[]): string[] {
  let x: number = MARGIN.left;
  return series.flatMap(({ name, ...one }) => {
    if (name === undefined) return [];
    const mark = drawing({
      ...one,
      points:
        one.shape === 'points'
          ? [[x + 7, 14]]
          : [
              [x, 14],
              [x + 14, 14],
            ],
    });
    const text = `${mark}<text x="${x + 19}" y="17.5">${escape(name)}</text>`;
    x += 34 + 5.6 * name.length;
    return text;
  });
}
