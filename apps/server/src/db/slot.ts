import { type AliasedRawBuilder, type Expression, type OperationNode, sql, ValueNode } from "kysely";

/**
 * The place of a value in a statement that is built once, before its values are known. It stands where the
 * value would; `read` takes it from the values of a run.
 */
export class Slot<T> implements Expression<T> {
  readonly read: (values: object) => T;

  constructor(read: (values: object) => T) {
    this.read = read;
  }

  get expressionType(): T | undefined {
    return undefined;
  }

  /** A value that is made from this one, in each run. */
  map<U>(make: (value: T) => U): Slot<U> {
    return new Slot((values) => make(this.read(values)));
  }

  /** The value as a column of a SELECT. */
  as<A extends string>(alias: A): AliasedRawBuilder<T, A> {
    return sql<T>`${this}`.as(alias);
  }

  toOperationNode(): OperationNode {
    return ValueNode.create(this);
  }
}

/** A value, or the slot of one. */
export type Slotted<T> = T | Slot<T>;

/** Makes a value from another, now or in each run. */
export function mapSlotted<T, U>(value: Slotted<T>, make: (value: T) => U): Slotted<U> {
  return value instanceof Slot ? value.map(make) : make(value);
}

/** A slot for each value of a run. */
export type Slots<V> = { readonly [K in keyof V]-?: Slot<V[K]> };

/** The slots of values of a type; each property that is read names a value. */
export function slotsOf<V extends object>(): Slots<V> {
  return new Proxy({} as Slots<V>, {
    get: (_, name) => new Slot((values) => Reflect.get(values, name)),
    ownKeys: () => {
      throw new Error("the slots of a statement are named one by one");
    },
  });
}
