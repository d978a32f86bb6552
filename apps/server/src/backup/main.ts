import { ConfigError, readConfig } from '../config.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

/**
 * `npm run -s backup -- <file>` and `npm run -s restore -- <file>`; DATA_DIR says of what. Exit 1
 * with one sentence when it cannot be done.
 */
process.umask(0o077);
const [command, file, ...rest] = process.argv.slice(2);
try {
  if (file === undefined || rest.length > 0)
    throw new ConfigError(`Usage: npm run -s ${command ?? 'backup'} -- <file.tgz>`);
  const config = readConfig(process.env);
  if (command === 'restore') {
    await restore(config, file);
    console.log(`${config.dataFolder} is restored from ${file}.`);
  } else {
    console.log(
      `${file} has the data of ${config.dataFolder}: ${((await backUp(config, file)) / 1e6).toFixed(1)} MB.`,
    );
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
