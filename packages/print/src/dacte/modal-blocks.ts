import type { PrintedCte } from "@malote/dfe";
import type { Field } from "../page/box.ts";
import { type Block, rowBlock, rowsBlock } from "./block.ts";
import { decimal, dia, diaHora, documento, joinTexts, reais } from "./format.ts";
import { segurosOf } from "./notes.ts";
import {
  CLASSES_TARIFA,
  CONTRATACOES,
  DIRECOES,
  DUTOS,
  FERROVIAS,
  FRETAMENTOS,
  LEGISLACAO_RODOVIARIO,
  MANUSEIO,
  NAVEGACOES,
  NEGOCIAVEL,
  nameOf,
  RETIRA,
  SIM_NAO,
  TRAFEGOS,
} from "./texts.ts";

type Modalidade = NonNullable<PrintedCte["modalidade"]>;
type Of<M extends Modalidade["modal"]> = Extract<Modalidade, { modal: M }>;

const TITULOS: Readonly<Record<Modalidade["modal"], string>> = {
  rodoviario: "DADOS ESPECÍFICOS DO MODAL RODOVIÁRIO",
  aereo: "DADOS ESPECÍFICOS DO MODAL AÉREO",
  aquaviario: "DADOS ESPECÍFICOS DO MODAL AQUAVIÁRIO",
  ferroviario: "DADOS ESPECÍFICOS DO MODAL FERROVIÁRIO",
  dutoviario: "DADOS ESPECÍFICOS DO MODAL DUTOVIÁRIO",
  multimodal: "DADOS ESPECÍFICOS DO TRANSPORTE MULTIMODAL DE CARGAS",
  "rodoviario-os": "DADOS ESPECÍFICOS DO MODAL RODOVIÁRIO",
};

/** The planned route of the load, if the document has it (fluxo).   @source MOC CT-e 4.00 anexo II §3 */
export function fluxoBlocks({ complemento }: PrintedCte, width: number): Block[] {
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
  return [rowsBlock(fieldRowsOf(modalidade, form), width, TITULOS[modalidade.modal])];
}

function fieldRowsOf(modalidade: Modalidade, form: PrintedCte): Field[][] {
  switch (modalidade.modal) {
    case "rodoviario":
      return faixasRodoviario(modalidade);
    case "aereo":
      return faixasAereo(modalidade, form);
    case "aquaviario":
      return faixasAquaviario(modalidade);
    case "ferroviario":
      return faixasFerroviario(modalidade);
    case "dutoviario":
      return faixasDutoviario(modalidade);
    case "multimodal":
      return faixasMultimodal(modalidade);
    case "rodoviario-os":
      return faixasRodoviarioOs(modalidade);
  }
}

function faixasRodoviario(rodo: Of<"rodoviario">): Field[][] {
  const old: Field[] = [
    { title: "CIOT", text: rodo.ciot },
    { title: "LOTAÇÃO", text: nameOf(SIM_NAO, rodo.lotacao), weight: 0.5 },
    { title: "DATA PREVISTA DE ENTREGA", text: dia(rodo.previsao) },
  ];
  const faixas: Field[][] = [
    [
      { title: "RNTRC DA EMPRESA", text: rodo.rntrc, font: "bold" },
      ...old.filter(({ text }) => text),
      { text: LEGISLACAO_RODOVIARIO, weight: 3, fontSize: 7, align: "center", vertical: "middle" },
    ],
  ];
  const coletas = rodo.coletas.map((each) =>
    joinTexts([joinTexts([each.serie, each.numero], "/"), dia(each.emissao), documento(each.documento)]),
  );
  if (coletas.length > 0)
    faixas.push([{ title: "ORDENS DE COLETA ASSOCIADAS", text: coletas.join("; "), fontSize: 8 }]);
  const veiculos = rodo.veiculos.map((each) => joinTexts([each.placa, each.uf], "/"));
  const motoristas = rodo.motoristas.map((each) => joinTexts([each.nome, documento(each.cpf)]));
  if (veiculos.length + motoristas.length > 0) {
    faixas.push([
      { title: "VEÍCULOS (PLACA/UF)", text: veiculos.join("; ") },
      { title: "MOTORISTAS", text: motoristas.join("; "), weight: 2 },
    ]);
  }
  return faixas;
}

function faixasAereo(aereo: Of<"aereo">, { complemento, identificacao }: PrintedCte): Field[][] {
  return [
    [
      { title: "Nº OPERACIONAL DO CONHECIMENTO AÉREO", text: aereo.operacional, weight: 1.4 },
      { title: "CLASSE DA TARIFA", text: nameOf(CLASSES_TARIFA, aereo.classe), fontSize: 8 },
      { title: "CÓDIGO DA TARIFA", text: aereo.tarifa, weight: 0.7 },
      { title: "VALOR DA TARIFA", text: reais(aereo.valorTarifa), weight: 0.8, align: "right" },
      { title: "NÚMERO DA MINUTA", text: aereo.minuta, weight: 0.9 },
      { title: "RETIRA", text: nameOf(RETIRA, identificacao.retira), weight: 0.4, align: "center" },
      { title: "DATA PREVISTA DA ENTREGA", text: dia(aereo.previsao), align: "center" },
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

function faixasAquaviario(aquav: Of<"aquaviario">): Field[][] {
  return [
    [
      { title: "IDENTIFICAÇÃO DO NAVIO / REBOCADOR", text: aquav.navio, weight: 1.6 },
      { title: "IDENTIFICAÇÃO DA(S) BALSA(S)", text: aquav.balsas.join("; "), weight: 1.6 },
      { title: "VALOR DA PRESTAÇÃO (BC DO AFRMM)", text: reais(aquav.valorPrestacao), align: "right" },
      { title: "VALOR DO AFRMM", text: reais(aquav.afrmm), weight: 0.8, align: "right" },
    ],
    [
      { title: "Nº DA VIAGEM", text: aquav.viagem },
      { title: "DIREÇÃO", text: nameOf(DIRECOES, aquav.direcao) },
      { title: "IRIN DO NAVIO", text: aquav.irin },
      { title: "TIPO DE NAVEGAÇÃO", text: nameOf(NAVEGACOES, aquav.navegacao) },
      {
        title: "PORTO DE EMBARQUE / DESTINO",
        text: joinTexts([aquav.embarque, aquav.destino], " / "),
        weight: 1.6,
      },
    ],
  ];
}

function faixasFerroviario(ferrov: Of<"ferroviario">): Field[][] {
  const faixas: Field[][] = [
    [
      { title: "TIPO DE TRÁFEGO", text: nameOf(TRAFEGOS, ferrov.trafego) },
      { title: "FLUXO FERROVIÁRIO", text: ferrov.fluxo },
      { title: "RESPONSÁVEL PELO FATURAMENTO", text: nameOf(FERROVIAS, ferrov.responsavel), weight: 1.3 },
      { title: "FERROVIA EMITENTE DO CT-e", text: nameOf(FERROVIAS, ferrov.emissora), weight: 1.3 },
      { title: "VALOR DO FRETE", text: reais(ferrov.frete), align: "right" },
    ],
  ];
  if (ferrov.chaveOrigem) {
    faixas.push([{ title: "CHAVE DO CT-e DA FERROVIA DE ORIGEM", text: ferrov.chaveOrigem }]);
  }
  return faixas;
}

function faixasDutoviario(duto: Of<"dutoviario">): Field[][] {
  return [
    [
      { title: "VALOR DA TARIFA", text: decimal(duto.tarifa), align: "right" },
      { title: "INÍCIO DA PRESTAÇÃO", text: dia(duto.inicio), align: "center" },
      { title: "FIM DA PRESTAÇÃO", text: dia(duto.fim), align: "center" },
      { title: "CLASSIFICAÇÃO", text: nameOf(DUTOS, duto.classe) },
      {
        title: "TIPO DE CONTRATAÇÃO",
        text: nameOf(CONTRATACOES, duto.contratacao),
        fontSize: 8,
        weight: 1.3,
      },
      { title: "PONTO DE ENTRADA", text: duto.entrada },
      { title: "PONTO DE SAÍDA", text: duto.saida },
      { title: "Nº DO CONTRATO", text: duto.contrato },
    ],
  ];
}

function faixasMultimodal(multi: Of<"multimodal">): Field[][] {
  return [
    [
      { title: "CERTIFICADO DO OPERADOR DE TRANSPORTE MULTIMODAL (COTM)", text: multi.cotm },
      { title: "INDICADOR NEGOCIÁVEL", text: nameOf(NEGOCIAVEL, multi.negociavel) },
    ],
    [
      { title: "NOME DA SEGURADORA", text: multi.seguradora, weight: 1.6 },
      { title: "CNPJ DA SEGURADORA", text: documento(multi.documentoSeguradora) },
      { title: "NÚMERO DA APÓLICE", text: multi.apolice },
      { title: "NÚMERO DA AVERBAÇÃO", text: multi.averbacao },
    ],
  ];
}

function faixasRodoviarioOs(rodo: Of<"rodoviario-os">): Field[][] {
  const { veiculo } = rodo;
  const dono = veiculo?.proprietario ?? null;
  const faixas: Field[][] = [
    [
      { title: "TERMO DE AUT. DE FRETAMENTO - TAF", text: rodo.taf, weight: 1.4 },
      { title: "Nº DE REGISTRO ESTADUAL", text: rodo.registro, weight: 1.6 },
      {
        title: "PLACA DO VEÍCULO",
        text: joinTexts([veiculo?.placa ?? null, veiculo?.uf ?? null]),
        weight: 0.9,
      },
      { title: "RENAVAM DO VEÍCULO", text: veiculo?.renavam, weight: 0.9 },
      { title: "TIPO DE FRETAMENTO", text: nameOf(FRETAMENTOS, rodo.fretamento), weight: 0.8 },
      { title: "DATA E HORA DA VIAGEM", text: diaHora(rodo.viagem), weight: 1.1 },
    ],
  ];
  if (dono) {
    faixas.push([
      { title: "PROPRIETÁRIO DO VEÍCULO", text: dono.nome, weight: 2 },
      { title: "CNPJ/CPF", text: documento(dono.documento), weight: 1.2 },
      { title: "TAF", text: dono.taf, weight: 0.9 },
      { title: "Nº DE REGISTRO ESTADUAL", text: dono.registro, weight: 1.6 },
      { title: "INSC. ESTADUAL / UF", text: joinTexts([dono.ie, dono.uf], " / ") },
    ]);
  }
  return faixas;
}

/** The service of a CT-e OS and its quantities.   @source MOC CT-e 4.00 anexo II §4 */
export function servicoBlocks({ servico }: PrintedCte, width: number): Block[] {
  if (!servico) return [];
  const quantidade = servico.quantidades.map((each) => decimal(each, 0)).join("; ");
  return [
    rowBlock(
      [
        { title: "QUANTIDADE", text: quantidade, align: "right" },
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
  const faixas = rows.map(([responsavel = "", seguradora = "", apolice = ""]): Field[] => [
    { title: "RESPONSÁVEL", text: responsavel },
    { title: "NOME DA SEGURADORA", text: seguradora, weight: 1.4 },
    { title: "NÚMERO DA APÓLICE", text: apolice },
  ]);
  return [rowsBlock(faixas, width, "SEGURO DA VIAGEM")];
}

/** Three numbers of four digits with an X between, in centimetres, without leading zeros. */
function dimensaoOf(text: string | null): string {
  const match = /^0*([0-9]+)X0*([0-9]+)X0*([0-9]+)$/i.exec(text ?? "");
  return match ? `${match[1]} x ${match[2]} x ${match[3]}` : (text ?? "");
}
