/**
 * The shape of a translation: the keys and parameters of the Portuguese source, with any sentence where the
 * source has one. A key that is missing or too many is a type error.
 */
export type Translated<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Translated<R>
    : T extends object
      ? { [K in keyof T]: Translated<T[K]> }
      : T;
