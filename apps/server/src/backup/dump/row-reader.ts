/**
 * Length of a COPY stream's fixed header: signature, flags and extension length.
 * @source PostgreSQL, COPY, Binary Format
 */
const HEAD_BYTES = 19;
const EXTENSION_AT = 15;
const NULL = -1;
const TRAILER = -1;

/** The values of the requested columns, in the requested order; null is NULL. */
export type RowValues = readonly (Buffer | null)[];

/** Parses rows from a binary COPY stream that arrives in chunks of any size. */
export type RowReader = {
  feed(chunk: Buffer): void;
  /** Rows read so far. */
  rows(): number;
  /** Whether the stream's trailer was read and nothing is left over. */
  isComplete(): boolean;
};

/**
 * @param wanted column positions, from 0; only these values are kept in memory
 * @throws from feed, when the bytes are not a binary COPY stream
 */
export function createRowReader(wanted: readonly number[], onRow: (values: RowValues) => void): RowReader {
  const places = new Map(wanted.map((column, place) => [column, place]));
  let state: "head" | "row" | "field" | "end" = "head";
  let rest: Buffer = Buffer.alloc(0);
  let skip = 0;
  let rows = 0;
  let column = 0;
  let columns = 0;
  let values: (Buffer | null)[] = [];

  /** Reads the header, row start or field at `at`. @returns the next position; -1 when bytes are missing */
  function readNext(bytes: Buffer, at: number): number {
    const left = bytes.length - at;
    if (state === "head") {
      if (left < HEAD_BYTES) return -1;
      const end = HEAD_BYTES + bytes.readInt32BE(at + EXTENSION_AT);
      if (left < end) return -1;
      state = "row";
      return at + end;
    }
    if (state === "row") return left < 2 ? -1 : beginRow(bytes.readInt16BE(at), at + 2);
    return readField(bytes, at);
  }

  function beginRow(count: number, next: number): number {
    if (count === TRAILER) {
      state = "end";
      return next;
    }
    state = "field";
    column = 0;
    columns = count;
    values = wanted.map(() => null);
    return count === 0 ? endRow(next) : next;
  }

  function endRow(next: number): number {
    state = "row";
    rows += 1;
    onRow(values);
    return next;
  }

  function readField(bytes: Buffer, at: number): number {
    if (bytes.length - at < 4) return -1;
    const length = bytes.readInt32BE(at);
    if (length < NULL) throw new Error("COPY stream: a field of negative length");
    const place = places.get(column);
    const end = at + 4 + Math.max(length, 0);
    if (place !== undefined && length !== NULL) {
      if (end > bytes.length) return -1;
      values[place] = Buffer.from(bytes.subarray(at + 4, end));
    }
    skip = Math.max(end - bytes.length, 0);
    column += 1;
    const next = Math.min(end, bytes.length);
    return column === columns ? endRow(next) : next;
  }

  return {
    feed(chunk) {
      const skipped = Math.min(skip, chunk.length);
      skip -= skipped;
      const fresh = chunk.subarray(skipped);
      const bytes = rest.length === 0 ? fresh : Buffer.concat([rest, fresh]);
      let at = 0;
      while (at < bytes.length && skip === 0) {
        if (state === "end") throw new Error("COPY stream: bytes after its end");
        const next = readNext(bytes, at);
        if (next === -1) break;
        at = next;
      }
      rest = Buffer.from(bytes.subarray(at));
    },
    rows: () => rows,
    isComplete: () => state === "end" && rest.length === 0 && skip === 0,
  };
}
