/**
 * The form of a value in a report, as data: the types of the engine and the schema of the contract
 * are made from it.
 */
export type ValueShape =
  | 'number'
  | 'text'
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: ValueShape }
  | { readonly tuple: readonly ValueShape[] }
  | { readonly either: readonly ValueShape[] }
  | { readonly nullable: ValueShape }
  | { readonly fields: FieldShapes };

/** The forms of the fields of an object; an optional field may be absent. */
export type FieldShapes = Readonly<Record<string, ValueShape | { readonly optional: ValueShape }>>;

/** The values that have a form. */
export type ValueOf<Shape> = Shape extends 'number'
  ? number
  : Shape extends 'text'
    ? string
    : Shape extends { readonly oneOf: readonly (infer Text)[] }
      ? Text
      : Shape extends { readonly listOf: infer Entry }
        ? readonly ValueOf<Entry>[]
        : Shape extends { readonly tuple: infer Entries }
          ? { readonly [Index in keyof Entries]: ValueOf<Entries[Index]> }
          : Shape extends { readonly either: readonly (infer Option)[] }
            ? ValueOf<Option>
            : Shape extends { readonly nullable: infer Present }
              ? ValueOf<Present> | null
              : Shape extends { readonly fields: infer Fields }
                ? ObjectOf<Fields>
                : never;

interface Optional<Shape = unknown> {
  readonly optional: Shape;
}

/** The objects whose fields have these forms. */
export type ObjectOf<Fields> = {
  readonly [Key in keyof Fields as Fields[Key] extends Optional ? never : Key]: ValueOf<
    Fields[Key]
  >;
} & {
  readonly [
    Key in keyof Fields as Fields[Key] extends Optional ? Key : never
  ]?: Fields[Key] extends Optional<infer Shape> ? ValueOf<Shape> : never;
};
