import { type AliasedRawBuilder, type Expression, type OperationNode, sql, ValueNode } from "kysely";

/**
 * The place of a value in a statement that is built once, before its values are known. It stands where the
 * value would; `read` takes it from the values of a run.
 */
export class Placeholder<T> implements Expression<T> {
  readonly read: (values: object) => T;

  constructor(read: (values: object) => T) {
    this.read = read;
  }

  get expressionType(): T | undefined {
    return undefined;
  }

  /** A value that is made from this one, in each run. */
  map<U>(make: (value: T) => U): Placeholder<U> {
    return new Placeholder((values) => make(this.read(values)));
  }

  /** The value as a column of a SELECT. */
  as<A extends string>(alias: A): AliasedRawBuilder<T, A> {
    return sql<T>`${this}`.as(alias);
  }

  /** @throws always: in a template it would become "[object Object]" */
  [Symbol.toPrimitive](): never {
    throw new Error("a placeholder has no value yet: use mapValue");
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/** A value, or the placeholder of one. */
export type OrPlaceholder<T> = T | Placeholder<T>;

/** Makes a value from another, now or in each run. */
export function mapValue<T, U>(value: OrPlaceholder<T>, make: (value: T) => U): OrPlaceholder<U> {
  return value instanceof Placeholder ? value.map(make) : make(value);
}

/** A placeholder for each value of a run. */
export type Placeholders<V> = { readonly [K in keyof V]-?: Placeholder<V[K]> };

/** The placeholders of values of a type; each property that is read names a value. */
export function placeholdersOf<V extends object>(): Placeholders<V> {
  return new Proxy({} as Placeholders<V>, {
    get: (_, name) => new Placeholder((values) => Reflect.get(values, name)),
    ownKeys: () => {
      throw new Error("the placeholders of a statement are named one by one");
    },
  });
}
