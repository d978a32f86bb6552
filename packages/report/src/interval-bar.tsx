const [BAR_WIDTH, BAR_HEIGHT, BAR_EDGE] = [120, 14, 5];

const short = (value: number): string => String(Number(value.toPrecision(4)));

/** An interval with its score, on the scale of all. */
export function IntervalBar({
  score,
  interval,
  range: [low, high],
}: {
  readonly score: number;
  readonly interval: readonly [number, number] | null;
  readonly range: readonly [number, number];
}) {
  const at = (value: number): number =>
    high > low
      ? BAR_EDGE + ((BAR_WIDTH - 2 * BAR_EDGE) * (value - low)) / (high - low)
      : BAR_WIDTH / 2;
  const [from, to] = interval ?? [score, score];
  return (
    <svg
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
      width={BAR_WIDTH}
      height={BAR_HEIGHT}
      role="img"
      aria-label={`${short(score)}, ${short(from)} to ${short(to)}`}
    >
      <line
        x1={at(from)}
        x2={at(to)}
        y1={BAR_HEIGHT / 2}
        y2={BAR_HEIGHT / 2}
        stroke="currentColor"
        strokeWidth="3"
        opacity="0.4"
      />
      <circle cx={at(score)} cy={BAR_HEIGHT / 2} r="3.5" fill="currentColor" />
    </svg>
  );
}
