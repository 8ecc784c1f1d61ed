import type { PrintedCte } from "@malote/dfe";
import type { Field } from "../page/box.ts";
import { type Block, rowBlock, rowsBlock } from "./block.ts";
import { day, dayAndTime, decimal, documento, joinTexts, reais } from "./format.ts";
import { segurosOf } from "./notes.ts";
import {
  CHARTERS,
  DIRECTIONS,
  FERROVIAS,
  HIRINGS,
  MANUSEIO,
  NAVIGATIONS,
  NEGOTIABLE,
  nameOf,
  PICKUPS,
  PIPELINES,
  ROAD_LEGISLATION,
  TARIFF_CLASSES,
  TRAFFICS,
  YES_NO,
} from "./texts.ts";

type Modalidade = NonNullable<PrintedCte["modalidade"]>;
type Of<M extends Modalidade["modal"]> = Extract<Modalidade, { modal: M }>;

const TITLES: Readonly<Record<Modalidade["modal"], string>> = {
  rodoviario: "DADOS ESPECÍFICOS DO MODAL RODOVIÁRIO",
  aereo: "DADOS ESPECÍFICOS DO MODAL AÉREO",
  aquaviario: "DADOS ESPECÍFICOS DO MODAL AQUAVIÁRIO",
  ferroviario: "DADOS ESPECÍFICOS DO MODAL FERROVIÁRIO",
  dutoviario: "DADOS ESPECÍFICOS DO MODAL DUTOVIÁRIO",
  multimodal: "DADOS ESPECÍFICOS DO TRANSPORTE MULTIMODAL DE CARGAS",
  "rodoviario-os": "DADOS ESPECÍFICOS DO MODAL RODOVIÁRIO",
};

/** The planned route of the load, if the document has it (fluxo).   @source MOC CT-e 4.00 anexo II §3 */
export function routeBlocks({ complemento }: PrintedCte, width: number): Block[] {
  const { fluxo } = complemento;
  if (!fluxo || !(fluxo.origem || fluxo.destino || fluxo.rota || fluxo.passagens.length > 0)) return [];
  return [
    rowBlock(
      [
        { title: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE ORIGEM", text: fluxo.origem },
        {
          title: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE PASSAGEM",
          text: fluxo.passagens.join(" - "),
        },
        { title: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE DESTINO", text: fluxo.destino },
        { title: "ROTA DE ENTREGA", text: fluxo.rota, weight: 0.4 },
      ],
      width,
      "PREVISÃO DO FLUXO DA CARGA",
    ),
  ];
}

/** The fields of the CT-e's modal. */
export function modalBlocks(form: PrintedCte, width: number): Block[] {
  const { modalidade } = form;
  if (!modalidade) return [];
  return [rowsBlock(fieldRowsOf(modalidade, form), width, TITLES[modalidade.modal])];
}

function fieldRowsOf(modalidade: Modalidade, form: PrintedCte): Field[][] {
  switch (modalidade.modal) {
    case "rodoviario":
      return rodoviarioRows(modalidade);
    case "aereo":
      return aereoRows(modalidade, form);
    case "aquaviario":
      return aquaviarioRows(modalidade);
    case "ferroviario":
      return ferroviarioRows(modalidade);
    case "dutoviario":
      return dutoviarioRows(modalidade);
    case "multimodal":
      return multimodalRows(modalidade);
    case "rodoviario-os":
      return rodoviarioOsRows(modalidade);
  }
}

function rodoviarioRows(rodo: Of<"rodoviario">): Field[][] {
  const old: Field[] = [
    { title: "CIOT", text: rodo.ciot },
    { title: "LOTAÇÃO", text: nameOf(YES_NO, rodo.lotacao), weight: 0.5 },
    { title: "DATA PREVISTA DE ENTREGA", text: day(rodo.previsao) },
  ];
  const modalRows: Field[][] = [
    [
      { title: "RNTRC DA EMPRESA", text: rodo.rntrc, font: "bold" },
      ...old.filter(({ text }) => text),
      { text: ROAD_LEGISLATION, weight: 3, fontSize: 7, align: "center", vertical: "middle" },
    ],
  ];
  const coletas = rodo.coletas.map((each) =>
    joinTexts([joinTexts([each.serie, each.numero], "/"), day(each.emissao), documento(each.documento)]),
  );
  if (coletas.length > 0)
    modalRows.push([{ title: "ORDENS DE COLETA ASSOCIADAS", text: coletas.join("; "), fontSize: 8 }]);
  const veiculos = rodo.veiculos.map((each) => joinTexts([each.placa, each.uf], "/"));
  const motoristas = rodo.motoristas.map((each) => joinTexts([each.nome, documento(each.cpf)]));
  if (veiculos.length + motoristas.length > 0) {
    modalRows.push([
      { title: "VEÍCULOS (PLACA/UF)", text: veiculos.join("; ") },
      { title: "MOTORISTAS", text: motoristas.join("; "), weight: 2 },
    ]);
  }
  return modalRows;
}

function aereoRows(aereo: Of<"aereo">, { complemento, identificacao }: PrintedCte): Field[][] {
  return [
    [
      { title: "Nº OPERACIONAL DO CONHECIMENTO AÉREO", text: aereo.operacional, weight: 1.4 },
      { title: "CLASSE DA TARIFA", text: nameOf(TARIFF_CLASSES, aereo.classe), fontSize: 8 },
      { title: "CÓDIGO DA TARIFA", text: aereo.tarifa, weight: 0.7 },
      { title: "VALOR DA TARIFA", text: reais(aereo.valorTarifa), weight: 0.8, align: "right" },
      { title: "NÚMERO DA MINUTA", text: aereo.minuta, weight: 0.9 },
      { title: "RETIRA", text: nameOf(PICKUPS, identificacao.retira), weight: 0.4, align: "center" },
      { title: "DATA PREVISTA DA ENTREGA", text: day(aereo.previsao), align: "center" },
    ],
    [
      { title: "CARACTERÍSTICA ADICIONAL DO SERVIÇO", text: complemento.caracteristicaServico, weight: 1.3 },
      { title: "DIMENSÃO (CM)", text: dimensaoOf(aereo.dimensao), weight: 0.8 },
      {
        title: "INFORMAÇÕES DO MANUSEIO",
        text: aereo.manuseio.map((each) => joinTexts([each, nameOf(MANUSEIO, each)])).join("; "),
        weight: 3,
        fontSize: 8,
      },
    ],
  ];
}

function aquaviarioRows(aquav: Of<"aquaviario">): Field[][] {
  return [
    [
      { title: "IDENTIFICAÇÃO DO NAVIO / REBOCADOR", text: aquav.navio, weight: 1.6 },
      { title: "IDENTIFICAÇÃO DA(S) BALSA(S)", text: aquav.balsas.join("; "), weight: 1.6 },
      { title: "VALOR DA PRESTAÇÃO (BC DO AFRMM)", text: reais(aquav.valorPrestacao), align: "right" },
      { title: "VALOR DO AFRMM", text: reais(aquav.afrmm), weight: 0.8, align: "right" },
    ],
    [
      { title: "Nº DA VIAGEM", text: aquav.viagem },
      { title: "DIREÇÃO", text: nameOf(DIRECTIONS, aquav.direcao) },
      { title: "IRIN DO NAVIO", text: aquav.irin },
      { title: "TIPO DE NAVEGAÇÃO", text: nameOf(NAVIGATIONS, aquav.navegacao) },
      {
        title: "PORTO DE EMBARQUE / DESTINO",
        text: joinTexts([aquav.embarque, aquav.destino], " / "),
        weight: 1.6,
      },
    ],
  ];
}

function ferroviarioRows(ferrov: Of<"ferroviario">): Field[][] {
  const modalRows: Field[][] = [
    [
      { title: "TIPO DE TRÁFEGO", text: nameOf(TRAFFICS, ferrov.trafego) },
      { title: "FLUXO FERROVIÁRIO", text: ferrov.fluxo },
      { title: "RESPONSÁVEL PELO FATURAMENTO", text: nameOf(FERROVIAS, ferrov.responsavel), weight: 1.3 },
      { title: "FERROVIA EMITENTE DO CT-e", text: nameOf(FERROVIAS, ferrov.emissora), weight: 1.3 },
      { title: "VALOR DO FRETE", text: reais(ferrov.frete), align: "right" },
    ],
  ];
  if (ferrov.chaveOrigem) {
    modalRows.push([{ title: "CHAVE DO CT-e DA FERROVIA DE ORIGEM", text: ferrov.chaveOrigem }]);
  }
  return modalRows;
}

function dutoviarioRows(duto: Of<"dutoviario">): Field[][] {
  return [
    [
      { title: "VALOR DA TARIFA", text: decimal(duto.tarifa), align: "right" },
      { title: "INÍCIO DA PRESTAÇÃO", text: day(duto.inicio), align: "center" },
      { title: "FIM DA PRESTAÇÃO", text: day(duto.fim), align: "center" },
      { title: "CLASSIFICAÇÃO", text: nameOf(PIPELINES, duto.classe) },
      {
        title: "TIPO DE CONTRATAÇÃO",
        text: nameOf(HIRINGS, duto.contratacao),
        fontSize: 8,
        weight: 1.3,
      },
      { title: "PONTO DE ENTRADA", text: duto.entrada },
      { title: "PONTO DE SAÍDA", text: duto.saida },
      { title: "Nº DO CONTRATO", text: duto.contrato },
    ],
  ];
}

function multimodalRows(multi: Of<"multimodal">): Field[][] {
  return [
    [
      { title: "CERTIFICADO DO OPERADOR DE TRANSPORTE MULTIMODAL (COTM)", text: multi.cotm },
      { title: "INDICADOR NEGOCIÁVEL", text: nameOf(NEGOTIABLE, multi.negociavel) },
    ],
    [
      { title: "NOME DA SEGURADORA", text: multi.seguradora, weight: 1.6 },
      { title: "CNPJ DA SEGURADORA", text: documento(multi.documentoSeguradora) },
      { title: "NÚMERO DA APÓLICE", text: multi.apolice },
      { title: "NÚMERO DA AVERBAÇÃO", text: multi.averbacao },
    ],
  ];
}

function rodoviarioOsRows(rodo: Of<"rodoviario-os">): Field[][] {
  const { veiculo } = rodo;
  const owner = veiculo?.proprietario ?? null;
  const modalRows: Field[][] = [
    [
      { title: "TERMO DE AUT. DE FRETAMENTO - TAF", text: rodo.taf, weight: 1.4 },
      { title: "Nº DE REGISTRO ESTADUAL", text: rodo.registro, weight: 1.6 },
      {
        title: "PLACA DO VEÍCULO",
        text: joinTexts([veiculo?.placa ?? null, veiculo?.uf ?? null]),
        weight: 0.9,
      },
      { title: "RENAVAM DO VEÍCULO", text: veiculo?.renavam, weight: 0.9 },
      { title: "TIPO DE FRETAMENTO", text: nameOf(CHARTERS, rodo.fretamento), weight: 0.8 },
      { title: "DATA E HORA DA VIAGEM", text: dayAndTime(rodo.viagem), weight: 1.1 },
    ],
  ];
  if (owner) {
    modalRows.push([
      { title: "PROPRIETÁRIO DO VEÍCULO", text: owner.nome, weight: 2 },
      { title: "CNPJ/CPF", text: documento(owner.documento), weight: 1.2 },
      { title: "TAF", text: owner.taf, weight: 0.9 },
      { title: "Nº DE REGISTRO ESTADUAL", text: owner.registro, weight: 1.6 },
      { title: "INSC. ESTADUAL / UF", text: joinTexts([owner.ie, owner.uf], " / ") },
    ]);
  }
  return modalRows;
}

/** The service of a CT-e OS and its quantities.   @source MOC CT-e 4.00 anexo II §4 */
export function serviceBlocks({ servico }: PrintedCte, width: number): Block[] {
  if (!servico) return [];
  const quantity = servico.quantidades.map((each) => decimal(each, 0)).join("; ");
  return [
    rowBlock(
      [
        { title: "QUANTIDADE", text: quantity, align: "right" },
        { title: "DESCRIÇÃO DO SERVIÇO PRESTADO", text: servico.descricao, weight: 5 },
      ],
      width,
      "INFORMAÇÕES DA PRESTAÇÃO DO SERVIÇO",
    ),
  ];
}

/** The insurance of a CT-e OS, one row each. */
export function seguroBlocks(form: PrintedCte, width: number): Block[] {
  const rows = form.documento === "os" ? segurosOf(form) : [];
  if (rows.length === 0) return [];
  const modalRows = rows.map(([responsavel = "", seguradora = "", apolice = ""]): Field[] => [
    { title: "RESPONSÁVEL", text: responsavel },
    { title: "NOME DA SEGURADORA", text: seguradora, weight: 1.4 },
    { title: "NÚMERO DA APÓLICE", text: apolice },
  ]);
  return [rowsBlock(modalRows, width, "SEGURO DA VIAGEM")];
}

/** Three numbers of four digits with an X between, in centimetres, without leading zeros. */
function dimensaoOf(text: string | null): string {
  const match = /^0*([0-9]+)X0*([0-9]+)X0*([0-9]+)$/i.exec(text ?? "");
  return match ? `${match[1]} x ${match[2]} x ${match[3]}` : (text ?? "");
}
