import type { Host } from '../host.ts';
import { loadIsp } from './load-isp.ts';
import type { Rows } from './rows.ts';

/** Some rows through one step, or some units of its survey; plain data, so that it can go to another thread. */
export interface IspRowsPart {
  /** Id of the step or of the fusion. */
  readonly step: string;
  readonly walk: 'apply' | 'survey';
  /** With the planes and tables of that step. */
  readonly part: Rows;
}

/** Takes some rows through a step: by its kernel where there is one. */
export async function ispRows(
  { step, walk, part }: IspRowsPart,
  host: Pick<Host, 'loadKernel'>,
): Promise<void> {
  const run = (await loadIsp(host)).walks.get(step)?.[walk];
  if (!run) throw new Error(`The ISP has no ${walk} of ${step}.`);
  run(part as never);
}
