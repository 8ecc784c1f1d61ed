import type { Veredito } from "@malote/dfe";
import { type Db, newId } from "../../db/index.ts";
import { isRegistered } from "./evento.rules.ts";
import { writeFact, writeRegistered, writeRightAutor } from "./fact.rows.ts";

/**
 * An evento from an e-mail or from SEFAZ's answer. `nSeq` counts from 1 within chave and type; `autor` is a
 * CNPJ or CPF, "" if it could not be read.
 */
export type NewEvento = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  autor: string;
  descEvento: string;
  protocolo: string | null;
  protocoloData: string | null;
  cStat: string | null;
  origem: "email" | "sefaz";
  veredito: Veredito;
  documentoId: string;
};

/** A changed evento. `registrado`: SEFAZ is known to have it now; `eraRegistrado`: and was before. */
export type ChangedEvento = { id: string; chave: string; registrado: boolean; eraRegistrado: boolean };

/**
 * Stores eventos by chave, with or without a nota. A later copy adds a missing registration, and SEFAZ's own
 * copy replaces a mailed one. Another author's evento with the same type and number is a row of its own.
 * @returns those that changed
 */
export async function saveEventos(
  db: Db,
  contaId: string,
  { eventos, now }: { eventos: readonly NewEvento[]; now: Date },
): Promise<ChangedEvento[]> {
  const bestLast = eventos.toSorted((a, b) => rankOf(a) - rankOf(b));
  const distinct = [...new Map(bestLast.map((each) => [keyOf(each), each])).values()];
  if (distinct.length === 0) return [];
  const values = [contaId, now, JSON.stringify(distinct.map(toRecord)), distinct.map(({ chave }) => chave)];
  await setMissingAutores(db, contaId, distinct);
  // `antes` reads the table as it was before this statement.
  return db.query(
    `WITH antes AS (
       SELECT chave, tp_evento, n_seq, autor FROM evento a WHERE conta_id = $1 AND chave = ANY ($4) AND ${writeRegistered("a")}
     ), gravados AS (
       INSERT INTO evento AS e (conta_id, id, chave, tp_evento, n_seq, autor, desc_evento, protocolo, protocolo_data, cstat, origem, veredito, documento_id, criado_em)
       SELECT $1, r.id, r.chave, r.tp_evento, r.n_seq, r.autor, r.desc_evento, r.protocolo, r.protocolo_data, r.cstat, r.origem, r.veredito, r.documento_id, $2
       FROM json_to_recordset($3) AS r (id uuid, chave text, tp_evento text, n_seq integer, autor text, desc_evento text, protocolo text,
         protocolo_data timestamptz, cstat text, origem text, veredito text, documento_id uuid)
       ORDER BY r.chave, r.tp_evento, r.n_seq, r.autor
       ON CONFLICT (conta_id, chave, tp_evento, n_seq, autor) DO UPDATE SET protocolo = excluded.protocolo,
         protocolo_data = excluded.protocolo_data, cstat = excluded.cstat, documento_id = excluded.documento_id,
         veredito = excluded.veredito, origem = excluded.origem
       WHERE (${writeRegistered("excluded")} AND NOT ${writeRegistered("e")}) OR (excluded.origem = 'sefaz' AND e.origem <> 'sefaz')
       RETURNING id, chave, tp_evento, n_seq, autor, ${writeRegistered("e")} AS registrado
     )
     SELECT g.id, g.chave, g.registrado, a.chave IS NOT NULL AS "eraRegistrado"
     FROM gravados g LEFT JOIN antes a USING (chave, tp_evento, n_seq, autor) ORDER BY g.chave, g.tp_evento, g.n_seq, g.autor`,
    values,
  );
}

// For rows from before the column `autor`: the same bytes, received again, supply it.
async function setMissingAutores(db: Db, contaId: string, eventos: readonly NewEvento[]): Promise<void> {
  await db.query(
    `UPDATE evento e SET autor = r.autor
     FROM json_to_recordset($2) AS r (chave text, tp_evento text, n_seq integer, autor text, documento_id uuid)
     WHERE e.conta_id = $1 AND e.chave = r.chave AND e.tp_evento = r.tp_evento AND e.n_seq = r.n_seq AND e.autor = '' AND r.autor <> ''
       AND e.documento_id = r.documento_id AND NOT EXISTS (SELECT FROM evento o WHERE o.conta_id = $1 AND o.chave = r.chave
         AND o.tp_evento = r.tp_evento AND o.n_seq = r.n_seq AND o.autor = r.autor)`,
    [contaId, JSON.stringify(eventos.map(toRecord))],
  );
}

/** Published views of the eventos that are facts only now, so that they can be published; row-locked. */
export async function findNotasOfEventos(
  db: Db,
  contaId: string,
  eventos: readonly ChangedEvento[],
): Promise<{ notaId: string; eventoId: string }[]> {
  const registered = eventos.filter((evento) => evento.registrado);
  if (registered.length === 0) return [];
  const aliases = { evento: "e", nota: "n" };
  // A mailed evento that was registered was published then, unless its author was wrong.
  return db.query(
    `SELECT n.id AS "notaId", e.id AS "eventoId" FROM unnest($2::uuid[], $3::boolean[]) AS m (id, era_registrado)
     JOIN evento e ON e.conta_id = $1 AND e.id = m.id
     JOIN nota n ON n.conta_id = $1 AND n.chave = e.chave AND NOT n.quarentena AND NOT n.terceiros
     WHERE ${writeFact(aliases)} AND NOT (m.era_registrado AND ${writeRightAutor(aliases)})
     ORDER BY e.id, n.id FOR UPDATE OF n`,
    [contaId, registered.map((each) => each.id), registered.map((each) => each.eraRegistrado)],
  );
}

function rankOf({ origem, cStat }: NewEvento): number {
  return origem === "sefaz" ? 2 : Number(isRegistered(cStat));
}

// Of the copies in one call, a registered one replaces the others, in any order.
function keyOf(evento: NewEvento): string {
  return `${evento.chave} ${evento.tpEvento} ${evento.nSeq} ${evento.autor}`;
}

function toRecord(evento: NewEvento): Record<string, unknown> {
  return {
    id: newId(),
    chave: evento.chave,
    tp_evento: evento.tpEvento,
    n_seq: evento.nSeq,
    autor: evento.autor,
    desc_evento: evento.descEvento,
    protocolo: evento.protocolo,
    protocolo_data: evento.protocoloData,
    cstat: evento.cStat,
    origem: evento.origem,
    veredito: evento.veredito,
    documento_id: evento.documentoId,
  };
}
