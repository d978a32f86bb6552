import { sceneTraits } from '../../scenes/paint-scene.ts';
import { brief, figure, percentFigure } from '../../text/figure.ts';
import type { SimulationPlan } from '../plan.ts';
import type { SimulationReport } from '../report.ts';

const BRIGHTNESS = {
  white: 'as set by the illuminant luminance',
  'scene mean': 'level set for the scene mean',
  'as given': 'photons as given in the custom table',
} as const;

/** Scene, light, brightness, and illuminance on the image plane. */
export function sceneLines(
  { scene, luminance, illuminant: chosen, illuminantLux: lux, world }: SimulationPlan,
  report: Pick<SimulationReport, 'scene' | 'illuminant' | 'optics'>,
): string[] {
  const { label, columns, rows, meanLuminance, whiteLuminance } = report.scene;
  const { marks } = sceneTraits(scene);
  return [
    `Scene: ${label}, ${columns} × ${rows} samples.`,
    `Light: ${report.illuminant.label}${chosen.energy ? '' : " (the scene's own: no illuminant is chosen)"}, 400 to 700 nm in steps of 10 nm.`,
    `Brightness: scene mean ${figure(meanLuminance)} cd/m², white diffuser ${figure(whiteLuminance)} cd/m² (${world ? 'as its lamps give it' : BRIGHTNESS[luminance.of]}).`,
    ...(lux === undefined
      ? []
      : [
          `${figure(lux)} lux on the object: white ${figure(whiteLuminance)} cd/m²; at the sensor ${brief(report.optics.whiteIlluminanceLux)} lux from white.`,
        ]),
    // On a chart that is nearly black, an ordinary mean needs an extraordinarily bright white.
    ...(marks && luminance.of === 'scene mean'
      ? [
          `White is at ${figure(whiteLuminance)} cd/m² because the ${marks} cover ${percentFigure((100 * meanLuminance) / whiteLuminance)} of the scene and the mean counts the black between them.`,
        ]
      : []),
    `Image plane: ${figure(report.optics.meanIlluminanceLux)} lux from the scene's mean, ${figure(report.optics.whiteIlluminanceLux)} lux from white.`,
  ];
}

/** Sampling of scene and picture. */
export const samplingLine = ({
  ifovDegrees,
  sceneSamplesPerPixel,
  nyquistLinePairsPerMm,
}: SimulationReport['optics']): string =>
  `Sampling: ${ifovDegrees.toPrecision(3)}° per pixel, ${figure(sceneSamplesPerPixel)} scene samples per pixel, Nyquist ${figure(nyquistLinePairsPerMm)} lp/mm.`;
