import { mosaicKind } from '../../isps/isp-descriptor.ts';
import { isps } from '../../isps/list.ts';
import { optics } from '../../optics/list.ts';
import { lensOfPlan } from '../../optics/load-lens.ts';
import { sceneTraits } from '../../scenes/paint-scene.ts';
import type { SimulationPlan } from '../plan.ts';

/** What the picture is without an ISP, which none but Bayer patterns have. */
function undevelopedLine(sensor: NonNullable<SimulationPlan['sensor']>): string {
  const kind = mosaicKind(sensor);
  if (kind === 'bayer') return 'No ISP is chosen: the picture is the raw mosaic in grey.';
  return kind === 'mono'
    ? 'The sensor is mono: the picture is what it has read, in grey.'
    : 'No ISP develops the pattern of this sensor: the picture is the raw mosaic in grey.';
}

/**
 * The choices of the run, and what blank choices mean (docs/reference/protocol.md#f2). Known before
 * anything is computed.
 */
export function recipeLines(plan: SimulationPlan): string[] {
  const { sensor, isp, algorithm, sceneFrames } = plan;
  const lens = lensOfPlan(plan.optics);
  const chain = [
    plan.illuminant.label,
    sceneTraits(plan.scene).label,
    typeof lens === 'string' ? optics[lens].label : lens?.name,
    sensor?.label,
    isp && isps[isp.id].label,
  ].filter((label) => label !== undefined && label !== '');
  return [
    `Run: ${chain.join(', ')}.`,
    ...(sceneFrames
      ? [
          `The light is ${sceneFrames.scenes.length} scenes one after the other, from ${sceneFrames.scenes[0]!.scene.label} to ${sceneFrames.scenes.at(-1)!.scene.label}, each for ${Number((1 / sceneFrames.hertz).toPrecision(4))} s; the meter sees the first.`,
        ]
      : []),
    ...(sensor
      ? []
      : [
          'No sensor is chosen: the picture is the optical image in sRGB; white is a perfect diffuser under this light.',
        ]),
    ...(sensor && !isp ? [undevelopedLine(sensor)] : []),
    ...(sensor && !isp && algorithm
      ? [
          'The algorithm gets it in colours at half the size: red, mean green and blue of every 2 × 2 pixels, with the curve of sRGB and no white balance.',
        ]
      : []),
  ];
}
