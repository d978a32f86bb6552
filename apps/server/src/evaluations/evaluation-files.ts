import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownIdOf, type EvaluationDocument } from '@lumenloom/contract';
import { EXAMPLES } from '@lumenloom/node-host';
import { DATASET_NAMES, datasetFolder } from '../datasets/dataset-files.ts';

/** Folder of the evaluations in DATA_DIR, which servers share. */
export const EVALUATIONS_FOLDER = 'evaluations';

/** The folder of an evaluation, as `lumenloom evaluate --out` writes one. */
export const evaluationFolder = (dataFolder: string, id: string): string =>
  join(dataFolder, EVALUATIONS_FOLDER, id);

/** The data set and the network that come with the program. */
export const MARKS = 'example:marks';

/** The files of a document. */
export interface EvaluationFiles {
  readonly dataset: string;
  readonly network: string;
}

/** Where the data set and the network of a document lie. */
export function filesOf(dataFolder: string, { dataset }: EvaluationDocument): EvaluationFiles {
  const id = ownIdOf(dataset);
  return {
    dataset: id === undefined ? dataset : join(datasetFolder(dataFolder, id), DATASET_NAMES.file),
    network: fileURLToPath(new URL('marks.onnx', EXAMPLES)),
  };
}
