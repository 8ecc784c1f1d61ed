import type pg from "pg";

/** Who bears the link of a letter. */
export type PortadorAchado = {
  contaId: string;
  usuarioId: string;
  sandbox: boolean;
  identificador: string;
  nome: string;
  nomeUsuario: string;
  nomeCompleto: string;
  email: string;
};

/** A user that an address belongs to. */
export type PessoaDoEmail = { contaId: string; usuarioId: string; sandbox: boolean };

/** A conta's token, found before its conta was known. */
export type ApiTokenAchado = {
  contaId: string;
  tokenId: string;
  usuarioId: string;
  sandbox: boolean;
  uf: string;
  /** Full name of who made it. */
  nome: string;
  /** The only companies whose documents who made it sees; null: all of them. */
  empresas: string[] | null;
  ultimoUso: Date | null;
};

/** People and their keys, before their conta is known. */
export type PortariaPessoas = {
  /** SHA-256 of a letter's token → who bears it, while it works. */
  findLink(tokenHash: Buffer, o: { tipo: "convite" | "senha"; agora: Date }): Promise<PortadorAchado | null>;
  /** At most `limite` users of all contas who are active and have an address. */
  findPessoasDoEmail(email: string, limite: number): Promise<PessoaDoEmail[]>;
  /** SHA-256 of a conta's token → in whose name it calls, while it works. */
  findApiToken(tokenHash: Buffer): Promise<ApiTokenAchado | null>;
};

export function createPortariaPessoas(pool: pg.Pool): PortariaPessoas {
  return {
    findLink: async (tokenHash, { tipo, agora }) => {
      const { rows } = await pool.query<PortadorAchado>(
        `SELECT conta_id AS "contaId", usuario_id AS "usuarioId", sandbox, identificador, nome, nome_usuario AS "nomeUsuario",
           nome_completo AS "nomeCompleto", email FROM portaria_link($1, $2, $3)`,
        [tokenHash, tipo, agora],
      );
      return rows[0] ?? null;
    },
    findPessoasDoEmail: async (email, limite) => {
      const { rows } = await pool.query<PessoaDoEmail>(
        `SELECT conta_id AS "contaId", usuario_id AS "usuarioId", sandbox FROM portaria_pessoas_do_email($1, $2)`,
        [email, limite],
      );
      return rows;
    },
    findApiToken: async (tokenHash) => {
      const { rows } = await pool.query<ApiTokenAchado>(
        `SELECT conta_id AS "contaId", token_id AS "tokenId", usuario_id AS "usuarioId", sandbox, uf, nome, empresas,
           ultimo_uso AS "ultimoUso" FROM portaria_api_token($1)`,
        [tokenHash],
      );
      return rows[0] ?? null;
    },
  };
}
