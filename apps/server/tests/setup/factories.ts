import type { CaixaType } from "@malote/contract";
import { MINUTE_MS } from "@malote/syntax";
import type { AppContext } from "../../src/app-context.ts";

/** The default password of test users. The demonstration's published password is refused in real
 * contas. */
export const TEST_SENHA = "Moringa-58";

/** Fields that a test may set in a new row; the rest is invented. */
export type NewConta = { identificador?: string; uf?: string; sandbox?: boolean };
export type NewUsuario = { nomeUsuario?: string; senha?: string; administrador?: boolean; ativo?: boolean };
/** isProven: by the operator, unless false. */
export type NewEmpresa = { cnpj?: string; nome?: string; uf?: string; isProven?: boolean };
export type NewCaixa = {
  tipo?: CaixaType;
  servidor?: string;
  port?: number;
  usuario?: string;
  senha?: string;
  pollMs?: number;
};

/** Create the first rows of a test; each returns the ids that the test needs. */
export type Factories = {
  createConta(o?: NewConta): Promise<{ contaId: string; identificador: string }>;
  /** senha: {@link TEST_SENHA} unless given. */
  createUsuario(
    contaId: string,
    o?: NewUsuario,
  ): Promise<{ usuarioId: string; nomeUsuario: string; senha: string }>;
  createEmpresa(contaId: string, o?: NewEmpresa): Promise<{ empresaId: string; cnpj: string }>;
  createCaixa(contaId: string, o?: NewCaixa): Promise<{ caixaId: string }>;
};

type Tools = { newId(): string; hashSenha(senha: string): Promise<string> };

/** Hashes by password: hashing is slow on purpose, and tests may share a hash. */
const hashes = new Map<string, Promise<string>>();

/** An invented CNPJ. */
const CNPJ = "11222333000181";
const POLL_MS = 5 * MINUTE_MS;

/** Writes through malote_app, as the server does. */
export function createFactories(ctx: AppContext, { newId, hashSenha }: Tools): Factories {
  let n = 0;
  const hashOf = (senha: string) => {
    const hash = hashes.get(senha) ?? hashSenha(senha);
    hashes.set(senha, hash);
    return hash;
  };
  return {
    async createConta({ identificador = `conta${++n}`, uf = "SP", sandbox = false } = {}) {
      const contaId = newId();
      await ctx.database.gatekeeper.openConta({
        contaId,
        identificador,
        tipoPessoa: "Jurídica",
        uf,
        sandbox,
      });
      return { contaId, identificador };
    },
    async createUsuario(contaId, o = {}) {
      const { nomeUsuario = "admin", senha = TEST_SENHA, administrador = true, ativo = true } = o;
      const usuarioId = newId();
      const senhaHash = await hashOf(senha);
      await ctx.database.withConta(contaId, (db) =>
        db
          .insertInto("usuario")
          .values({
            contaId,
            id: usuarioId,
            nome: "Ana",
            nomeCompleto: "Ana de Teste",
            nomeUsuario,
            email: `${nomeUsuario}@exemplo.test`,
            senhaHash,
            ativo,
            ativado: true,
            administrador,
            proprietarioConta: administrador,
          })
          .execute(),
      );
      return { usuarioId, nomeUsuario, senha };
    },
    async createEmpresa(contaId, o = {}) {
      const { cnpj = CNPJ, nome = "Empresa de Teste Ltda", uf = "SP", isProven = true } = o;
      const empresaId = newId();
      const prova = isProven ? { provadaPor: "operador" as const, provadaEm: new Date() } : {};
      await ctx.database.withConta(contaId, (db) =>
        db
          .insertInto("empresa")
          .values({ contaId, id: empresaId, nome, cnpj, uf, ...prova })
          .execute(),
      );
      return { empresaId, cnpj };
    },
    async createCaixa(contaId, o = {}) {
      const {
        tipo = "pop3",
        servidor = "127.0.0.1",
        port: porta = 110,
        usuario = "caixa",
        pollMs = POLL_MS,
      } = o;
      const caixaId = newId();
      const senhaSelada = ctx.secretBox.seal(o.senha ?? "segredo", {
        tabela: "caixa_email",
        coluna: "senha_selada",
        id: caixaId,
      });
      await ctx.database.withConta(contaId, (db) =>
        db
          .insertInto("caixaEmail")
          .values({
            contaId,
            id: caixaId,
            tipo,
            servidor,
            porta,
            usuario,
            senhaSelada: new Uint8Array(senhaSelada),
            descricao: "Caixa de teste",
            pollMs,
          })
          .execute(),
      );
      return { caixaId };
    },
  };
}
