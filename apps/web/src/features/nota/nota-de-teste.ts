import type { Nota } from "../../rpc/queries.ts";

/** A document for tests: authorized, confirmed by SEFAZ, without flags. */
export function notaDeTeste(over: Partial<Nota> = {}): Nota {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    tipoNota: "NFe",
    chaveAcesso: "31261127391485000148550010001842201600727477",
    numeroNota: "184220",
    serieNota: "1",
    dataEmissao: new Date("2026-11-20T12:42:00Z"),
    valorTotal: "18420.35",
    nomeEmitente: "Laticínios Serra Nublada Ltda",
    cnpjEmitente: "27391485000148",
    ufEmitente: "MG",
    nomeDestinatario: "Borandá Distribuidora de Alimentos Ltda",
    cnpjDestinatario: "41820376000120",
    ufDestinatario: "SP",
    entradaSaida: "E",
    terceiros: false,
    nfeStatus: "100",
    sefazStatus: "100",
    divergente: false,
    veredito: "integra",
    quarentena: false,
    aguardandoCertificado: false,
    manifestacao: 0,
    prazoManifestacao: null,
    confirmadaTacitamenteEm: null,
    criadoEm: new Date("2026-11-20T12:46:30Z"),
    alteradoEm: new Date("2026-11-20T12:46:30Z"),
    processadoErp: false,
    processadoEm: null,
    processadoPor: null,
    recebido: false,
    recebidoEm: null,
    recebidoPor: null,
    conferido: false,
    conferidoEm: null,
    conferidoPor: null,
    digVal: "q7JxLm3Tq0aYcUu5b1rW9d2hZk8=",
    sefazDigVal: "q7JxLm3Tq0aYcUu5b1rW9d2hZk8=",
    nfeProtocolo: "131260094418207",
    nfeProtocoloData: new Date("2026-11-20T12:43:00Z"),
    hashSha1Nota: "0".repeat(40),
    hashSha1Canc: null,
    naturezaOperacao: "Venda",
    finalidade: "1",
    achados: [],
    confirmadaSefaz: true,
    reparo: null,
    quarentenaLiberadaEm: null,
    quarentenaLiberadaPor: null,
    quarentenaMotivo: null,
    certificadoTitular: null,
    listEventos: [],
    origens: [],
    sefazConsultadaEm: new Date("2026-11-20T12:51:00Z"),
    sefazProximaEm: new Date("2026-11-21T13:43:00Z"),
    sefazFalhouEm: null,
    sefazMotivo: null,
    alertas: [],
    consultas: [],
    manifestacoes: [],
    eventosPedidos: [],
    eventosPossiveis: [],
    prazosManifestacao: [],
    manifestacaoImpedida: null,
    itens: [],
    informacoesComplementares: null,
    tomador: null,
    remetente: null,
    expedidor: null,
    recebedor: null,
    transportador: null,
    comercio: null,
    transporte: null,
    ...over,
  };
}

type Comercio = NonNullable<Nota["comercio"]>;
type Transporte = NonNullable<Nota["transporte"]>;

/** The `comercio` of an NF-e for tests: everything is null except the given totals. */
export function comercioDeTeste(totais: Partial<Comercio["totais"]> = {}): Comercio {
  return {
    tipoDebito: null,
    tipoCredito: null,
    totais: {
      baseIcms: null,
      icms: null,
      icmsDesonerado: null,
      fcp: null,
      baseSt: null,
      st: null,
      produtos: null,
      servicos: null,
      frete: null,
      seguro: null,
      desconto: null,
      ii: null,
      ipi: null,
      pis: null,
      cofins: null,
      outras: null,
      tributosAproximados: null,
      ibsCbs: null,
      is: null,
      totalComTributos: null,
      ...totais,
    },
    modFrete: null,
    fatura: null,
    duplicatas: [],
    pagamentos: [],
    referencias: [],
  };
}

/** The `transporte` of a CT-e for tests: everything is empty except the given fields. */
export function transporteDeTeste(over: Partial<Transporte> = {}): Transporte {
  return {
    modal: null,
    origem: null,
    destino: null,
    percurso: [],
    produto: null,
    valorCarga: null,
    medidas: [],
    componentes: [],
    valorReceber: null,
    documentos: [],
    referencias: [],
    veiculos: [],
    condutores: [],
    rntrc: null,
    ibsCbs: null,
    ...over,
  };
}

/** A finding for tests. */
export function achadoDeTeste(
  codigo: string,
  over: Partial<Nota["achados"][number]> = {},
): Nota["achados"][number] {
  return { codigo, gravidade: "grave", titulo: codigo, texto: "", evidencia: null, caminho: null, ...over };
}
