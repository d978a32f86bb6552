import type { Field } from '@lumenloom/engine/catalogue';

/**
 * The choices of one kind (scenes, sensors, lenses ...), in the order of the choice list, by the id
 * of the engine.
 */
type Family = Readonly<Record<string, { readonly label: string }>>;

/** The names by which a request chooses a member of a family. */
export const labels = (family: Family): string[] =>
  Object.values(family).map((candidate) => candidate.label);

/** The member that a request names, with its id; undefined when the choice is blank. */
export const member = <Members extends Family>(family: Members, label: string | undefined) =>
  (Object.entries(family) as [keyof Members & string, Members[keyof Members]][]).find(
    ([, candidate]) => candidate.label === label,
  );

type Parametrised = Readonly<
  Record<string, { readonly wireKey: string; readonly fields: readonly Field[] }>
>;

/**
 * The parameter objects of a family in the request. Members may share one; it then has the fields
 * of all of them.
 */
export function parameterObjects<Members extends Parametrised>(
  family: Members,
): Readonly<Record<Members[keyof Members]['wireKey'], readonly Field[]>> {
  const objects: Record<string, Field[]> = {};
  for (const { wireKey, fields } of Object.values(family)) {
    const known = (objects[wireKey] ??= []);
    for (const field of fields) if (!known.some(({ key }) => key === field.key)) known.push(field);
  }
  return objects as Record<Members[keyof Members]['wireKey'], Field[]>;
}
