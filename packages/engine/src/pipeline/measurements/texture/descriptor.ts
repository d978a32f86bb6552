import { figure } from '../../../text/figure.ts';
import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

/** Sharpness by the cross spectrum with the known leaves. */
interface TextureFigures {
  /** Cycles per pixel; null where it is not half up to Nyquist. */
  readonly mtf50: number | null;
  /** After CPIQ, on a monitor. */
  readonly acutance: number;
}

export interface TextureResults {
  readonly developed: TextureFigures;
  /** Of lens and pixel. */
  readonly true: TextureFigures;
}

/** Sharpness of dead leaves. */
export const texture: MeasurementDescriptor<'texture', TextureResults> = {
  name: 'texture',
  label: 'Texture',
  scenes: ['deadLeaves'],
  lines: ({ developed, true: known }) => [
    `Texture, developed: MTF50 ${shown(developed)} (true ${shown(known)}), acutance on a monitor ${figure(developed.acutance)} (true ${figure(known.acutance)}).`,
  ],
  figures: ({ developed, true: known }) => [
    {
      label: 'MTF50 developed',
      path: 'measurements.texture.developed.mtf50',
      measured: developed.mtf50,
      true: known.mtf50,
      unit: 'cy/px',
      difference: 'percent',
    },
    {
      label: 'Acutance on a monitor',
      path: 'measurements.texture.developed.acutance',
      measured: developed.acutance,
      true: known.acutance,
      unit: '',
      difference: 'percent',
    },
  ],
  load: () => import('./measure.ts'),
};

const shown = ({ mtf50 }: TextureFigures): string =>
  mtf50 === null ? 'beyond Nyquist' : `${mtf50.toFixed(3)} cy/px`;
