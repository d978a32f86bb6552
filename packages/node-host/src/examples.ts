import { fileURLToPath } from 'node:url';

/** The folder of the examples, in the repository and in the package. */
export const EXAMPLES = new URL('../../../examples/', import.meta.url);
/** The file of `EXAMPLE_NETWORK`. */
export const EXAMPLE_NETWORK_FILE = fileURLToPath(new URL('marks.onnx', EXAMPLES));

/** Numbers of other tools, with which the program compares itself. */
export const REFERENCES = {
  engine: new URL('../../engine/references/', import.meta.url),
  scoring: new URL('../../scoring/references/', import.meta.url),
} as const;
