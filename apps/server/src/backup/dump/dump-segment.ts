import type { Part, Segment } from "../manifest.ts";
import { PART_BYTES, type Repository } from "../repository.ts";
import { BLOB_SOURCES, type BlobName } from "./blob-refs.ts";
import { createRowReader, type RowReader } from "./row-reader.ts";

/** Rows of one segment. table: the parent table's name, not the partition's. */
export type SegmentRows = { table: string; columns: readonly string[]; stream: AsyncIterable<Buffer> };

/** Reads a table's rows and calls `onBlob` for each blob that they name. */
export function createBlobReader(
  { table, columns }: Pick<SegmentRows, "table" | "columns">,
  onBlob: (name: BlobName) => void,
): RowReader {
  const source = BLOB_SOURCES[table];
  if (source === undefined) return createRowReader([], () => {});
  const places = source.columns.map((column) => columns.indexOf(column));
  if (places.includes(-1)) throw new Error(`${table} lacks a column that names blobs`);
  return createRowReader(places, (values) => {
    const name = source.read(values);
    if (name !== null) onBlob(name);
  });
}

/** Stores a COPY stream part by part. @returns the segment, and how many bytes were written to the store */
export async function storeSegment(
  repository: Repository,
  rows: SegmentRows,
  onBlob: (name: BlobName) => void,
): Promise<{ segment: Segment; written: number }> {
  const reader = createBlobReader(rows, onBlob);
  const partes: Part[] = [];
  let written = 0;
  for await (const content of cutParts(feedReader(rows.stream, reader))) {
    const put = await repository.put(content);
    partes.push(put.part);
    written += put.written;
  }
  if (!reader.isComplete()) throw new Error(`the COPY stream of ${rows.table} ended too early`);
  return { segment: { linhas: reader.rows(), partes }, written };
}

async function* feedReader(stream: AsyncIterable<Buffer>, reader: RowReader): AsyncIterable<Buffer> {
  for await (const chunk of stream) {
    reader.feed(chunk);
    yield chunk;
  }
}

/** Regroups chunks of any size into parts of {@link PART_BYTES}; the last part may be shorter. */
async function* cutParts(stream: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let pieces: Buffer[] = [];
  let buffered = 0;
  for await (const chunk of stream) {
    pieces.push(chunk);
    buffered += chunk.length;
    while (buffered >= PART_BYTES) {
      const all = Buffer.concat(pieces);
      yield all.subarray(0, PART_BYTES);
      pieces = [all.subarray(PART_BYTES)];
      buffered -= PART_BYTES;
    }
  }
  if (buffered > 0) yield Buffer.concat(pieces);
}
