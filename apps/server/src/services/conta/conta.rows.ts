import type { Sql } from "../../db/index.ts";

export type ContaRow = {
  id: string;
  identificador: string;
  tipoPessoa: "Física" | "Jurídica";
  uf: string;
  sandbox: boolean;
};

export async function findConta(sql: Sql, contaId: string): Promise<ContaRow | null> {
  const rows = await sql.query<ContaRow>(
    `SELECT id, identificador, tipo_pessoa AS "tipoPessoa", uf, sandbox FROM conta WHERE id = $1`,
    [contaId],
  );
  return rows[0] ?? null;
}
