import type { FalhaCaixa } from "@malote/contract";
import type { Sql } from "../../db/index.ts";
import type { CaixaConexao } from "./caixa-email.rules.ts";

/** A mailbox as the coleta needs it; its secret is still sealed. */
export type CaixaColeta = CaixaConexao & {
  id: string;
  senhaSelada: Buffer;
  pollMs: number;
  /** Raised when server, user or folder change: what was met before does not count any more. */
  geracao: number;
  /** Up to here everything is kept or written down, in the words of the source. */
  marca: string | null;
  apagarAposDias: number | null;
  sandbox: boolean;
};

/** Where in which mailbox: uids mean something within one geracao. */
export type Lugar = { caixaId: string; geracao: number };

/** What a row of caixa_email says of a mailbox, beside its conta. */
const COLUNAS_COLETA = `x.id, x.tipo, x.servidor, x.porta, x.usuario, x.autenticacao, x.oauth, x.pasta,
  x.certificado_fixado AS "certificadoFixado", x.senha_selada AS "senhaSelada", x.poll_ms AS "pollMs", x.geracao, x.marca,
  x.apagar_apos_dias AS "apagarAposDias", c.sandbox`;

/** The mailbox, whose visit begins now; null when it was deleted. */
export async function startVisita(
  sql: Sql,
  contaId: string,
  { caixaId, agora }: { caixaId: string; agora: Date },
): Promise<CaixaColeta | null> {
  const rows = await sql.query<CaixaColeta>(
    `UPDATE caixa_email x SET ultima_visita = $3 FROM conta c
     WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL AND c.id = x.conta_id RETURNING ${COLUNAS_COLETA}`,
    [contaId, caixaId, agora],
  );
  return rows[0] ?? null;
}

/** The mailbox; null when it was deleted. */
export async function findCaixaColeta(
  sql: Sql,
  contaId: string,
  caixaId: string,
): Promise<CaixaColeta | null> {
  const rows = await sql.query<CaixaColeta>(
    `SELECT ${COLUNAS_COLETA} FROM caixa_email x JOIN conta c ON c.id = x.conta_id
     WHERE x.conta_id = $1 AND x.id = $2 AND x.apagada_em IS NULL`,
    [contaId, caixaId],
  );
  return rows[0] ?? null;
}

/** Puts another sealed secret in the place of `antes`. @returns false when the stored one is another by now */
export async function replaceSegredo(
  sql: Sql,
  contaId: string,
  { caixaId, antes, depois }: { caixaId: string; antes: Uint8Array; depois: Uint8Array },
): Promise<boolean> {
  const changed = await sql.execute(
    `UPDATE caixa_email SET senha_selada = $4, girado_para = md5($4::bytea),
       girado_de = CASE WHEN girado_para = md5(senha_selada) THEN girado_de ELSE md5(senha_selada) END
     WHERE conta_id = $1 AND id = $2 AND senha_selada = $3`,
    [contaId, caixaId, antes, depois],
  );
  return changed > 0;
}

/** Everything before here is kept or written down. Nothing when the mailbox has become another one meanwhile. */
export async function saveMarca(
  sql: Sql,
  contaId: string,
  { caixaId, geracao, marca }: Lugar & { marca: string },
): Promise<void> {
  await sql.execute("UPDATE caixa_email SET marca = $4 WHERE conta_id = $1 AND id = $2 AND geracao = $3", [
    contaId,
    caixaId,
    geracao,
    marca,
  ]);
}

/** New mail has come: whatever silence there was is over. */
export async function endSilencio(sql: Sql, contaId: string, caixaId: string): Promise<void> {
  await sql.execute(
    "UPDATE caixa_email SET silenciosa_desde = NULL WHERE conta_id = $1 AND id = $2 AND silenciosa_desde IS NOT NULL",
    [contaId, caixaId],
  );
}

/** How a mailbox does, as it stood before this coleta ended. */
export type Saude = {
  erroDesde: Date | null;
  falhasSeguidas: number;
  /** When the owner was told of the error that still stands. */
  avisadaEm: Date | null;
};

/** A mailbox whose coleta ends, held until the commit, with what a letter about it would say. */
export type CaixaNoFim = Saude & {
  descricao: string;
  servidor: string;
  usuario: string;
  ultimaColeta: Date | null;
  /** A key of FALHA_CAIXA. */
  ultimoErro: string | null;
};

export async function lockCaixa(sql: Sql, contaId: string, caixaId: string): Promise<CaixaNoFim | null> {
  const rows = await sql.query<CaixaNoFim>(
    `SELECT erro_desde AS "erroDesde", falhas_seguidas AS "falhasSeguidas", avisada_em AS "avisadaEm", descricao, servidor, usuario,
       ultima_coleta AS "ultimaColeta", ultimo_erro AS "ultimoErro" FROM caixa_email WHERE conta_id = $1 AND id = $2 AND apagada_em IS NULL FOR UPDATE`,
    [contaId, caixaId],
  );
  return rows[0] ?? null;
}

/** Ends a coleta. falha: what the screen says; it may be set although the coleta went well, when one message was not given. */
export async function saveSaude(
  sql: Sql,
  contaId: string,
  fim: Saude & { caixaId: string; completa: boolean; falha: FalhaCaixa | null; agora: Date },
): Promise<void> {
  await sql.execute(
    `UPDATE caixa_email SET ultima_coleta = CASE WHEN $3 THEN $5 ELSE ultima_coleta END, ultimo_erro = $4,
       ultimo_erro_em = CASE WHEN $4::text IS NULL THEN ultimo_erro_em ELSE $5 END,
       erro_desde = $6, falhas_seguidas = $7, avisada_em = $8 WHERE conta_id = $1 AND id = $2`,
    [
      contaId,
      fim.caixaId,
      fim.completa,
      fim.falha,
      fim.agora,
      fim.erroDesde,
      fim.falhasSeguidas,
      fim.avisadaEm,
    ],
  );
}

/** Its owner has just been written to about the error that stands. */
export async function saveAvisada(
  sql: Sql,
  contaId: string,
  { caixaId, agora }: { caixaId: string; agora: Date },
): Promise<void> {
  await sql.execute("UPDATE caixa_email SET avisada_em = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    caixaId,
    agora,
  ]);
}

/** When a letter was last written about an error of a mailbox; null = never. */
export async function findUltimoAviso(sql: Sql, contaId: string, caixaId: string): Promise<Date | null> {
  const rows = await sql.query<{ criadoEm: Date }>(
    `SELECT criado_em AS "criadoEm" FROM envio WHERE conta_id = $1 AND modelo = 'caixa-com-erro' AND dados->>'caixaId' = $2
     ORDER BY criado_em DESC LIMIT 1`,
    [contaId, caixaId],
  );
  return rows[0]?.criadoEm ?? null;
}

/** After how many days a mailbox lets go of its mail, as it stands now; null = never. */
export async function findApagarAposDias(
  sql: Sql,
  contaId: string,
  { caixaId, geracao }: Lugar,
): Promise<number | null> {
  const rows = await sql.query<{ dias: number | null }>(
    `SELECT apagar_apos_dias AS dias FROM caixa_email WHERE conta_id = $1 AND id = $2 AND geracao = $3 AND apagada_em IS NULL`,
    [contaId, caixaId, geracao],
  );
  return rows[0]?.dias ?? null;
}

/** E-mails kept from a mailbox so far. */
export async function countEmailsDaCaixa(sql: Sql, contaId: string, caixaId: string): Promise<number> {
  const rows = await sql.query<{ n: number }>(
    "SELECT count(*) AS n FROM email WHERE conta_id = $1 AND caixa_id = $2",
    [contaId, caixaId],
  );
  return rows[0]?.n ?? 0;
}

/** Where letters about the conta go; null when its owner has no address, or may not enter any more. */
export async function findEnderecoDoDono(sql: Sql, contaId: string): Promise<string | null> {
  const rows = await sql.query<{ email: string }>(
    `SELECT email FROM usuario WHERE conta_id = $1 AND proprietario_conta AND ativo AND email <> '' ORDER BY criado_em, id LIMIT 1`,
    [contaId],
  );
  return rows[0]?.email ?? null;
}
