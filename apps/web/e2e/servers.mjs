/**
 * The servers of a run of the browser tests, in a process of their own: loading the program takes
 * longer than most tests. For each message with an environment it starts one, and answers with its
 * address; a message without one ends it.
 */
import { buildApp } from '../../server/dist/build-app.js';
import { readConfig } from '../../server/dist/config.js';
import { publicUrlOf } from '../../server/dist/plugins/public-url.js';

/** @type {Map<number, Awaited<ReturnType<typeof buildApp>>>} */
const apps = new Map();
/** @type {import('../../server/dist/simulation/job-runner.js').SpareThreads} */
const spareThreads = new Map();

async function start(id, environment) {
  const config = readConfig({ ...process.env, ...environment, PORT: '0' });
  const app = await buildApp(config, { spareThreads });
  apps.set(id, app);
  await app.listen({ port: config.port, host: config.host });
  return publicUrlOf(app, config);
}

process.on('message', ({ id, environment }) => {
  if (!environment) {
    void apps.get(id)?.close();
    apps.delete(id);
    return;
  }
  start(id, environment).then(
    (address) => process.send({ id, address }),
    (error) => process.send({ id, error: String(error) }),
  );
});

process.once('disconnect', async () => {
  await Promise.all(Array.from(apps.values(), (app) => app.close()));
  // Threads may still run.
  process.exit();
});
