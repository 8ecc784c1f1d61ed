import { ordemNome } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";

/** Remembers who appears in documents, by CNPJ or CPF, under the name used last. */
export async function saveParticipantes(
  sql: Sql,
  contaId: string,
  { partes, agora }: { partes: readonly { documento: string; nome: string }[]; agora: Date },
): Promise<void> {
  const distinct = [
    ...new Map(partes.filter((p) => p.documento !== "").map((p) => [p.documento, p])).values(),
  ];
  if (distinct.length === 0) return;
  await sql.query(
    `INSERT INTO participante AS p (conta_id, documento, nome, nome_ordem, visto_em)
     SELECT $1, r.documento, r.nome, r.ordem, $2 FROM unnest($3::text[], $4::text[], $5::text[]) AS r (documento, nome, ordem)
     ORDER BY r.documento
     ON CONFLICT (conta_id, documento) DO UPDATE SET nome = excluded.nome, nome_ordem = excluded.nome_ordem, visto_em = excluded.visto_em
     WHERE p.nome <> excluded.nome`,
    [
      contaId,
      agora,
      distinct.map((p) => p.documento),
      distinct.map((p) => p.nome),
      distinct.map((p) => ordemNome(p.nome)),
    ],
  );
}
