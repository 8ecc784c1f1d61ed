import type pg from "pg";

/** A session found by its token, before its conta was known. */
export type SessaoAchada = { contaId: string; sessaoId: string; usuarioId: string; sandbox: boolean };

/** A conta to be opened. */
export type ContaAberta = {
  contaId: string;
  identificador: string;
  tipoPessoa: "Física" | "Jurídica";
  uf: string;
  sandbox: boolean;
};

/** Typed calls of db/portaria.sql that stand outside a transaction of a conta. */
export type Portaria = {
  /** Identificador → conta. */
  findConta(identificador: string): Promise<{ contaId: string; sandbox: boolean } | null>;
  /** Opens a conta; run again with the same id, it changes nothing. */
  openConta(conta: ContaAberta): Promise<void>;
  /** SHA-256 of a tab's token → its session, when it has not expired. */
  findSessao(tokenHash: Buffer, agora: Date): Promise<SessaoAchada | null>;
  /** SHA-256 of the file cookie → its session, when it has not expired. */
  findSessaoArquivo(arquivoHash: Buffer, agora: Date): Promise<SessaoAchada | null>;
  /** Counts one use of `chave` in the window that began at `janela`; answers how many there have been. */
  countUso(chave: string, janela: Date): Promise<number>;
  /** Takes one use back. */
  returnUso(chave: string, janela: Date): Promise<void>;
};

const SESSAO = `conta_id AS "contaId", sessao_id AS "sessaoId", usuario_id AS "usuarioId", sandbox`;

export function createPortaria(pool: pg.Pool): Portaria {
  const first = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T | null> =>
    (await pool.query<T>(text, values)).rows[0] ?? null;
  return {
    findConta: (identificador) =>
      first(`SELECT conta_id AS "contaId", sandbox FROM portaria_conta($1)`, [identificador]),
    openConta: async ({ contaId, identificador, tipoPessoa, uf, sandbox }) => {
      const values = [contaId, identificador, tipoPessoa, uf, sandbox];
      await pool.query("SELECT portaria_abre_conta($1, $2, $3, $4, $5)", values);
    },
    findSessao: (tokenHash, agora) =>
      first(`SELECT ${SESSAO} FROM portaria_sessao($1, $2)`, [tokenHash, agora]),
    findSessaoArquivo: (arquivoHash, agora) =>
      first(`SELECT ${SESSAO} FROM portaria_sessao_arquivo($1, $2)`, [arquivoHash, agora]),
    countUso: async (chave, janela) => {
      const row = await first<{ usos: number }>("SELECT portaria_limite($1, $2) AS usos", [chave, janela]);
      return row?.usos ?? 0;
    },
    returnUso: async (chave, janela) => {
      await pool.query("SELECT portaria_limite_devolve($1, $2)", [chave, janela]);
    },
  };
}
