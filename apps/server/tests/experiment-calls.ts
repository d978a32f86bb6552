import { expect } from 'vitest';
import { get } from './library-form.ts';
import type { Visitor } from './people.ts';
import { until } from './until.ts';

export type Goal = 'sweeps' | 'studies' | 'evaluations' | 'reports';

/** What all goals say of one of theirs. */
interface Status {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly message: string;
  readonly done: number;
  readonly endedAt: string | null;
}

/** The calls about the experiments of a goal, for tests. */
export const callsOf = (goal: Goal) => {
  const pathOf = (id: string, part = ''): string => `/api/${goal}/${id}${part}`;
  const start = (visitor: Visitor, document: object): Promise<Response> =>
    visitor.post(`/api/${goal}`, document);
  const started = async (visitor: Visitor, document: object): Promise<string> => {
    const response = await start(visitor, document);
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
    return ((await response.json()) as { readonly id: string }).id;
  };
  /** An answer about one; '' as the part asks how far it is. */
  const ask = (visitor: Visitor, id: string, part = ''): Promise<Response> =>
    get(visitor, pathOf(id, part));
  const textOf = async (visitor: Visitor, id: string, part: string): Promise<string> =>
    (await ask(visitor, id, part)).text();
  const statusOf = async (visitor: Visitor, id: string): Promise<Status> =>
    (await (await ask(visitor, id)).json()) as Status;
  /** Waits for its end, which must be this one; one that is done has nothing to say. */
  const ended = (visitor: Visitor, id: string, state: 'done' | 'failed' = 'done') =>
    until(async () => {
      const status = await statusOf(visitor, id);
      if (status.endedAt === null) throw new Error(`${id} is ${status.state}`);
      const message: unknown = state === 'done' ? '' : expect.any(String);
      expect([status.state, status.message]).toEqual([state, message]);
      return status;
    });
  const inTheMidst = (visitor: Visitor, id: string, done = 1): Promise<void> =>
    until(async () => {
      expect((await statusOf(visitor, id)).done).toBeGreaterThanOrEqual(done);
    });
  /** Cancels one, or deletes one that has ended. */
  const remove = async (visitor: Visitor, id: string): Promise<unknown> =>
    (await visitor.post(pathOf(id), undefined, { method: 'DELETE' })).json();
  return { pathOf, start, started, ask, textOf, statusOf, ended, inTheMidst, remove };
};

/** What makes the command line have the server of a test compute for an account. */
export async function atServer(
  { address }: { readonly address: string },
  owner: Visitor,
): Promise<readonly string[]> {
  const answer = await owner.post('/api/tokens', { name: 'command line' });
  const { token } = (await answer.json()) as { readonly token: string };
  return ['--server', address, '--token', token];
}
