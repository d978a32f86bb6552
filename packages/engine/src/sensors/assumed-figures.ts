/** A figure of a sensor that no source gives, and what a run takes. The keys are published. */
export interface AssumedFigure {
  readonly key: 'quantumEfficiency' | 'wellElectrons' | 'readNoiseElectrons';
  readonly value: number;
  readonly unit: string;
  /** Where the value comes from. */
  readonly reason: string;
}
export type AssumedKey = AssumedFigure['key'];

/**
 * What is taken where a sensor file says that a figure is unknown: the medians of the 19 published
 * sensors of which all three are known.
 *
 * @see docs/decisions/048-what-is-assumed-of-parts.md
 */
export const MEDIANS = {
  /** Electrons per photon on the whole pixel, at 525 nm. */
  quantumEfficiency: { value: 0.678, nm: 525, shape: 'mono' },
  wellPerSquareMicrometre: 1252.1,
  readNoiseElectrons: 2.3,
} as const;
const MEDIAN = 'the median of 19 published sensors';

export const ASSUMED_NAMES: Readonly<Record<AssumedKey, string>> = {
  quantumEfficiency: 'quantum efficiency',
  wellElectrons: 'well',
  readNoiseElectrons: 'read noise',
};

export const assumedEfficiency: AssumedFigure = {
  key: 'quantumEfficiency',
  value: MEDIANS.quantumEfficiency.value,
  unit: 'at 525 nm',
  reason: `${MEDIAN}, with the shape of silicon`,
};

/** Where the pattern has colours, whose curves have no median. */
export const assumedCurves = (value: number): AssumedFigure => ({
  key: 'quantumEfficiency',
  value,
  unit: 'at 525 nm',
  reason: 'the curves of the reference sensor',
});

/** @param pitch of the pixels, micrometres. */
export const assumedWell = (pitch: number): AssumedFigure => ({
  key: 'wellElectrons',
  value: Math.round(MEDIANS.wellPerSquareMicrometre * pitch ** 2),
  unit: 'e⁻',
  reason: `1252 e⁻ per µm² of pixel, ${MEDIAN}`,
});

export const assumedReadNoise: AssumedFigure = {
  key: 'readNoiseElectrons',
  value: MEDIANS.readNoiseElectrons,
  unit: 'e⁻',
  reason: MEDIAN,
};

/** A line for each figure: 'Assumed, not published: read noise 2.3 e⁻ (…).' */
export const assumedLines = ({
  assumed = [],
}: {
  readonly assumed?: readonly AssumedFigure[] | undefined;
}): readonly string[] =>
  assumed.map(
    ({ key, value, unit, reason }) =>
      `Assumed, not published: ${ASSUMED_NAMES[key]} ${Number(value.toPrecision(5))} ${unit} (${reason}).`,
  );
