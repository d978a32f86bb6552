import { z } from 'zod';
import { problemsOf, type Decoded } from '../simulation/decoded.ts';
import { LIBRARY_KINDS, type OwnChoice } from './own-names.ts';

/** The option of `lumenloom simulate` that names the file of a choice. */
export const projectOptions = {
  optics: 'lens-file',
  sensor: 'sensor-file',
  illuminant: 'light-file',
  scene: 'scene-file',
  sceneDepth: 'depth-file',
  algorithm: 'network-file',
  world: 'world',
} as const satisfies Readonly<Record<OwnChoice, string>>;

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/, 'the bytes must be base64.');
const schema = z.strictObject({
  kind: z.enum(LIBRARY_KINDS),
  fileName: z.string().min(1).max(300),
  base64,
  /** The data that an ENVI header describes. */
  data: base64.optional(),
  /** How a network is run and read. */
  descriptor: z.record(z.string(), z.unknown()).optional(),
});

/** One of the user's own files in a project, under `files` by the name that its recipe has. */
export type ProjectFile = z.infer<typeof schema>;

/** Reads a file of a project. @param name of the file in the recipe. */
export function readProjectFile(content: unknown, name: string): Decoded<ProjectFile> {
  const read = schema.safeParse(content);
  return read.success
    ? { ok: true, value: read.data }
    : {
        ok: false,
        problems: problemsOf(read.error).map(({ field, message }) => ({
          field: `files.${name}${field === '' ? '' : `.${field}`}`,
          message,
        })),
      };
}
