import jobWorker from '../dist/simulation/job-worker.js';

/** The real worker, except that some seeds make it misbehave in ways that no input can. */
export default async function unrulyWorker(task) {
  switch (task.plan.seeds.temporal) {
    case 1:
      for (;;); // Deaf to the stop flag.
    case 2:
      process.exit(3);
    case 3:
      throw new Error('a secret of the server');
    case 4:
      for (const hoard = []; ; hoard.push(new Array(1e5).fill(Math.random())));
    case 5:
      task.port.postMessage(`${'x'.repeat(20e6)}\n`);
      return 'ended';
    case 6:
      // Takes the whole process with it, as running out of memory does.
      process.kill(process.pid, 'SIGKILL');
      break;
    default:
      return jobWorker(task);
  }
}
