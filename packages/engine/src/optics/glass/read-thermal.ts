import type { DocumentField } from '../../field-descriptor.ts';
import { readDocument } from '../../read-document.ts';
import { fail } from '../../text/json-fields.ts';
import type { ThermalRecord } from './heated-glass.ts';

/** `thermal` of a glass in a lens file. */
const THERMAL = {
  kind: 'object',
  key: 'thermal',
  label: 'Heat',
  help: 'What heat does to a glass.',
  fields: [
    {
      kind: 'list',
      key: 'dispersion',
      label: 'D0, D1, D2, E0, E1, λTK',
      help: 'Of the formula of SCHOTT TIE-19; λTK in µm.',
      length: 6,
      item: { kind: 'number', key: 'number', label: 'Coefficient', unit: '' },
    },
    {
      kind: 'number',
      key: 'dndT',
      label: 'dn/dT',
      unit: '',
      min: -0.01,
      max: 0.01,
      help: 'Change of the absolute index per kelvin, in place of the formula.',
    },
    {
      kind: 'number',
      key: 'expansion',
      label: 'Expansion',
      unit: '',
      min: -1e-4,
      max: 1e-3,
      help: 'Linear, per kelvin.',
    },
    {
      kind: 'number',
      key: 'catalogueCelsius',
      label: 'Temperature of the Index',
      unit: '',
      min: -60,
      max: 120,
      help: 'Degrees Celsius; 20 without it.',
    },
    {
      kind: 'text',
      key: 'problem',
      label: 'Problem',
      most: 500,
      help: 'Why the constants cannot be used.',
    },
  ],
} as const satisfies DocumentField;

/**
 * What a lens file says that heat does to a glass.
 *
 * @throws SimulationError naming the field.
 */
export function readThermal(content: unknown, path: string): ThermalRecord {
  const thermal = readDocument(THERMAL, content, path);
  if (thermal.dispersion !== undefined && thermal.dndT !== undefined)
    fail(`${path}.dndT`, `${path}: dispersion or dndT, not both.`);
  return thermal;
}
