import type { Port } from './onnx-file.ts';
import { numbersOf, planesOf, refuse, type Numbers, type Planes } from './output-tensors.ts';
import type { Reading } from './tasks/task-code.ts';

/** One of the outputs that the descriptor names. */
export const outputAt = ({ outputs, descriptor }: Reading, at: number): Numbers =>
  numbersOf(outputs, descriptor.output.names[at]);

/** @throws SimulationError 'bad-model' where the first output is not one map. */
export function singlePlane(reading: Reading): Planes {
  const output = outputAt(reading, 0);
  const { shape } = output;
  // One channel behind the pixels.
  const isLast = shape.length === 4 && shape[3] === 1 && shape[1] !== 1;
  const planes = planesOf(isLast ? { ...output, shape: shape.slice(0, 3) } : output);
  if (planes.count !== 1)
    refuse(`its output ${output.name} has ${planes.count} planes; one is expected.`);
  return planes;
}

/** Sides of maps, pixels; rows of numbers are narrower. */
export const NARROWEST = 8;

/** Whether an output is one map of numbers. */
export const isMap = (shape: Port['shape']): boolean =>
  shape !== undefined &&
  (shape.length === 3 || (shape.length === 4 && (shape[1] === 1 || shape[3] === 1))) &&
  (shape[0] === 1 || shape[0] === null);

/** The first output whose name fits. */
export const withName = (ports: readonly Port[], name: RegExp): Port | undefined =>
  ports.find((port) => name.test(port.name));

/** The outputs of those names, or the first ones where not each name has its own. */
export function pick(ports: readonly Port[], names: readonly RegExp[]): readonly string[] {
  const found = names.flatMap((name) => withName(ports, name)?.name ?? []);
  return new Set(found).size === names.length
    ? found
    : ports.slice(0, names.length).map((port) => port.name);
}
