import type { Scene } from '../../scenes/scene.ts';
import type { TakenShot } from '../estimate-lens.ts';
import { formedLight, takenFrames, withoutPattern } from '../formed-frames.ts';
import { colourAt, type RawStack } from '../frame-layout.ts';
import { litScene } from '../painted-scene.ts';
import { stackMeans } from '../stack-means.ts';
import { exposuresLike, type TwinCamera } from './camera.ts';

/** The light of a scene of a chart on the pixels, on any scale. */
export const chartLight = (
  camera: TwinCamera,
  { entry }: TakenShot,
  scene: Scene,
): Promise<Float32Array> =>
  formedLight(camera, camera.view, litScene(scene, camera.energyOf(entry.light)));

/**
 * A chart as the twin takes it, without its dark.
 *
 * @param electrons light of the chart, which is brought to its scale.
 * @param scales codes per unit of it, of each colour.
 */
export async function takenChart(
  whole: TwinCamera,
  shot: TakenShot,
  electrons: Float32Array,
  scales: readonly number[],
): Promise<Float64Array> {
  const camera = { ...whole, sensor: withoutPattern(whole.sensor) };
  const { layout, transfer, dark } = camera.estimate;
  const { entry, exposure, count } = shot;
  electrons.forEach((value, i) => {
    const colour = colourAt(layout, Math.floor(i / layout.columns), i % layout.columns);
    electrons[i] = (value * scales[colour]!) / transfer!.gain.value;
  });
  const stack: RawStack = {
    ...{ kind: 'flat', exposure, celsius: entry.celsius, light: '', turned: 0 },
    ...{ photons: undefined, files: entry.files },
    frames: () => takenFrames(camera, exposures),
  };
  const exposures = exposuresLike(camera, { stack, count }, electrons);
  const { mean } = await stackMeans(stack, layout);
  const level = dark.at(exposure, entry.celsius);
  return Float64Array.from(mean, (code) => code - level);
}
