import { MESSAGES, type ResultOf } from "@malote/contract";
import { sampleCaixa } from "../../src/features/caixa/sample-caixa.ts";
import { sampleEmpresa } from "../../src/features/empresa/sample-empresa.ts";
import { type Answers, Refused } from "./fake-server.ts";
import { painelTops, statistics } from "./painel-examples.ts";

type CurrentUser = ResultOf<"Usuario.getUsuarioAtual">["object"];
export type Usuario = CurrentUser["usuario"];
type Empresa = ResultOf<"Empresa.getEmpresa">["object"];
type Caixa = ResultOf<"CaixaEmail.getListCaixaEmail">["results"][number];
type Conta = ResultOf<"Conta.getConta">["object"];

/** A UUID for examples: the same number gives the same one. */
export function exampleId(n: number): string {
  return `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
}

/** The moment of all examples. */
export const NOW = new Date("2026-11-20T15:00:00Z");

export function exampleUsuario(part: Partial<Usuario> = {}): Usuario {
  return {
    id: exampleId(1),
    nome: "Marina",
    nomeUsuario: "admin",
    nomeCompleto: "Marina Prado",
    email: "marina@moinho.example",
    ativo: true,
    administrador: true,
    ativado: true,
    permissaoManifestacao: true,
    proprietarioConta: true,
    color: null,
    ultimoAcesso: NOW,
    segundoFator: false,
    empresas: null,
    conviteExpiraEm: null,
    ...part,
  };
}

/** A user without any permission. */
export const ORDINARY: Partial<Usuario> = {
  administrador: false,
  proprietarioConta: false,
  permissaoManifestacao: false,
};

export function exampleConta(part: Partial<Conta> = {}): Conta {
  return {
    id: exampleId(2),
    identificador: "moinho",
    tipoPessoa: "Jurídica",
    uf: "SP",
    sandbox: false,
    segundoFatorManifestacao: false,
    downloadPublico: false,
    plano: 1_000,
    uso: { mes: "2026-11", documentos: 12, emails: 9, bytes: 120_000, limite: 1_000, percentual: 1 },
    ...part,
  };
}

export const listOf = <T>(results: T[]): { results: T[]; totalCount: number } => ({
  results,
  totalCount: results.length,
});

const NOTHING_MISSING = {
  ...{ documentos: 0, soma: "0.00", pedidos: 0, aPedir: [], noPrazo: [], lembreteDias: 5 },
};
const NO_NOTAS = { NFe: 0, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0 };

/** The answers to what every signed-in page asks: a conta with one empresa, one caixa and no document. */
export function contaAnswers(
  part: { usuario?: Partial<Usuario>; empresas?: Empresa[]; caixas?: Caixa[] } = {},
): Answers {
  const usuario = exampleUsuario(part.usuario);
  const empresas = part.empresas ?? [sampleEmpresa()];
  const { id, identificador, tipoPessoa, uf, sandbox } = exampleConta();
  return {
    "Auth.retomar": () => ({ authToken: "retomada" }),
    "Usuario.getUsuarioAtual": () => ({
      object: { usuario, conta: { id, identificador, tipoPessoa, uf, sandbox }, produto: false },
    }),
    "Nota.getNotasEntradaEmAberto": () => ({ totalCount: 0, object: { NFe: 0, CTe: 0, CTeOS: 0 } }),
    "Nota.getNumeroDivergencias": () => ({ totalCount: 0, object: NO_NOTAS }),
    "CaixaEmail.getListCaixaEmail": () => listOf(part.caixas ?? [sampleCaixa()]),
    "Empresa.getListEmpresa": () => listOf(empresas),
    "Empresa.getEmpresa": ({ id: wanted }) => {
      const found = empresas.find((each) => each.id === wanted);
      if (!found) throw new Refused(MESSAGES.empresaNaoEncontrada);
      return { object: found };
    },
    "Nota.getListNota": () => ({ ...listOf([]), object: null }),
    "Email.getListEmail": () => listOf([]),
    "Auditor.getListAuditor": () => listOf([]),
    "Visao.getListVisao": () => listOf([]),
    "Usuario.getListUsuario": () => listOf([usuario]),
    "PedidoXml.getListFornecedor": () => ({ ...listOf([]), object: NOTHING_MISSING }),
    "Autocomplete.getParticipantes": () => listOf([]),
    "Autocomplete.getRemetentes": () => listOf([]),
    "Painel.getEstatistica": () => ({ object: statistics() }),
    "Painel.getPartesVencimentos": () => ({ object: painelTops() }),
    "Conta.getConta": () => ({ object: exampleConta() }),
  };
}

/** The answers to what a public page asks without a session. */
export function visitorAnswers(): Answers {
  return {
    "Auth.retomar": () => {
      throw new Refused("Não há sessão.");
    },
  };
}
