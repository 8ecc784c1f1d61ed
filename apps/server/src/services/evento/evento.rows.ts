import type { Situacao } from "@malote/dfe";
import { newId, type Sql } from "../../db/index.ts";

/** An evento that was read, from an e-mail or from SEFAZ's answer. `nSeq` counts from 1 within chave and type. */
export type NovoEvento = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  descEvento: string;
  protocolo: string | null;
  protocoloData: string | null;
  cStat: string | null;
  origem: "email" | "sefaz";
  situacao: Situacao;
  documentoId: string;
};

/**
 * Keeps eventos by chave, whether their nota is known or not. One that came without SEFAZ's registration gains it from a later copy.
 * @returns those that are new, or newly registered
 */
export async function saveEventos(
  sql: Sql,
  contaId: string,
  { eventos, agora }: { eventos: readonly NovoEvento[]; agora: Date },
): Promise<{ id: string; chave: string }[]> {
  const registeredLast = eventos.toSorted(
    (a, b) => Number(a.protocolo !== null) - Number(b.protocolo !== null),
  );
  const distinct = [...new Map(registeredLast.map((each) => [keyOf(each), each])).values()];
  if (distinct.length === 0) return [];
  return sql.query<{ id: string; chave: string }>(
    `INSERT INTO evento AS e (conta_id, id, chave, tp_evento, n_seq, desc_evento, protocolo, protocolo_data, cstat, origem, situacao, documento_id, criado_em)
     SELECT $1, r.id, r.chave, r.tp_evento, r.n_seq, r.desc_evento, r.protocolo, r.protocolo_data, r.cstat, r.origem, r.situacao, r.documento_id, $2
     FROM json_to_recordset($3) AS r (id uuid, chave text, tp_evento text, n_seq integer, desc_evento text, protocolo text,
       protocolo_data timestamptz, cstat text, origem text, situacao text, documento_id uuid)
     ORDER BY r.chave, r.tp_evento, r.n_seq
     ON CONFLICT (conta_id, chave, tp_evento, n_seq) DO UPDATE SET protocolo = excluded.protocolo,
       protocolo_data = excluded.protocolo_data, cstat = excluded.cstat, documento_id = excluded.documento_id,
       situacao = excluded.situacao, origem = excluded.origem
     WHERE e.protocolo IS NULL AND excluded.protocolo IS NOT NULL
     RETURNING id, chave`,
    [contaId, agora, JSON.stringify(distinct.map(toRecord))],
  );
}

/** Views of some chaves that readers see, so that a new evento can be published on them. */
export async function findNotasOfEventos(
  sql: Sql,
  contaId: string,
  eventos: readonly { id: string; chave: string }[],
): Promise<{ notaId: string; eventoId: string }[]> {
  if (eventos.length === 0) return [];
  return sql.query(
    `SELECT n.id AS "notaId", e.id AS "eventoId" FROM unnest($2::uuid[], $3::text[]) AS e (id, chave)
     JOIN nota n ON n.conta_id = $1 AND n.chave = e.chave AND NOT n.quarentena AND NOT n.terceiros ORDER BY e.id, n.id`,
    [contaId, eventos.map((each) => each.id), eventos.map((each) => each.chave)],
  );
}

// The copy with a registration stands for the others of one call, whatever their order.
function keyOf(evento: NovoEvento): string {
  return `${evento.chave} ${evento.tpEvento} ${evento.nSeq}`;
}

function toRecord(evento: NovoEvento): Record<string, unknown> {
  return {
    id: newId(),
    chave: evento.chave,
    tp_evento: evento.tpEvento,
    n_seq: evento.nSeq,
    desc_evento: evento.descEvento,
    protocolo: evento.protocolo,
    protocolo_data: evento.protocoloData,
    cstat: evento.cStat,
    origem: evento.origem,
    situacao: evento.situacao,
    documento_id: evento.documentoId,
  };
}
