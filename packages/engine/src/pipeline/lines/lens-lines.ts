import type { LensFigures, ModulationPair } from '../../optics/lens-figures.ts';
import { figure, percentFigure } from '../../text/figure.ts';
import type { StrayFacts } from '../../optics/stray/stray-facts.ts';
import type { SimulationReport } from '../report.ts';

/**
 * Data sheet of the lens on this sensor; of an ideal lens its stray light alone.
 *
 * @param ghosts in pictures; undefined where the surfaces reflect nothing.
 */
export const lensLines = (optics: SimulationReport['optics'], ghosts?: number): string[] => [
  ...(optics.stray && optics.stray.scatterPercent > 0
    ? [
        `Stray light: ${percentFigure(optics.stray.scatterPercent)} scattered; veiling glare ${percentFigure(optics.stray.veilingGlarePercent)}.`,
      ]
    : []),
  ...(optics.stray && ghosts !== undefined ? ghostLines(optics.stray, ghosts) : []),
  ...dataSheet(optics),
];

/** What a coating lets through, and the ghosts of a point on the axis at 550 nm. */
const ghostLines = (
  { transmission, ghostPercent, leftOutPercent }: StrayFacts,
  ghosts: number,
): string[] => {
  const passes = 100 * transmission;
  return [
    `Coating: ${percentFigure(passes)} of the light passes, ${percentFigure(Math.max(0, 100 - passes - ghostPercent))} is absorbed or leaves the lens.`,
    ghosts === 0
      ? `Ghosts: none in the picture; ${percentFigure(leftOutPercent)} of the light is left out.`
      : `Ghosts: the ${ghosts} strongest pairs of reflections, ${percentFigure(ghostPercent)} of the light; ${percentFigure(leftOutPercent)} is left out.`,
  ];
};

function dataSheet({
  figures,
  nyquistLinePairsPerMm: nyquist,
  cutoffLinePairsPerMm: cutoff,
}: SimulationReport['optics']): string[] {
  if (!figures) return [];
  const { heightMm, fieldDegrees, isImageCircle } = figures;
  return [
    `${isImageCircle ? 'Corner: the rim of the image circle,' : 'Corner of the sensor:'} ${figure(heightMm)} mm from the axis, ${figure(fieldDegrees)}° off axis.`,
    `Distortion at the corner: ${figure(figures.distortionPercent)} %.`,
    `Lateral colour at the corner: ${figure(figures.lateralColourPixels)} px (450 to 650 nm).`,
    `Chief-ray angle at the corner: ${figure(figures.chiefRayDegrees)}°.`,
    `Light at the corner: ${percentFigure(100 * figures.relativeIllumination)} of the axis.`,
    modulationLine('Nyquist/2', nyquist / 2, figures, 0),
    modulationLine('Nyquist', nyquist, figures, 1),
    `Diffraction limit: ${figure(cutoff)} lp/mm.`,
  ];
}

function modulationLine(
  name: string,
  frequency: number,
  { modulation }: LensFigures,
  at: 0 | 1,
): string {
  const { onAxis, tangential, sagittal } = modulation;
  const two = (pair: ModulationPair): string => pair[at].toFixed(2);
  return `MTF at ${name} (${figure(frequency)} lp/mm): axis ${two(onAxis)}; corner ${two(tangential)} tangential, ${two(sagittal)} sagittal.`;
}
