type Family = Readonly<Record<string, { readonly label: string }>>;

/** The names by which a request chooses a member of a family. */
export const labels = (family: Family): string[] =>
  Object.values(family).map((candidate) => candidate.label);

/** The member that a request names, with its id; undefined when the choice is blank. */
export const member = <Members extends Family>(family: Members, label: string | undefined) =>
  (Object.entries(family) as [keyof Members & string, Members[keyof Members]][]).find(
    ([, candidate]) => candidate.label === label,
  );
