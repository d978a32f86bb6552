import type { OnnxFile, TensorType } from './onnx-file.ts';
import { refuseNetwork, shapeText } from './ports.ts';

/** Bytes that the inputs and outputs of a network may take together for one picture. */
const LARGEST_TENSORS = 2 ** 30;

const BYTES: Readonly<Record<TensorType, number>> = {
  float32: 4,
  float16: 2,
  double: 8,
  uint8: 1,
  int8: 1,
  uint16: 2,
  int16: 2,
  int32: 4,
  int64: 8,
  bool: 1,
  // The largest that there are.
  other: 16,
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/**
 * @throws SimulationError 'bad-model' where the inputs and outputs that have fixed sizes take more
 * memory than is allowed.
 */
export function checkSizes({ inputs, outputs }: Pick<OnnxFile, 'inputs' | 'outputs'>): void {
  let sum = 0;
  for (const [which, ports] of [
    ['input', inputs],
    ['output', outputs],
  ] as const)
    for (const port of ports) {
      sum += (port.shape ?? []).reduce<number>((n, side) => n * (side ?? 1), BYTES[port.type]);
      if (sum > LARGEST_TENSORS)
        refuseNetwork(
          `With its ${which} ${shapeText(port)} its inputs and outputs take ${megabytes(sum)}, which is more than can be held: ${megabytes(LARGEST_TENSORS)}.`,
        );
    }
}

/**
 * Is asked before the input for a picture is made.
 *
 * @throws SimulationError 'bad-model' where it takes more memory than is allowed.
 */
export function checkInputBytes(bytes: number): void {
  if (bytes > LARGEST_TENSORS)
    refuseNetwork(
      `to prepare this picture for it takes ${megabytes(bytes)}, which is more than can be held: ${megabytes(LARGEST_TENSORS)}.`,
    );
}
