import {
  LitWorld,
  PartRenderer,
  Tracer,
  probeRay,
  type PartTally,
  type PicturePart,
  type ProbeRay,
  type WorldLight,
} from '@lumenloom/world';

/** Rays of a list from `first` on. */
export interface ProbePart {
  readonly first: number;
  readonly rays: readonly ProbeRay[];
  readonly samples: number;
  readonly seed: number;
}

export type WorldProbe = ReturnType<typeof probeRay>;

const renderers = new WeakMap<WorldLight, PartRenderer>();

/** Renders parts of pictures; the world stands as in the part before, where it did. */
export async function renderedParts(
  light: WorldLight,
  parts: readonly PicturePart[],
): Promise<PartTally[]> {
  const renderer = renderers.get(light) ?? new PartRenderer(light);
  renderers.set(light, renderer);
  const tallies: PartTally[] = [];
  for (const part of parts) {
    await renderer.prepare(part.task);
    tallies.push(renderer.render(part));
  }
  return tallies;
}

const tracers = new WeakMap<WorldLight, Tracer>();

/** What rays meet; the world stands as at the ray before, where it did. */
export function probedPart(
  light: WorldLight,
  { first, rays, samples, seed }: ProbePart,
): WorldProbe[] {
  return rays.map((ray, at) => {
    const known = tracers.get(light);
    const tracer =
      known?.lit.posed.seconds === ray.seconds
        ? known
        : new Tracer(new LitWorld(light, ray.seconds));
    tracers.set(light, tracer);
    return probeRay(tracer, ray, { index: first + at, samples, seed });
  });
}
