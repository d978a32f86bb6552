import { conic } from './conic.ts';
import { evenAsphere } from './even-asphere.ts';
import { plane } from './plane.ts';
import { sphere } from './sphere.ts';
import type { SurfaceKind } from './surface-kind.ts';

/** Kinds of surfaces. Those with numbers of their own are named by `shape` in a lens file. */
export const SURFACE_KINDS: readonly SurfaceKind[] = [plane, sphere, conic, evenAsphere];
