/**
 * The servers of a run of the browser tests, in a process of their own: loading the program takes
 * longer than most tests. For each message with an environment it starts one, and answers with its
 * address.
 */
import { buildApp } from '../../server/dist/build-app.js';
import { readConfig } from '../../server/dist/config.js';
import { publicUrlOf } from '../../server/dist/plugins/public-url.js';

/** @type {Awaited<ReturnType<typeof buildApp>>[]} */
const apps = [];

async function start(environment) {
  const config = readConfig({ ...process.env, ...environment, PORT: '0' });
  const app = await buildApp(config);
  apps.push(app);
  await app.listen({ port: config.port, host: config.host });
  return publicUrlOf(app, config);
}

process.on('message', ({ id, environment }) => {
  start(environment).then(
    (address) => process.send({ id, address }),
    (error) => process.send({ id, error: String(error) }),
  );
});

process.once('disconnect', async () => {
  await Promise.all(apps.map((app) => app.close()));
  // Threads may still run.
  process.exit();
});
