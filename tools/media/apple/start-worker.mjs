// Plain JavaScript, because a worker thread does not inherit tsx and has to load it itself.
import { register } from 'tsx/esm/api';

register();
await import('./render-worker.ts');
