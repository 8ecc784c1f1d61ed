import type { Segment, TableList } from "../manifest.ts";
import { objectKey } from "../repository.ts";
import { type DumpClient, type DumpTable, findTables, scanSegments } from "./tables.rows.ts";

/** Target size of a segment before compression. */
const SEGMENT_BYTES = 8 * 1_048_576;
const WIDTH_MAX = 4_096;

/** Results of earlier passes and backups. xmin: the lists include the rows of all older transactions. */
export type Known = {
  xmin: string | null;
  lists: ReadonlyMap<string, TableList>;
  /** Sizes of the stored objects, by key. */
  objects: ReadonlyMap<string, number>;
};

/**
 * A table and its segments: stored ones are reused, and `copy` ones must be copied. rows: their row count.
 */
export type TablePlan = {
  table: DumpTable;
  width: number;
  segments: (Segment | { copy: true; rows: number })[];
};

export type PassPlan = {
  tables: TablePlan[];
  /** Estimate of how much must be copied. */
  bytes: number;
};

/** Finds the segments that changed. `client` is inside the transaction whose snapshot is compared. */
export async function planPass(client: DumpClient, known: Known): Promise<PassPlan> {
  const tables: TablePlan[] = [];
  let bytes = 0;
  for (const table of await findTables(client)) {
    const list = usableList(known.lists.get(table.name), table);
    const width = list?.blocos ?? chooseWidth(table);
    const scanned = await scanSegments(client, table, { width, since: list === null ? null : known.xmin });
    const segments = scanned.map(({ rows, changed }, n): TablePlan["segments"][number] => {
      if (rows === 0) return { linhas: 0, partes: [] };
      const before = list?.segmentos[n];
      if (before?.linhas === rows && !changed && isStored(before, known.objects)) return before;
      bytes += Math.min(width, table.blocks) * bytesPerBlock(table);
      return { copy: true, rows };
    });
    tables.push({ table, width, segments });
  }
  return { tables, bytes };
}

/** @returns null when the table was rewritten or its columns changed: it is then copied completely */
function usableList(list: TableList | undefined, { filenode, columns }: DumpTable): TableList | null {
  if (list === undefined || list.filenode !== filenode) return null;
  const isSame =
    list.colunas.length === columns.length && list.colunas.every((each, n) => each === columns[n]);
  return isSame ? list : null;
}

function isStored({ partes }: Segment, objects: ReadonlyMap<string, number>): boolean {
  return partes.every(([name]) => objects.has(objectKey(name)));
}

function bytesPerBlock({ bytes, blocks }: DumpTable): number {
  return bytes / Math.max(blocks, 1);
}

/** Blocks per segment, as a power of two. The size per block includes TOAST values. */
function chooseWidth(table: DumpTable): number {
  const wanted = SEGMENT_BYTES / Math.max(bytesPerBlock(table), 1);
  return 2 ** Math.floor(Math.log2(Math.min(Math.max(wanted, 1), WIDTH_MAX)));
}
