import { StartRefusal } from "../../errors.ts";
import { mapInOrder } from "../concurrency-limit.ts";
import { copyIn, type DumpClient } from "../dump/tables.rows.ts";
import { type Manifest, readTableList, type Segment, type TableList } from "../manifest.ts";
import type { Repository } from "../repository.ts";
import { dropConstraints, restoreConstraints } from "./database.rows.ts";

const READ_AHEAD = 4;

/** Fills the tables. @returns how many rows  @throws when a table's row count differs from the manifest */
export async function restoreTables(
  client: DumpClient,
  repository: Repository,
  { tabelas }: Pick<Manifest, "tabelas">,
): Promise<number> {
  const dropped = await dropConstraints(client);
  let total = 0;
  for (const { tabela, linhas, lista } of tabelas) {
    const rows = await restoreTable(client, repository, readTableList(await repository.get(lista)));
    if (rows !== linhas) {
      throw new StartRefusal(
        `A tabela ${tabela} ficou com ${rows} linhas, e o backup tem ${linhas}. Nada foi alterado.`,
      );
    }
    total += rows;
  }
  await restoreConstraints(client, dropped);
  return total;
}

async function restoreTable(client: DumpClient, repository: Repository, list: TableList): Promise<number> {
  const { tabela: table, colunas: columns, segmentos } = list;
  let rows = 0;
  for (const segment of segmentos) {
    if (segment.linhas === 0) continue;
    rows += await copyIn(client, { table, columns }, readSegment(repository, segment));
  }
  return rows;
}

function readSegment(repository: Repository, { partes }: Segment): AsyncIterable<Buffer> {
  return mapInOrder(partes, READ_AHEAD, (part) => repository.get(part));
}
