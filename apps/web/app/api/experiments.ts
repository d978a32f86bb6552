import type { Decoded } from '@lumenloom/contract';
import { callSite } from './call-site.ts';
import { linesOf } from './lines.ts';
import { RequestError } from './request.ts';

/** What the calls of a kind of experiment take and give. */
interface ExperimentFormat<Status, Document, Run> {
  /** '/sweeps'. */
  readonly route: `/${string}`;
  readonly readList: (answer: unknown) => readonly Status[];
  readonly readStatus: (answer: unknown) => Status;
  readonly readDocument: (content: unknown) => Decoded<Document>;
  /** Undefined where runs do not come one by one. */
  readonly readRun: ((line: unknown) => Run) | undefined;
  /** What one gets more of to go on. */
  readonly more?: 'runs' | 'pictures';
}

/** The calls of a kind of experiment of the account. */
export interface ExperimentCalls<Status, Document, Run> {
  /** The newest first. */
  readonly list: () => Promise<readonly Status[]>;
  /** The answer is its id. */
  readonly start: (document: object) => Promise<string>;
  readonly status: (id: string, signal: AbortSignal) => Promise<Status>;
  /** The document that it was started with. */
  readonly document: (id: string, signal: AbortSignal) => Promise<Document>;
  /** Cancels it, or deletes it where it has ended. */
  readonly end: (id: string) => Promise<void>;
  /** Goes on where it was cancelled or has failed. @param count of runs beyond its budget. */
  readonly resume: (id: string, count?: number) => Promise<void>;
  /** The runs until it has ended, those that are there first; several where they come together. */
  readonly runs:
    | ((id: string, signal: AbortSignal) => AsyncGenerator<readonly Run[], void>)
    | undefined;
  /** A JSON file that it has written. */
  readonly json: (id: string, name: string, signal: AbortSignal) => Promise<unknown>;
}

export function experimentCalls<Status, Document, Run>({
  route,
  readList,
  readStatus,
  readDocument,
  readRun,
  more = 'runs',
}: ExperimentFormat<Status, Document, Run>): ExperimentCalls<Status, Document, Run> {
  const json = async (path: string, signal?: AbortSignal): Promise<unknown> =>
    (await callSite(`${route}${path}`, undefined, signal && { signal })).json();
  return {
    list: async () => readList(await json('')),
    start: async (document) =>
      ((await (await callSite(route, document)).json()) as { readonly id: string }).id,
    status: async (id, signal) => readStatus(await json(`/${id}`, signal)),
    document: async (id, signal) => {
      const read = readDocument(await json(`/${id}/document`, signal));
      if (!read.ok) throw new RequestError(read.problems[0]!.message);
      return read.value;
    },
    end: async (id) => void (await callSite(`${route}/${id}`, undefined, { method: 'DELETE' })),
    resume: async (id, count) => void (await callSite(`${route}/${id}/resume`, { [more]: count })),
    runs:
      readRun &&
      async function* (id, signal) {
        const options = { signal, cache: 'no-store' } as const;
        const { body } = await callSite(`${route}/${id}/results`, undefined, options);
        if (!body) return;
        for await (const lines of linesOf(body, signal))
          yield lines.map((line) => readRun(JSON.parse(line)));
      },
    json: (id, name, signal) => json(`/${id}/${name}`, signal),
  };
}
