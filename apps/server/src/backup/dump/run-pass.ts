import type { Segment, TableList } from "../manifest.ts";
import type { Repository } from "../repository.ts";
import type { BlobName } from "./blob-refs.ts";
import { storeSegment } from "./dump-segment.ts";
import type { PassPlan, TablePlan } from "./plan-pass.ts";
import { copyOut, type DumpClient } from "./tables.rows.ts";

/** Dependencies of a pass. clients: each copies one segment at a time. */
export type PassTools = {
  repository: Repository;
  clients: readonly DumpClient[];
  onBlob: (name: BlobName & { tabela: string }) => void;
};

/** exact: the clients use the plan's snapshot, so the row counts must match. */
export type PassMode = { exact: boolean };

type Job = { plan: TablePlan; place: number; rows: number };

/** Executes the plan. @returns the lists of all tables, and how many bytes were written to the store */
export async function runPass(
  plan: PassPlan,
  tools: PassTools,
  { exact }: PassMode,
): Promise<{ lists: Map<string, TableList>; written: number }> {
  const done = new Map(plan.tables.map(({ table, segments }) => [table.name, segments.map(asSegment)]));
  const jobs = plan.tables.flatMap((each) =>
    each.segments.flatMap((segment, place): Job[] =>
      "copy" in segment ? [{ plan: each, place, rows: segment.rows }] : [],
    ),
  );
  let written = 0;
  await Promise.all(
    tools.clients.map(async (client) => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const stored = await copySegment(client, job, tools);
        const { segment } = stored;
        if (exact && segment.linhas !== job.rows)
          throw new Error(`${job.plan.table.name}: the number of copied rows differs from the plan`);
        done.get(job.plan.table.name)?.splice(job.place, 1, segment);
        written += stored.written;
      }
    }),
  );
  const lists = plan.tables.map(({ table, width }): [string, TableList] => {
    const { name, filenode, columns } = table;
    const segmentos = done.get(name) ?? [];
    return [name, { tabela: name, filenode, colunas: columns, blocos: width, segmentos }];
  });
  return { lists: new Map(lists), written };
}

const asSegment = (segment: TablePlan["segments"][number]): Segment =>
  "copy" in segment ? { linhas: 0, partes: [] } : segment;

async function copySegment(client: DumpClient, { plan, place }: Job, { repository, onBlob }: PassTools) {
  const { table, width, segments } = plan;
  const to = place === segments.length - 1 ? null : (place + 1) * width;
  const stream = copyOut(client, { table, from: place * width, to });
  const rows = { table: table.root, columns: table.columns, stream };
  return await storeSegment(repository, rows, (name) => onBlob({ ...name, tabela: table.root }));
}
