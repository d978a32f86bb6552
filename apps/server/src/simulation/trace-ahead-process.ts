/** The program that `traceAhead` starts. */
import { readFile, readdir } from 'node:fs/promises';
import { exampleSchema, toPlan } from '@lumenloom/contract';
import { simulate } from '@lumenloom/engine';
import { EXAMPLES, nodeHost, watchProcess } from '@lumenloom/node-host';

await watchProcess({});
const host = nodeHost(1);
const quiet = {
  stopped: () => false,
  log: () => undefined,
  progress: () => undefined,
  stage: () => undefined,
};
const files = (await readdir(EXAMPLES)).filter((file) => file.endsWith('.json'));
const plans = await Promise.all(
  files.map(async (file) => {
    const text = await readFile(new URL(file, EXAMPLES), 'utf8');
    const { data: example } = exampleSchema.safeParse(JSON.parse(text));
    const read = example && toPlan(example.recipe);
    return read?.ok ? read.value.plan : undefined;
  }),
);
// A wide field takes three times as long as a narrow one, so most lenses are there soon.
for (const plan of plans
  .filter((one) => one !== undefined)
  .toSorted((a, b) => a.scene.parameters.hfov - b.scene.parameters.hfov))
  await simulate(plan, host, quiet);
