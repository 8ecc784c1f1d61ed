import type pg from "pg";

/** The holder of an e-mailed link. */
export type LinkHolder = {
  contaId: string;
  usuarioId: string;
  sandbox: boolean;
  identificador: string;
  nome: string;
  nomeUsuario: string;
  nomeCompleto: string;
  email: string;
};

/** A user with this address. */
export type UserByEmail = { contaId: string; usuarioId: string; sandbox: boolean };

/** An API token, found by one of its secrets before its conta is known. */
export type FoundApiToken = {
  contaId: string;
  tokenId: string;
  segredoId: string;
  /** The user who was shown the secret. */
  usuarioId: string;
  sandbox: boolean;
  uf: string;
  /** The token's name. */
  nome: string;
  escopos: string[];
  /** Whether that user may manifest now. */
  manifestante: boolean;
  /** The conta requires a second factor to manifest, and that user has none. */
  semFator: boolean;
  /** The only empresas whose documents the token sees; null = all. */
  empresas: string[] | null;
};

/** Users and their credentials, before their conta is known. */
export type GatekeeperUsers = {
  /** SHA-256 of a link's token → its holder, while valid. */
  findLink(tokenHash: Buffer, o: { tipo: "convite" | "senha"; now: Date }): Promise<LinkHolder | null>;
  /**
   * Active users of all contas with this address, proved ones first; at most `daConta` per conta,
   * `aoTodo` in all.
   */
  findUsersByEmail(email: string, max: { daConta: number; aoTodo: number }): Promise<UserByEmail[]>;
  /** SHA-256 of an API token → the token, while valid. */
  findApiToken(tokenHash: Buffer, now: Date): Promise<FoundApiToken | null>;
};

export function createGatekeeperUsers(pool: pg.Pool): GatekeeperUsers {
  return {
    findLink: async (tokenHash, { tipo, now }) => {
      const { rows } = await pool.query<LinkHolder>(
        `SELECT conta_id AS "contaId", usuario_id AS "usuarioId", sandbox, identificador, nome, nome_usuario AS "nomeUsuario",
           nome_completo AS "nomeCompleto", email FROM portaria_link($1, $2, $3)`,
        [tokenHash, tipo, now],
      );
      return rows[0] ?? null;
    },
    findUsersByEmail: async (email, { daConta, aoTodo }) => {
      const { rows } = await pool.query<UserByEmail>(
        `SELECT conta_id AS "contaId", usuario_id AS "usuarioId", sandbox FROM portaria_pessoas_do_email($1, $2, $3)`,
        [email, daConta, aoTodo],
      );
      return rows;
    },
    findApiToken: async (tokenHash, now) => {
      const { rows } = await pool.query<FoundApiToken>(
        `SELECT conta_id AS "contaId", token_id AS "tokenId", segredo_id AS "segredoId", usuario_id AS "usuarioId", sandbox, uf, nome, escopos,
           manifestante, sem_fator AS "semFator", empresas FROM portaria_api_token($1, $2)`,
        [tokenHash, now],
      );
      return rows[0] ?? null;
    },
  };
}
