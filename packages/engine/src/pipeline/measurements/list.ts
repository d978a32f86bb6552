import { colour } from './colour/descriptor.ts';
import { contrast } from './contrast/descriptor.ts';
import { distortion } from './distortion/descriptor.ts';
import { histogram } from './histogram/descriptor.ts';
import type { MeasurementDescriptor } from './measurement-descriptor.ts';
import { noise } from './noise/descriptor.ts';
import { nps } from './nps/descriptor.ts';
import { sfr } from './sfr/descriptor.ts';
import { shading } from './shading/descriptor.ts';
import { star } from './star/descriptor.ts';
import { steps } from './steps/descriptor.ts';
import { texture } from './texture/descriptor.ts';
import { visualNoise } from './visualNoise/descriptor.ts';

/**
 * Every measurement of the picture of a run, in the order of the report. A new one needs a folder
 * beside this file and a line here.
 */
export const MEASUREMENTS = [
  sfr,
  colour,
  noise,
  distortion,
  histogram,
  star,
  texture,
  steps,
  visualNoise,
  contrast,
  shading,
  nps,
] as const;

type Descriptor = (typeof MEASUREMENTS)[number];
export type MeasurementName = Descriptor['name'];

/** The descriptor of a measurement, whose functions take the results of that measurement only. */
export const measurementNamed = (name: MeasurementName): MeasurementDescriptor =>
  (MEASUREMENTS as readonly MeasurementDescriptor[]).find((one) => one.name === name)!;

type ResultsOf<One> = One extends MeasurementDescriptor<string, infer Results> ? Results : never;

/** The results of a measurement, or why there are none, as the report has them. */
export type MeasurementOf<Name extends MeasurementName> = {
  [One in Name]:
    | ({ readonly name: One } & ResultsOf<Extract<Descriptor, { readonly name: One }>>)
    | { readonly name: One; readonly problem: string };
}[Name];

export type Measurement = MeasurementOf<MeasurementName>;
