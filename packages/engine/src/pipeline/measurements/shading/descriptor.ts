import type { MeasurementDescriptor } from '../measurement-descriptor.ts';

export interface ShadingResults {
  /** Of the developed picture, or else of green of the mosaic. */
  readonly luminanceShadingPercent: number;
  /** In a*, b*; null without colours. */
  readonly colourShading: number | null;
  /** By the lens alone. */
  readonly lensPercent: number;
}

/** Shading of an even field. */
export const shading: MeasurementDescriptor<'shading', ShadingResults> = {
  name: 'shading',
  label: 'Shading',
  scenes: ['uniformField'],
  isOfLab: true,
  lines: ({ luminanceShadingPercent, colourShading, lensPercent }) => [
    `Shading in 9 × 12 blocks: luminance ${luminanceShadingPercent.toFixed(1)} % (the lens alone ${lensPercent.toFixed(1)} %)${colourShading === null ? '' : `, colour ${colourShading.toFixed(1)} in a*, b*`}.`,
  ],
  figures: ({ luminanceShadingPercent, colourShading, lensPercent }) => [
    {
      label: 'Luminance shading',
      path: 'measurements.shading.luminanceShadingPercent',
      measured: luminanceShadingPercent,
      true: lensPercent,
      unit: '%',
      difference: 'absolute',
    },
    {
      label: 'Colour shading',
      path: 'measurements.shading.colourShading',
      measured: colourShading,
      unit: '',
    },
  ],
  load: () => import('./measure.ts'),
};
