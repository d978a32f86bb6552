import { SimulationError } from '../simulation-error.ts';
import type { Port } from './onnx-file.ts';

export const refuseNetwork = (sentence: string): never => {
  throw new SimulationError('bad-model', sentence);
};

/** Name, type and shape, for sentences. */
export const shapeText = ({ name, type, shape }: Port): string =>
  `${name} (${type} [${shape?.map((side) => side ?? 'any').join(', ') ?? 'any'}])`;
/** All of them, for sentences. */
export const listed = (ports: readonly Port[]): string =>
  ports.length === 0 ? 'none' : ports.slice(0, 8).map(shapeText).join(', ').slice(0, 400);
