import type { ResultOf } from "@malote/contract";
import { contaAnswers, exampleConta, exampleId, exampleUsuario, listOf, NOW } from "./conta-examples.ts";
import { type Answers, Refused } from "./fake-server.ts";

type State = ResultOf<"Operador.getEstado">["object"];
export type Failure = ResultOf<"Operador.getListFalha">["results"][number];
export type MonitoredCaixa = ResultOf<"Operador.getListCaixa">["results"][number];

const NO_PAUSE: State["pausa"] = { pausada: false, pausadaDesde: null, quem: null, motivo: null };

function exampleState(part: Partial<State> = {}): State {
  return {
    agoraEm: NOW,
    versao: "1.0.0",
    noArDesde: NOW,
    saudavel: true,
    saude: [],
    pausa: NO_PAUSE,
    faixa: {
      ...{ filasAtrasadas: 0, filaMaisAtrasada: null, falhas: 1, falhasTentaveis: 1, caixas: 2 },
      ...{ caixasComErro: 1, contasComCaixaEmErro: 1, certificados: 0, certificadoDias: null },
    },
    filas: [
      {
        ...{ tipo: "poll", nome: "Coleta de caixas", esperando: 0, esperaDesde: null, esperaMs: null },
        ...{ emAndamento: 0, porMinuto: 1, falhas: 0, situacao: "em-dia", situacaoNome: "Em dia" },
        limiteMs: 60_000,
      },
    ],
    ...part,
  };
}

export function exampleFailure(part: Partial<Failure> = {}): Failure {
  return {
    id: exampleId(401),
    contaId: exampleId(2),
    conta: "moinho",
    tipo: "validate",
    nome: "Consulta à SEFAZ",
    quando: NOW,
    motivo: "A SEFAZ não respondeu.",
    estado: "tentando",
    tentativas: 3,
    tentativasMax: null,
    proximaEm: NOW,
    tentarJa: true,
    impedimento: null,
    ...part,
  };
}

export function exampleMonitoredCaixa(part: Partial<MonitoredCaixa> = {}): MonitoredCaixa {
  return {
    id: exampleId(411),
    contaId: exampleId(2),
    conta: "moinho",
    endereco: "fiscal@moinho.example",
    servidor: "imap.moinho.example",
    motivo: "O servidor recusou a senha.",
    erroDesde: NOW,
    ultimaColeta: NOW,
    avisadaEm: null,
    avisar: true,
    ...part,
  };
}

/** A server whose user operates the installation. */
export function operatorAnswers(part: { caixas?: MonitoredCaixa[]; falhas?: Failure[] } = {}): Answers {
  const { caixas = [exampleMonitoredCaixa()], falhas = [exampleFailure()] } = part;
  const { id, identificador, tipoPessoa, uf, sandbox } = exampleConta();
  let pausa = NO_PAUSE;
  return {
    ...contaAnswers(),
    "Usuario.getUsuarioAtual": () => ({
      object: {
        ...{ usuario: exampleUsuario(), produto: true },
        conta: { id, identificador, tipoPessoa, uf, sandbox },
      },
    }),
    "Operador.getEstado": () => ({ object: exampleState({ pausa }) }),
    "Operador.setPausa": ({ pausada, motivo = null }) => {
      pausa = pausada ? { pausada, pausadaDesde: new Date(), quem: "Marina Prado", motivo } : NO_PAUSE;
      return { object: pausa };
    },
    "Operador.getListFalha": ({ searchFilter }) => {
      const found = falhas.filter(({ tipo }) => !searchFilter?.tipo || searchFilter.tipo === tipo);
      return { ...listOf(found), object: { tentaveis: found.length, desdeEm: NOW } };
    },
    "Operador.retryFalhas": () => ({ object: { tentadas: 1 } }),
    "Operador.getListCaixa": ({ erro = false }) =>
      listOf(caixas.filter(({ motivo }) => !erro || motivo !== null)),
    "Operador.warnConta": ({ id: warned }) => {
      const at = caixas.findIndex((each) => each.id === warned);
      const caixa = caixas[at];
      if (!caixa) throw new Refused("Caixa não encontrada.");
      caixas[at] = { ...caixa, avisar: false, avisadaEm: new Date() };
      return {};
    },
    "Operador.getListCertificado": () => listOf([]),
    "Operador.getListEspera": () => listOf([]),
    "Operador.getBackups": () => ({
      object: {
        ...{ configurado: false, destino: null, ultimo: null, conferencia: null, execucoes: [] },
        ...{ pedidoEm: null, pedidoPor: null },
      },
    }),
    "Operador.getArmazenamento": () => ({
      object: {
        ...{ total: 1e12, livre: 9e11, partes: [], usado: null, medidoEm: null, crescimentoDia: null },
        ...{ crescimentoDias: 0, cheioEmDias: null, cheioEmTexto: null, dias: [] },
      },
    }),
    "Operador.getListRegistro": () =>
      listOf([
        {
          ...{ id: exampleId(421), quando: NOW, usuario: "Marina Prado", conta: "moinho" },
          ...{ acao: "pausar-coleta", texto: "Pausou a coleta de todas as caixas.", detalhe: null },
        },
      ]),
    "Operador.getConfiguracao": () =>
      listOf([
        {
          ...{ nome: "CHAVE", descricao: "Chave da instalação.", definida: true, valor: null },
          secreta: true,
        },
      ]),
  };
}
