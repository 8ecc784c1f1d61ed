import type { Db } from "../../db/index.ts";
import type { CaixaConnection } from "./caixa-email.rules.ts";

export type CaixaRow = CaixaConnection & {
  id: string;
  descricao: string;
  apagarAposDias: number | null;
  ultimaColeta: Date | null;
  ultimaVisita: Date | null;
  proximaColeta: Date | null;
  isColetando: boolean;
  ultimoErro: string | null;
  ultimoErroEm: Date | null;
  erroDesde: Date | null;
  falhasSeguidas: number;
  emailsHoje: number;
  emailsTotal: number;
  ultimoEmailEm: Date | null;
  silenciosaDesde: Date | null;
};

const CONNECTION = `x.tipo, x.servidor, x.porta, x.usuario, x.autenticacao, x.oauth, x.pasta, x.certificado_fixado AS "certificadoFixado"`;

/**
 * The conta's mailboxes, or one of them, with the state of their poll. dia: today in the conta's time
 * zone.
 */
export async function findCaixas(
  db: Db,
  contaId: string,
  { dia, zona, id }: { dia: string; zona: string; id?: string },
): Promise<CaixaRow[]> {
  // Counted from email_caixa_idx only, in one scan per mailbox.
  return await db.query<CaixaRow>(
    `SELECT x.id, ${CONNECTION}, x.descricao, x.apagar_apos_dias AS "apagarAposDias", x.ultima_coleta AS "ultimaColeta",
       x.ultima_visita AS "ultimaVisita", x.ultimo_erro AS "ultimoErro", x.ultimo_erro_em AS "ultimoErroEm", x.erro_desde AS "erroDesde",
       x.falhas_seguidas AS "falhasSeguidas", x.silenciosa_desde AS "silenciosaDesde",
       coalesce(t.estado = 'entregue', false) AS "isColetando",
       CASE t.estado WHEN 'pendente' THEN t.vence_em END AS "proximaColeta",
       e.hoje AS "emailsHoje", e.total AS "emailsTotal", e.ultimo AS "ultimoEmailEm"
     FROM caixa_email x
       LEFT JOIN tarefa t ON t.conta_id = x.conta_id AND t.tipo = 'poll' AND t.alvo = x.id::text AND t.estado IN ('pendente', 'entregue')
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE m.recebida_em >= ($2::date)::timestamp AT TIME ZONE $4) AS hoje, count(*) AS total, max(m.recebida_em) AS ultimo
         FROM email m WHERE m.conta_id = $1 AND m.caixa_id = x.id) e
     WHERE x.conta_id = $1 AND x.apagada_em IS NULL AND ($3::uuid IS NULL OR x.id = $3)`,
    [contaId, dia, id ?? null, zona],
  );
}

/** A stored mailbox; its secret is still encrypted. */
export type SealedCaixa = CaixaConnection & {
  id: string;
  descricao: string;
  apagarAposDias: number | null;
  senhaSelada: Buffer;
};

/**
 * @param lock locks the row until the transaction ends, so that concurrent saves run one after the
 * other
 */
export async function findSealedCaixa(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<SealedCaixa | null> {
  const rows = await db.query<SealedCaixa>(
    `SELECT x.id, ${CONNECTION}, x.descricao, x.apagar_apos_dias AS "apagarAposDias", x.senha_selada AS "senhaSelada"
     FROM caixa_email x WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL${lock ? " FOR UPDATE" : ""}`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** Serializes saves of a conta's mailboxes: the check for duplicates runs before the write. */
export async function lockCaixas(db: Db, contaId: string): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended('caixas ' || $1, 0))", [contaId]);
}

/** Whether another mailbox of the conta polls the same folder of the same user. */
export async function hasSameCaixa(
  db: Db,
  contaId: string,
  { id, servidor, usuario, pasta }: { id: string } & Pick<CaixaConnection, "servidor" | "usuario" | "pasta">,
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM caixa_email WHERE conta_id = $1 AND id <> $2 AND apagada_em IS NULL
       AND lower(servidor) = lower($3) AND lower(usuario) = lower($4) AND pasta IS NOT DISTINCT FROM $5`,
    [contaId, id, servidor, usuario, pasta],
  );
  return rows.length > 0;
}

/**
 * A mailbox to store. novaGeracao: the known uids become invalid; pollMs: poll interval of a new one.
 */
export type CaixaToSave = SealedCaixa & { novaGeracao: boolean; pollMs: number };

/** Inserts or updates a mailbox; a deleted one stays deleted. */
export async function saveCaixa(db: Db, contaId: string, caixa: CaixaToSave): Promise<void> {
  await db.execute(
    `INSERT INTO caixa_email AS x (conta_id, id, tipo, servidor, porta, usuario, autenticacao, oauth, pasta, certificado_fixado,
       descricao, apagar_apos_dias, senha_selada, poll_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15)
     ON CONFLICT (conta_id, id) DO UPDATE SET tipo = excluded.tipo, servidor = excluded.servidor, porta = excluded.porta,
       usuario = excluded.usuario, autenticacao = excluded.autenticacao, oauth = excluded.oauth, pasta = excluded.pasta,
       certificado_fixado = excluded.certificado_fixado, descricao = excluded.descricao, apagar_apos_dias = excluded.apagar_apos_dias,
       senha_selada = excluded.senha_selada, geracao = x.geracao + $14::integer, marca = CASE WHEN $14 = 0 THEN x.marca END,
       silenciosa_desde = CASE WHEN $14 = 0 THEN x.silenciosa_desde END
     WHERE x.apagada_em IS NULL`,
    [
      contaId,
      caixa.id,
      caixa.tipo,
      caixa.servidor,
      caixa.porta,
      caixa.usuario,
      caixa.autenticacao,
      writeOauth(caixa.oauth),
      caixa.pasta,
      caixa.certificadoFixado,
      caixa.descricao,
      caixa.apagarAposDias,
      caixa.senhaSelada,
      caixa.novaGeracao ? 1 : 0,
      caixa.pollMs,
    ],
  );
}

function writeOauth(oauth: CaixaConnection["oauth"]): string | null {
  return oauth === null ? null : JSON.stringify(oauth);
}

/**
 * Deletes a mailbox and its secret permanently; its mail remains. @returns false when it does not exist
 */
export async function deleteCaixa(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const deleted = await db.execute(
    `UPDATE caixa_email SET apagada_em = $3, senha_selada = '', oauth = NULL WHERE conta_id = $1 AND id = $2 AND apagada_em IS NULL`,
    [contaId, id, now],
  );
  if (deleted === 0) return false;
  // A running poll ends by itself, because it no longer finds the mailbox.
  await db.execute(
    `UPDATE tarefa SET estado = 'feita', terminada_em = $3, resultado = 'caixa apagada'
     WHERE conta_id = $1 AND tipo = 'poll' AND alvo = $2 AND estado = 'pendente'`,
    [contaId, id, now],
  );
  await db.execute(
    `UPDATE tarefa SET proxima_em = NULL WHERE conta_id = $1 AND tipo = 'poll' AND alvo = $2 AND estado = 'entregue'`,
    [contaId, id],
  );
  return true;
}
