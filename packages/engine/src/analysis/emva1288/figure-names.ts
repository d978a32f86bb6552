import type { EmvaFigures } from './figures.ts';

/** A figure of a sensor, as reports name it. */
export interface EmvaFigureName {
  readonly key: keyof EmvaFigures;
  readonly name: string;
  readonly symbol: string;
  readonly unit: string;
}

/** Every figure, in the order of the reports. */
export const EMVA_FIGURES: readonly EmvaFigureName[] = [
  { key: 'systemGain', name: 'System gain', symbol: 'K', unit: 'codes/e⁻' },
  { key: 'quantumEfficiency', name: 'Quantum efficiency', symbol: 'η', unit: 'e⁻/photon' },
  { key: 'darkNoiseElectrons', name: 'Temporal dark noise', symbol: 'σ_d', unit: 'e⁻' },
  { key: 'dsnuElectrons', name: 'Dark non-uniformity', symbol: 'DSNU_1288', unit: 'e⁻' },
  { key: 'prnuPercent', name: 'Photo response non-uniformity', symbol: 'PRNU_1288', unit: '%' },
  { key: 'darkCurrentElectronsPerSecond', name: 'Dark current', symbol: 'μ_I', unit: 'e⁻/s' },
  { key: 'saturationElectrons', name: 'Saturation capacity', symbol: 'μ_e.sat', unit: 'e⁻' },
  { key: 'snrMaxDb', name: 'Largest signal-to-noise ratio', symbol: 'SNR_max', unit: 'dB' },
  { key: 'dynamicRangeDb', name: 'Dynamic range', symbol: 'DR', unit: 'dB' },
  {
    key: 'thresholdPhotons',
    name: 'Absolute sensitivity threshold',
    symbol: 'μ_p.min',
    unit: 'photons',
  },
  { key: 'linearityErrorPercent', name: 'Linearity error', symbol: 'LE', unit: '%' },
];
