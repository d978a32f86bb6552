/** The program that `traceAhead` starts. */
import { readFile, readdir } from 'node:fs/promises';
import { exampleSchema, toPlan } from '@lumenloom/contract';
import { simulate } from '@lumenloom/engine';
import { EXAMPLES, nodeHost } from '@lumenloom/node-host';

const host = nodeHost(1);
const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};
for (const file of await readdir(EXAMPLES)) {
  if (!file.endsWith('.json')) continue;
  const text = await readFile(new URL(file, EXAMPLES), 'utf8');
  const { data: example } = exampleSchema.safeParse(JSON.parse(text));
  const read = example && toPlan(example.recipe);
  if (read?.ok && read.value.plan) await simulate(read.value.plan, host, quiet);
}
