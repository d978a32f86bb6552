import type {
  LuxMap,
  Rendered,
  ShownWorld,
  WorldBytes,
  WorldFacts,
  WorldReading,
} from '@lumenloom/browser-host';
import type { WorldContent } from '@lumenloom/contract';
import type { Steps } from '../../kit/design/steps.ts';
import type { ExampleWorld } from './example-worlds.ts';
import type { Levels } from './mixed-picture.ts';
import type { Placing, Selected } from './world-edits.ts';

/** A world with its files, and the levels at which its groups of lamps are mixed. */
export interface WorldDraft {
  readonly document: WorldContent;
  readonly files: WorldBytes;
  readonly levels: Levels;
  /** The example that it was, until it is changed. */
  readonly example: ExampleWorld | undefined;
}

export interface WorldState extends Steps<WorldDraft> {
  /** The last world that could be read, and what of it is shown. */
  readonly facts: { readonly document: WorldContent; readonly value: WorldFacts } | undefined;
  readonly picture: { readonly document: WorldContent; readonly value: ShownWorld } | undefined;
  readonly lux: { readonly document: WorldContent; readonly value: LuxMap } | undefined;
  /** What is rendered. */
  readonly wants: Rendered;
  /** Why the newest world is not shown. */
  readonly refused: string | undefined;
  readonly reading: WorldReading | undefined;
  readonly selected: Selected | undefined;
  /** Paths of each pixel at which the picture is finished. */
  readonly samples: number;
  /** What a hand of the view holds at the moment, and where. */
  readonly held: { readonly item: Selected; readonly placing: Placing } | undefined;
  readonly isStopped: boolean;
  /** The sentence under the header; '' for none. */
  readonly note: string;
}
