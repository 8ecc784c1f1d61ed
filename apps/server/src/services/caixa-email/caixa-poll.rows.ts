import type { CaixaFailure } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import type { CaixaConnection } from "./caixa-email.rules.ts";

/** The fields of a mailbox that a poll reads; the secret is still encrypted. */
export type PollCaixa = CaixaConnection & {
  id: string;
  senhaSelada: Buffer;
  pollMs: number;
  /**
   * Increases when server, user or folder change: messages of an earlier generation no longer count.
   */
  geracao: number;
  /**
   * The position in the mailbox up to which all messages are stored or recorded, in the form of its
   * protocol.
   */
  marca: string | null;
  apagarAposDias: number | null;
  sandbox: boolean;
};

/** A mailbox and its generation: uids are valid only within a generation. */
export type CaixaGeneration = { caixaId: string; geracao: number };

/** The columns of a mailbox, beside its conta. */
const POLL_COLUMNS = `x.id, x.tipo, x.servidor, x.porta, x.usuario, x.autenticacao, x.oauth, x.pasta,
  x.certificado_fixado AS "certificadoFixado", x.senha_selada AS "senhaSelada", x.poll_ms AS "pollMs", x.geracao, x.marca,
  x.apagar_apos_dias AS "apagarAposDias", c.sandbox`;

/** Reads a mailbox and records that a poll starts now; null when it is deleted. */
export async function startPoll(
  db: Db,
  contaId: string,
  { caixaId, now }: { caixaId: string; now: Date },
): Promise<PollCaixa | null> {
  const rows = await db.query<PollCaixa>(
    `UPDATE caixa_email x SET ultima_visita = $3 FROM conta c
     WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL AND c.id = x.conta_id RETURNING ${POLL_COLUMNS}`,
    [contaId, caixaId, now],
  );
  return rows[0] ?? null;
}

/** Reads a mailbox; null when it is deleted. */
export async function findPollCaixa(db: Db, contaId: string, caixaId: string): Promise<PollCaixa | null> {
  const rows = await db.query<PollCaixa>(
    `SELECT ${POLL_COLUMNS} FROM caixa_email x JOIN conta c ON c.id = x.conta_id
     WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL`,
    [contaId, caixaId],
  );
  return rows[0] ?? null;
}

/** Replaces the encrypted secret `before`.   @returns false when another one is stored by now */
export async function replaceSecret(
  db: Db,
  contaId: string,
  { caixaId, before, after }: { caixaId: string; before: Uint8Array; after: Uint8Array },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE caixa_email SET senha_selada = $4, girado_para = md5($4::bytea),
       girado_de = CASE WHEN girado_para = md5(senha_selada) THEN girado_de ELSE md5(senha_selada) END
     WHERE conta_id = $1 AND id = $2 AND senha_selada = $3`,
    [contaId, caixaId, before, after],
  );
  return changed > 0;
}

/**
 * Stores the position up to which all messages are recorded. Does nothing after a change of generation.
 */
export async function savePosition(
  db: Db,
  contaId: string,
  { caixaId, geracao, marca }: CaixaGeneration & { marca: string },
): Promise<void> {
  await db.execute("UPDATE caixa_email SET marca = $4 WHERE conta_id = $1 AND id = $2 AND geracao = $3", [
    contaId,
    caixaId,
    geracao,
    marca,
  ]);
}

/** Ends the silence of a mailbox after new mail. */
export async function endSilence(db: Db, contaId: string, caixaId: string): Promise<void> {
  await db.execute(
    "UPDATE caixa_email SET silenciosa_desde = NULL WHERE conta_id = $1 AND id = $2 AND silenciosa_desde IS NOT NULL",
    [contaId, caixaId],
  );
}

/** The health of a mailbox before this poll ended. */
export type CaixaHealth = {
  erroDesde: Date | null;
  falhasSeguidas: number;
  /** When the owner was notified of the current error. */
  avisadaEm: Date | null;
};

/** A mailbox at the end of a poll, locked until the commit, with the fields of an e-mail about it. */
export type CaixaAtEnd = CaixaHealth & {
  descricao: string;
  servidor: string;
  usuario: string;
  ultimaColeta: Date | null;
  /** A key of FALHA_CAIXA. */
  ultimoErro: string | null;
};

export async function lockCaixa(db: Db, contaId: string, caixaId: string): Promise<CaixaAtEnd | null> {
  const rows = await db.query<CaixaAtEnd>(
    `SELECT erro_desde AS "erroDesde", falhas_seguidas AS "falhasSeguidas", avisada_em AS "avisadaEm", descricao, servidor, usuario,
       ultima_coleta AS "ultimaColeta", ultimo_erro AS "ultimoErro" FROM caixa_email WHERE conta_id = $1 AND id = $2 AND apagada_em IS NULL FOR UPDATE`,
    [contaId, caixaId],
  );
  return rows[0] ?? null;
}

/**
 * Stores the end of a poll. falha: shown on the screen; also set when the poll succeeded without one of
 * the messages.
 */
export async function saveHealth(
  db: Db,
  contaId: string,
  end: CaixaHealth & { caixaId: string; completa: boolean; falha: CaixaFailure | null; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE caixa_email SET ultima_coleta = CASE WHEN $3 THEN $5 ELSE ultima_coleta END, ultimo_erro = $4,
       ultimo_erro_em = CASE WHEN $4::text IS NULL THEN ultimo_erro_em ELSE $5 END,
       erro_desde = $6, falhas_seguidas = $7, avisada_em = $8 WHERE conta_id = $1 AND id = $2`,
    [
      contaId,
      end.caixaId,
      end.completa,
      end.falha,
      end.now,
      end.erroDesde,
      end.falhasSeguidas,
      end.avisadaEm,
    ],
  );
}

/** Stores that the owner was just notified of the current error. */
export async function saveNotified(
  db: Db,
  contaId: string,
  { caixaId, now }: { caixaId: string; now: Date },
): Promise<void> {
  await db.execute("UPDATE caixa_email SET avisada_em = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    caixaId,
    now,
  ]);
}

/** When an e-mail about an error of the mailbox was last queued; null = never. */
export async function findLastAlert(db: Db, contaId: string, caixaId: string): Promise<Date | null> {
  const rows = await db.query<{ criadoEm: Date }>(
    `SELECT criado_em AS "criadoEm" FROM envio WHERE conta_id = $1 AND modelo = 'caixa-com-erro' AND dados->>'caixaId' = $2
     ORDER BY criado_em DESC LIMIT 1`,
    [contaId, caixaId],
  );
  return rows[0]?.criadoEm ?? null;
}

/** The current retention of mail on the server, in days; null = unlimited. */
export async function findRetentionDays(
  db: Db,
  contaId: string,
  { caixaId, geracao }: CaixaGeneration,
): Promise<number | null> {
  const rows = await db.query<{ dias: number | null }>(
    `SELECT apagar_apos_dias AS dias FROM caixa_email WHERE conta_id = $1 AND id = $2 AND geracao = $3 AND apagada_em IS NULL`,
    [contaId, caixaId, geracao],
  );
  return rows[0]?.dias ?? null;
}

/** Counts the e-mails stored from a mailbox so far. */
export async function countEmailsOfCaixa(db: Db, contaId: string, caixaId: string): Promise<number> {
  const rows = await db.query<{ n: number }>(
    "SELECT count(*) AS n FROM email WHERE conta_id = $1 AND caixa_id = $2",
    [contaId, caixaId],
  );
  return rows[0]?.n ?? 0;
}

/** The e-mail address of the conta's owner; null when it is empty or the owner may not sign in. */
export async function findOwnerEmail(db: Db, contaId: string): Promise<string | null> {
  const rows = await db.query<{ email: string }>(
    `SELECT email FROM usuario WHERE conta_id = $1 AND proprietario_conta AND ativo AND email <> '' ORDER BY criado_em, id LIMIT 1`,
    [contaId],
  );
  return rows[0]?.email ?? null;
}
