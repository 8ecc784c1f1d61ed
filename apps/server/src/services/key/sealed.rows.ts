import { type Db, executeText, pgType, queryText } from "../../db/index.ts";
import type { SealedPlace } from "../../secrets/secret-box.ts";

/**
 * A column with sealed values. lugar: the column that its values are bound to, besides their id. The rest is
 * SQL over a row: valor = sealed bytes; existe = there are some; id = bound id; troca = assigns $4.
 */
export type SealedColumn = {
  tabela: string;
  coluna: string;
  lugar: Omit<SealedPlace, "id">;
  id: string;
  valor: string;
  existe: string;
  troca: string;
};

/** A value that is sealed by another key than the newest. */
export type SealedValue = { id: string; selado: Buffer };

/** All columns with sealed values; a test compares them with the schema and with portaria_selados. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...plain("caixa_email", "senha_selada"),
    existe: "senha_selada <> ''",
    // The watcher identifies a connection by the digest of its secret, and keeps it across this change.
    troca: `senha_selada = $4, girado_para = md5($4::bytea),
      girado_de = CASE WHEN girado_para = md5(senha_selada) THEN girado_de ELSE md5(senha_selada) END`,
  },
  plain("certificado", "selado"),
  {
    ...plain("envio", "dados"),
    valor: "decode(dados->>'tokenSelado', 'base64')",
    existe: "estado = 'pendente' AND dados ? 'tokenSelado'",
    troca: `dados = jsonb_set(dados, '{tokenSelado}', to_jsonb(translate(encode($4::bytea, 'base64'), E'\\n', '')))`,
  },
  {
    ...plain("idempotencia", "corpo"),
    id: "conta_id || '/' || portador_id || '/' || chave",
    existe: "corpo <> ''",
  },
  plain("usuario", "totp_selado"),
  plain("webhook", "segredo_selado"),
  // The previous secret of a webhook was sealed when it was the current one.
  { ...plain("webhook", "anterior_selado"), lugar: { tabela: "webhook", coluna: "segredo_selado" } },
];

function plain(tabela: string, coluna: string): SealedColumn {
  const lugar = { tabela, coluna };
  return {
    tabela,
    coluna,
    lugar,
    id: "id::text",
    valor: coluna,
    existe: `${coluna} IS NOT NULL`,
    troca: `${coluna} = $4`,
  };
}

// Text: the table, its column and the expressions on it vary at run time (SEALED_COLUMNS).

/** The next values of a conta that another key than `nova` seals, by id.
 * @param page depois: "" at first; nova: id of a key, 4 bytes */
export async function findSealed(
  db: Db,
  contaId: string,
  { lugar, nova, depois, limite }: { lugar: SealedColumn; nova: Buffer; depois: string; limite: number },
): Promise<SealedValue[]> {
  return await queryText(db, {
    columns: { id: pgType.text, selado: pgType.bytes },
    text: `SELECT ${lugar.id} AS id, ${lugar.valor} AS selado FROM ${lugar.tabela}
     WHERE conta_id = $1 AND ${lugar.existe} AND substring(${lugar.valor} FROM 2 FOR 4) <> $2 AND ${lugar.id} > $3 COLLATE "C"
     ORDER BY ${lugar.id} COLLATE "C" LIMIT $4`,
    values: [contaId, nova, depois, limite],
  });
}

/** Replaces `antes` by `depois`. @returns false if the value was changed or deleted meanwhile */
export async function replaceSealed(
  db: Db,
  contaId: string,
  { lugar, id, antes, depois }: { lugar: SealedColumn; id: string; antes: Uint8Array; depois: Uint8Array },
): Promise<boolean> {
  const changed = await executeText(
    db,
    `UPDATE ${lugar.tabela} SET ${lugar.troca} WHERE conta_id = $1 AND ${lugar.existe} AND ${lugar.id} = $2 AND ${lugar.valor} = $3`,
    [contaId, id, antes, depois],
  );
  return changed > 0;
}
