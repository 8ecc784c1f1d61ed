import type { Scope } from "@malote/contract";
import { type Db, newId } from "../../db/index.ts";

/**
 * One secret of a token, without its text. terminaEm: set once a newer one exists; null: the newest.
 */
export type SecretRow = {
  mascara: string;
  criadoEm: Date;
  criadoPor: string;
  ultimoUso: Date | null;
  ultimoIp: string | null;
  terminaEm: Date | null;
};

/** A token that is not revoked. empresas: the only ones that it sees; null: all. */
export type ApiTokenRow = {
  id: string;
  nome: string;
  escopos: Scope[];
  empresas: string[] | null;
  principal: boolean;
  criadoEm: Date;
  criadoPor: string;
  expiraEm: Date | null;
  chamadasHoje: number;
  chamadas30Dias: number;
  /** Valid secrets, newest first. */
  segredos: SecretRow[];
};

type AsOf = { now: Date; today: string };

/** Tokens of a conta, the main one first. id: only this one. hoje: the day in the conta's zone. */
export async function findApiTokens(
  db: Db,
  contaId: string,
  { now, today, id = null }: AsOf & { id?: string | null },
): Promise<ApiTokenRow[]> {
  const tokens = await db.query<Omit<ApiTokenRow, "segredos">>(
    `SELECT t.id, t.nome, t.escopos, t.principal, t.criado_em AS "criadoEm", u.nome_completo AS "criadoPor", t.expira_em AS "expiraEm",
       CASE WHEN t.restrito THEN ARRAY(SELECT e.empresa_id::text FROM api_token_empresa e
         WHERE e.conta_id = t.conta_id AND e.token_id = t.id ORDER BY e.empresa_id) END AS empresas,
       coalesce(o.hoje, 0)::int AS "chamadasHoje", coalesce(o.mes, 0)::int AS "chamadas30Dias"
     FROM api_token t JOIN usuario u ON u.conta_id = t.conta_id AND u.id = t.usuario_id
       CROSS JOIN LATERAL (SELECT sum(chamadas) FILTER (WHERE dia = $2::date) AS hoje, sum(chamadas) AS mes FROM api_token_uso o
         WHERE o.conta_id = t.conta_id AND o.token_id = t.id AND o.dia > $2::date - 30) o
     WHERE t.conta_id = $1 AND t.revogado_em IS NULL AND ($3::uuid IS NULL OR t.id = $3)
     ORDER BY t.principal DESC, t.criado_em, t.id`,
    [contaId, today, id],
  );
  // As portaria_api_token: a secret is valid while the user who received it is an active manager.
  const secrets = await db.query<SecretRow & { tokenId: string }>(
    `SELECT s.token_id AS "tokenId", s.mascara, s.criado_em AS "criadoEm", u.nome_completo AS "criadoPor", s.ultimo_uso AS "ultimoUso",
       s.ultimo_ip AS "ultimoIp", s.termina_em AS "terminaEm"
     FROM api_token_segredo s JOIN usuario u ON u.conta_id = s.conta_id AND u.id = s.usuario_id
     WHERE s.conta_id = $1 AND s.token_id = ANY ($2::uuid[]) AND (s.termina_em IS NULL OR s.termina_em > $3)
       AND u.ativo AND (u.administrador OR u.proprietario_conta)
     ORDER BY s.termina_em DESC NULLS FIRST, s.id DESC`,
    [contaId, tokens.map((token) => token.id), now],
  );
  return tokens.map((token) => ({
    ...token,
    segredos: secrets.flatMap(({ tokenId, ...secret }) => (tokenId === token.id ? [secret] : [])),
  }));
}

/** A token whose row is locked until the transaction ends. */
export type LockedApiToken = {
  id: string;
  nome: string;
  escopos: Scope[];
  empresas: string[] | null;
  expiraEm: Date | null;
};

/** Locks the token of an id, or the main one; null when none exists or it is revoked. */
export async function lockApiToken(
  db: Db,
  contaId: string,
  which: { id: string } | "principal",
): Promise<LockedApiToken | null> {
  const [row] = await db.query<LockedApiToken>(
    `SELECT t.id, t.nome, t.escopos, t.expira_em AS "expiraEm",
       CASE WHEN t.restrito THEN ARRAY(SELECT e.empresa_id::text FROM api_token_empresa e
         WHERE e.conta_id = t.conta_id AND e.token_id = t.id ORDER BY e.empresa_id) END AS empresas
     FROM api_token t
     WHERE t.conta_id = $1 AND t.revogado_em IS NULL AND CASE WHEN $2::uuid IS NULL THEN t.principal ELSE t.id = $2 END
     FOR NO KEY UPDATE OF t`,
    [contaId, which === "principal" ? null : which.id],
  );
  return row ?? null;
}

/** Names of the other valid tokens, in lower case. exceptId: the token left out. */
export async function findOtherNames(db: Db, contaId: string, exceptId: string | null): Promise<string[]> {
  const rows = await db.query<{ nome: string }>(
    "SELECT lower(nome) AS nome FROM api_token WHERE conta_id = $1 AND revogado_em IS NULL AND id IS DISTINCT FROM $2::uuid",
    [contaId, exceptId],
  );
  return rows.map(({ nome }) => nome);
}

/** Editable fields of a token. validade: its last day, in the zone; null: it does not expire. */
export type ApiTokenFields = {
  nome: string;
  escopos: readonly Scope[];
  empresas: readonly string[] | null;
  validade: string | null;
  zona: string;
};

const EXPIRES_AT = (dia: number, zona: number): string =>
  `(($${dia}::date + 1)::timestamp AT TIME ZONE $${zona})`;

/** Inserts a token, which has no secret yet. */
export async function insertApiToken(
  db: Db,
  contaId: string,
  newToken: ApiTokenFields & { usuarioId: string; principal: boolean; now: Date },
): Promise<string> {
  const id = newId();
  const { usuarioId, nome, escopos, empresas, validade, zona, principal, now } = newToken;
  await db.execute(
    `INSERT INTO api_token (conta_id, id, usuario_id, nome, escopos, restrito, principal, criado_em, expira_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${EXPIRES_AT(9, 10)})`,
    [contaId, id, usuarioId, nome, escopos, empresas !== null, principal, now, validade, zona],
  );
  await saveEmpresas(db, contaId, { id, empresas });
  return id;
}

/** Updates a token; its secrets stay. */
export async function updateApiToken(
  db: Db,
  contaId: string,
  { id, nome, escopos, empresas, validade, zona }: ApiTokenFields & { id: string },
): Promise<void> {
  await db.execute(
    `UPDATE api_token SET nome = $3, escopos = $4, restrito = $5, expira_em = ${EXPIRES_AT(6, 7)} WHERE conta_id = $1 AND id = $2`,
    [contaId, id, nome, escopos, empresas !== null, validade, zona],
  );
  await saveEmpresas(db, contaId, { id, empresas });
}

type TokenEmpresas = { id: string; empresas: readonly string[] | null };

async function saveEmpresas(db: Db, contaId: string, { id, empresas }: TokenEmpresas): Promise<void> {
  const ids = empresas ?? [];
  await db.execute(
    "DELETE FROM api_token_empresa WHERE conta_id = $1 AND token_id = $2 AND NOT empresa_id = ANY($3::uuid[])",
    [contaId, id, ids],
  );
  await db.execute(
    `INSERT INTO api_token_empresa (conta_id, token_id, empresa_id) SELECT $1, $2, e FROM unnest($3::uuid[]) AS e
     ON CONFLICT DO NOTHING`,
    [contaId, id, ids],
  );
}

/** Revokes tokens and deletes their secrets. */
export async function revokeApiTokens(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  await db.execute("UPDATE api_token SET revogado_em = $3 WHERE conta_id = $1 AND id = ANY($2::uuid[])", [
    contaId,
    ids,
    now,
  ]);
  await db.execute("DELETE FROM api_token_segredo WHERE conta_id = $1 AND token_id = ANY($2::uuid[])", [
    contaId,
    ids,
  ]);
}
