import type { Veredito } from "@malote/dfe";
import { newId, type Sql } from "../../db/index.ts";
import { isRegistrado, REGISTRADO } from "./evento.rules.ts";

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
  veredito: Veredito;
  documentoId: string;
};

/** SQL that is true of an evento that SEFAZ knows: it told of it, or registered the one that was mailed. */
export function writeRegistrado(evento: string): string {
  const codigos = REGISTRADO.map((cStat) => `'${cStat}'`).join(", ");
  return `(${evento}.origem = 'sefaz' OR coalesce(${evento}.cstat, '') IN (${codigos}))`;
}

/**
 * Keeps eventos by chave, whether their nota is known or not. One that came without SEFAZ's registration gains it from a later copy, and
 * SEFAZ's own word stands above any mail.
 * @returns those that changed; `registrado`: SEFAZ is known to know it since now
 */
export async function saveEventos(
  sql: Sql,
  contaId: string,
  { eventos, agora }: { eventos: readonly NovoEvento[]; agora: Date },
): Promise<{ id: string; chave: string; registrado: boolean }[]> {
  const bestLast = eventos.toSorted((a, b) => rankOf(a) - rankOf(b));
  const distinct = [...new Map(bestLast.map((each) => [keyOf(each), each])).values()];
  if (distinct.length === 0) return [];
  const values = [contaId, agora, JSON.stringify(distinct.map(toRecord)), distinct.map(({ chave }) => chave)];
  // `antes` sees the table as it was before this statement.
  return sql.query(
    `WITH antes AS (
       SELECT chave, tp_evento, n_seq FROM evento a WHERE conta_id = $1 AND chave = ANY ($4) AND ${writeRegistrado("a")}
     ), gravados AS (
       INSERT INTO evento AS e (conta_id, id, chave, tp_evento, n_seq, desc_evento, protocolo, protocolo_data, cstat, origem, veredito, documento_id, criado_em)
       SELECT $1, r.id, r.chave, r.tp_evento, r.n_seq, r.desc_evento, r.protocolo, r.protocolo_data, r.cstat, r.origem, r.veredito, r.documento_id, $2
       FROM json_to_recordset($3) AS r (id uuid, chave text, tp_evento text, n_seq integer, desc_evento text, protocolo text,
         protocolo_data timestamptz, cstat text, origem text, veredito text, documento_id uuid)
       ORDER BY r.chave, r.tp_evento, r.n_seq
       ON CONFLICT (conta_id, chave, tp_evento, n_seq) DO UPDATE SET protocolo = excluded.protocolo,
         protocolo_data = excluded.protocolo_data, cstat = excluded.cstat, documento_id = excluded.documento_id,
         veredito = excluded.veredito, origem = excluded.origem
       WHERE (${writeRegistrado("excluded")} AND NOT ${writeRegistrado("e")}) OR (excluded.origem = 'sefaz' AND e.origem <> 'sefaz')
       RETURNING id, chave, tp_evento, n_seq, ${writeRegistrado("e")} AS registrado
     )
     SELECT g.id, g.chave, g.registrado AND a.chave IS NULL AS registrado
     FROM gravados g LEFT JOIN antes a USING (chave, tp_evento, n_seq) ORDER BY g.chave, g.tp_evento, g.n_seq`,
    values,
  );
}

/** Views that readers see of the eventos that SEFAZ is newly known to know, so that those can be published; locked until the commit. */
export async function findNotasOfEventos(
  sql: Sql,
  contaId: string,
  eventos: readonly { id: string; chave: string; registrado: boolean }[],
): Promise<{ notaId: string; eventoId: string }[]> {
  const registered = eventos.filter((evento) => evento.registrado);
  if (registered.length === 0) return [];
  return sql.query(
    `SELECT n.id AS "notaId", e.id AS "eventoId" FROM unnest($2::uuid[], $3::text[]) AS e (id, chave)
     JOIN nota n ON n.conta_id = $1 AND n.chave = e.chave AND NOT n.quarentena AND NOT n.terceiros ORDER BY e.id, n.id FOR UPDATE OF n`,
    [contaId, registered.map((each) => each.id), registered.map((each) => each.chave)],
  );
}

function rankOf({ origem, cStat }: NovoEvento): number {
  return origem === "sefaz" ? 2 : Number(isRegistrado(cStat));
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
    veredito: evento.veredito,
    documento_id: evento.documentoId,
  };
}
