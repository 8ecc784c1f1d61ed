import type { Caixa, CaixaDetail } from "../../rpc/documents/queries.ts";

/** An invented mailbox of the list that has never collected. */
export function sampleCaixa(overrides: Partial<Caixa> = {}): Caixa {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    tipo: "spop3",
    usuario: "nfe@ipedolargo.example",
    descricao: "NF-e Matriz",
    servidor: "pop.ipedolargo.example",
    porta: null,
    autenticacao: "senha",
    estado: "aguardando",
    ultimaColeta: null,
    ultimaVisita: null,
    proximaColeta: null,
    ultimoErro: null,
    ultimoErroEm: null,
    erroDesde: null,
    falhasSeguidas: 0,
    emailsHoje: 0,
    emailsTotal: 0,
    ultimoEmailEm: null,
    silenciosaDesde: null,
    ...overrides,
  };
}

/** The same with the fields of its form: password authentication, no deletion. */
export function sampleCaixaDetail(overrides: Partial<CaixaDetail> = {}): CaixaDetail {
  return {
    ...sampleCaixa(),
    pasta: null,
    oauth: null,
    certificadoFixado: null,
    apagarAposDias: null,
    ...overrides,
  };
}
