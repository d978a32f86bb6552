import { join } from 'node:path';
import { ModelFetcher } from '@lumenloom/node-host';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import {
  ConfigError,
  readConfig,
  variablesHelp,
  WORKER_VARIABLES,
  type Config,
} from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';
import { systemClock } from '../clock.ts';
import { QueuedOrders } from '../runs/queued-orders.ts';
import { Conductors } from '../runs/conductors.ts';
import { WorkRuns } from '../runs/work-runs.ts';
import { WORK_FOLDERS } from '../runs/work-folder.ts';
import { loggerOptions } from '../plugins/logger.ts';
import { DATABASE_BACK, Outage } from '../plugins/outage.ts';
import { ComputeWorker } from './compute-worker.ts';
import {
  BATCHES,
  migrateQueue,
  openQueue,
  SIMULATIONS,
  type RunsJob,
} from '../queue/queue-connection.ts';
import { Presence } from '../queue/presence.ts';
import { openRelay } from '../queue/relay.ts';
import { computeDevice } from '../simulation/compute-device.ts';
import { JobRunner, runnerOptions } from '../simulation/job-runner.ts';
import { traceAhead } from '../simulation/trace-ahead.ts';
import { folderStore, RESULTS_FOLDER } from '../results/result-store.ts';

/** How long a stop may take after DRAIN_SECONDS, in milliseconds. */
const CLOSE_GRACE_MS = 10_000;

/**
 * `npm run worker`: computes what servers with the same COMPUTE_QUEUE, DATABASE_URL and DATA_DIR
 * hand out.
 */
async function start(config: Config): Promise<void> {
  const { computeQueue: url, drainSeconds, maximumRunningRuns: slots, recoveryMs } = config;
  if (url === undefined)
    throw new ConfigError('A worker needs COMPUTE_QUEUE: set it to what the server has.');
  const outage = new Outage();
  const log = pino(loggerOptions(config, outage));
  const warn = (error: unknown, sentence: string): void => {
    log.warn(error, sentence);
  };
  const device = await computeDevice(config, (sentence) => {
    log.warn(sentence);
  });
  makeDataFolder(config);
  const database = await openDatabase(config, {
    lost: (error) => {
      warn(error, 'a database connection was lost');
    },
    done: (event) => {
      if (outage.isOver(event)) log.warn(DATABASE_BACK);
    },
  });
  await migrateQueue(url);
  const queue = openQueue<RunsJob>(BATCHES, url, warn);
  const relay = await openRelay(url, 'worker', warn);
  const models = new ModelFetcher(config.models);
  const runner = new JobRunner(
    runnerOptions(config, device, (error) => {
      log.error(error);
    }),
  );
  const worker = new ComputeWorker({
    url,
    database,
    queue,
    relay,
    models,
    slots,
    recoveryMs,
    config,
    store: folderStore(join(config.dataFolder, RESULTS_FOLDER)),
    run: (plan, watch) => runner.run(plan, watch),
    runs: new WorkRuns({ database, config }),
    warn,
  });
  const presence = new Presence('worker', slots, { database, recoveryMs, warn, log });
  const orders = new QueuedOrders({ database, queue, relay, warn });
  const works = WORK_FOLDERS.map(
    (goal) =>
      new Conductors(goal, {
        database,
        config,
        clock: systemClock,
        warn,
        compute: orders.compute,
        areGone: (programs) => presence.isGone(programs, 'worker'),
      }).runner,
  );
  let endTracing: (() => void) | undefined;
  closeWithGrace(
    { delay: drainSeconds * 1000 + CLOSE_GRACE_MS, logger: false },
    async ({ err }) => {
      if (err) log.fatal(err);
      endTracing?.();
      await presence.close();
      await Promise.all([worker.close(drainSeconds * 1000), ...works.map((work) => work.close())]);
      orders.close();
      await Promise.all([runner.close(), models.close(), queue.close(), relay.close()]);
      await database.destroy();
    },
  );
  await worker.start();
  await orders.start();
  for (const work of works) work.start();
  await presence.start();
  if (config.warmThreads > 0) endTracing = traceAhead();
  console.log(
    `A Lumenloom worker is running: ${slots} simulations at once, from the queues ${SIMULATIONS} and ${BATCHES}${device ? `, on ${device.name}` : ''}.\nCtrl+C ends it.`,
  );
}

/** Sets COMPUTE_DEVICE to what follows: `npm run worker -- --device auto`. */
const DEVICE = '--device';

if (process.argv.includes('--help')) {
  console.log(
    `npm run worker [-- ${DEVICE} auto]\n\nEnvironment variables:\n\n${variablesHelp(WORKER_VARIABLES)}`,
  );
  process.exit();
}
try {
  const at = process.argv.indexOf(DEVICE);
  const device = at < 0 ? {} : { COMPUTE_DEVICE: process.argv[at + 1] };
  await start(readConfig({ ...process.env, ...device }));
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  // Threads of the half-started worker would keep the process alive.
  process.exit(1);
}
