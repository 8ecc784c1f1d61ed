import type { ResultOf } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { type DistribuicaoRow, findDistribuicaoRows } from "./distribuicao.rows.ts";
import { describeProblem } from "./distribuicao.rules.ts";

export type DistribuicaoWire = ResultOf<"Empresa.getEmpresa">["object"]["distribuicoes"][number];

/** The syncs of some empresas, by empresa, as shown on their screen; absent before the first query. */
export async function findDistribuicoes(
  db: Db,
  contaId: string,
  empresaIds: readonly string[],
): Promise<ReadonlyMap<string, DistribuicaoWire[]>> {
  const rows = await findDistribuicaoRows(db, contaId, empresaIds);
  const byEmpresa = new Map<string, DistribuicaoWire[]>();
  for (const row of rows) {
    byEmpresa.set(row.empresaId, [...(byEmpresa.get(row.empresaId) ?? []), writeDistribuicao(row)]);
  }
  return byEmpresa;
}

function writeDistribuicao({
  empresaId: _whose,
  xMotivo,
  falha,
  consumos,
  puladas,
  ...row
}: DistribuicaoRow): DistribuicaoWire {
  const problem = describeProblem({ falha, cStat: row.cStat, xMotivo, consumos, puladas });
  return { ...row, problema: problem };
}
