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

/** An API token, found by one of its secrets before its conta was known. */
export type ApiTokenAchado = {
  contaId: string;
  tokenId: string;
  segredoId: string;
  /** Whom the secret was shown to. */
  usuarioId: string;
  sandbox: boolean;
  uf: string;
  /** The token's own. */
  nome: string;
  escopos: string[];
  /** Whether that person may manifest right now. */
  manifestante: boolean;
  /** The conta lets only users with a second factor manifest, and that person has none. */
  semFator: boolean;
  /** The only companies whose documents it sees; null: all of them. */
  empresas: string[] | null;
};

/** People and their keys, before their conta is known. */
export type PortariaPessoas = {
  /** SHA-256 of a letter's token → who bears it, while it works. */
  findLink(tokenHash: Buffer, o: { tipo: "convite" | "senha"; agora: Date }): Promise<PortadorAchado | null>;
  /** Active users of all contas who have an address: first those who proved it; at most `daConta` of one conta, `aoTodo` in all. */
  findPessoasDoEmail(email: string, max: { daConta: number; aoTodo: number }): Promise<PessoaDoEmail[]>;
  /** SHA-256 of an API token → what it is, while it works. */
  findApiToken(tokenHash: Buffer, agora: Date): Promise<ApiTokenAchado | null>;
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
    findPessoasDoEmail: async (email, { daConta, aoTodo }) => {
      const { rows } = await pool.query<PessoaDoEmail>(
        `SELECT conta_id AS "contaId", usuario_id AS "usuarioId", sandbox FROM portaria_pessoas_do_email($1, $2, $3)`,
        [email, daConta, aoTodo],
      );
      return rows;
    },
    findApiToken: async (tokenHash, agora) => {
      const { rows } = await pool.query<ApiTokenAchado>(
        `SELECT conta_id AS "contaId", token_id AS "tokenId", segredo_id AS "segredoId", usuario_id AS "usuarioId", sandbox, uf, nome, escopos,
           manifestante, sem_fator AS "semFator", empresas FROM portaria_api_token($1, $2)`,
        [tokenHash, agora],
      );
      return rows[0] ?? null;
    },
  };
}
