import {
  datasetSchema,
  datasetsAnswerSchema,
  wholeDatasetSchema,
  type ChangedDataset,
  type DatasetFile,
  type DatasetsAnswer,
  type WholeDataset,
} from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { sendForm, type Sending } from './send-form.ts';

/** The data sets of the account, the newest first, with the room for them. */
export const listDatasets = async (): Promise<DatasetsAnswer> =>
  datasetsAnswerSchema.parse(await (await callSite('/datasets')).json());

/** A data set with its check and its first pictures. */
export const wholeDataset = async (id: string): Promise<WholeDataset> =>
  wholeDatasetSchema.parse(await (await callSite(`/datasets/${id}`)).json());

/** Sends a data set as a zip file. @throws RequestError with the sentence to show. */
export function addDataset(name: string, file: Blob, sending: Sending): Promise<DatasetFile> {
  const form = new FormData();
  form.append('name', name);
  form.append('file', file, `${name}.zip`);
  return sendForm('/datasets', form, datasetSchema, sending);
}

export async function changeDataset(id: string, change: ChangedDataset): Promise<void> {
  await callSite(`/datasets/${id}`, change, { method: 'PATCH' });
}

/** @throws RequestError with the sentence of the server, also where something needs it. */
export async function deleteDataset(id: string): Promise<void> {
  await callSite(`/datasets/${id}`, undefined, { method: 'DELETE' });
}
