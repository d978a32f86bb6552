import { join } from 'node:path';
import { parseArgs } from 'node:util';
import closeWithGrace from 'close-with-grace';
import { makeDataFolder } from './data-folder.ts';
import { DEMO_ACCOUNT, refuseDemoData, removeDemoData, seedDemoData } from './demo/demo-data.ts';
import { publicUrlOf } from './plugins/public-url.ts';
import { ConfigError, readConfig, variablesHelp, type Config } from './config.ts';

/** How long a stop may take after DRAIN_SECONDS, in milliseconds. */
const CLOSE_GRACE_MS = 10_000;

/** How often a server that npm started looks whether npm is still there, in milliseconds. */
const PARENT_POLL_MS = 500;

/**
 * Calls `stop` when the process that started this one is gone. npm passes a signal on to its shell
 * alone, and shells end on it without passing it on.
 */
function whenParentIsGone(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_POLL_MS);
  timer.unref();
}

const OPTIONS = {
  help: { type: 'boolean' },
  /** Leaves the demo data out of a start in development. */
  'no-demo': { type: 'boolean' },
  /** Sets MODELS_FETCH=auto unless it is set; `npm start` of a clone uses this. */
  'fetch-models': { type: 'boolean' },
  /** Sets WORKBENCH_FEATURES. */
  features: { type: 'string' },
  /** Sets PORT. */
  port: { type: 'string' },
} as const;

/** The options of this start: `npm start -- --features all`. */
function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.(?:\s|$)/);
    throw new ConfigError(`${sentence}. npm start -- --help lists the options.`);
  }
}

/** The warning of a start in development that other machines may reach. */
const UNDECIDED =
  'HOST or PUBLIC_URL lets others reach this server, and LUMENLOOM_ENV is not set: it has no demo account, no demo data and no /dev/outbox. Set LUMENLOOM_ENV=production for a real deployment, or LUMENLOOM_ENV=development to have them nevertheless.';

/** Where mail goes. */
function mailLines({ smtpUrl, hasDevelopmentAids, dataFolder }: Config, address: string): string[] {
  if (smtpUrl !== undefined) return [`  mail       through ${new URL(smtpUrl).host}`];
  return [
    `  mail       files in ${join(dataFolder, 'outbox')}${hasDevelopmentAids ? `, shown at ${address}/dev/outbox` : ''}`,
  ];
}

/** What the workbench has for everybody, and whether a person may turn on more. */
function featuresLine({ workbenchFeatures, workbenchOffers }: Config): string {
  const on = workbenchFeatures.length === 0 ? 'as documented' : workbenchFeatures.join(', ');
  return workbenchOffers.every((feature) => workbenchFeatures.includes(feature))
    ? on
    : `${on}; people may turn on more (All tools); WORKBENCH_OFFERS=none forbids it`;
}

function welcome(config: Config, address: string, hasDemo: boolean): string {
  return [
    'Lumenloom is running.',
    `  site       ${address}/`,
    `  workbench  ${address}/simulate`,
    `  calls      ${address}/docs`,
    `  data       ${config.dataFolder}`,
    ...mailLines(config, address),
    ...(hasDemo
      ? [
          `  demo login ${DEMO_ACCOUNT.email}  ${DEMO_ACCOUNT.password}`,
          `  license    ${DEMO_ACCOUNT.email}  ${DEMO_ACCOUNT.licenceKey}`,
        ]
      : []),
    `  features   ${featuresLine(config)}`,
    ...(config.environment === 'development' && !config.hasDevelopmentAids ? [UNDECIDED] : []),
    'Ctrl+C ends it.',
  ].join('\n');
}

/** Errors of listening that an operator can correct; other errors stay as they are. */
function explained(error: unknown, { port, host }: Config): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new ConfigError(`Port ${port} is in use: set PORT to another one.`);
    case 'EACCES':
      return new ConfigError(
        `Port ${port} needs rights that this user does not have: set PORT to one above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

async function start(config: Config, wantsDemo: boolean): Promise<void> {
  makeDataFolder(config);
  // Loaded here: what is wrong with the surroundings is said before, in half the time.
  const { buildApp } = await import('./build-app.ts');
  const app = await buildApp(config);
  const delay = config.drainSeconds * 1000 + CLOSE_GRACE_MS;
  const { close } = closeWithGrace({ delay, logger: false }, async ({ err }) => {
    if (err) app.log.fatal(err);
    await app.close().catch((error: unknown) => {
      // The process ends with status 1 either way; without this line nobody could say why.
      app.log.fatal(error);
      throw error;
    });
  });
  if (process.env['npm_lifecycle_event'] !== undefined) whenParentIsGone(close);
  const hasDemo = config.hasDevelopmentAids && wantsDemo;
  if (hasDemo) await seedDemoData(app.database, app.clock());
  else if (config.environment === 'production') await refuseDemoData(app.database);
  else if (!config.hasDevelopmentAids) await removeDemoData(app.database);
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw explained(error, config);
  });
  console.log(welcome(config, publicUrlOf(app, config), hasDemo));
}

try {
  const options = readOptions();
  if (options.help) {
    console.log(
      `npm start [-- --no-demo] [-- --features all] [-- --port 3000]\n\nEnvironment variables:\n\n${variablesHelp()}`,
    );
    process.exit();
  }
  const { features, port } = options;
  const config = readConfig({
    ...process.env,
    MODELS_FETCH: process.env['MODELS_FETCH'] || (options['fetch-models'] ? 'auto' : undefined),
    ...(features !== undefined && { WORKBENCH_FEATURES: features }),
    ...(port !== undefined && { PORT: port }),
  });
  await start(config, options['no-demo'] !== true);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  // Threads of the half-started server would keep the process alive.
  process.exit(1);
}
