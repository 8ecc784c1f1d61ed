import type { PapelCte } from "@malote/dfe";
import type { Campo } from "../folha/caixa.ts";
import { type Bloco, blocoFaixa, blocoFaixas } from "./bloco.ts";
import { decimal, dia, diaHora, documento, juntos, reais } from "./formato.ts";
import { segurosOf } from "./observacoes.ts";
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
  nomeOf,
  RETIRA,
  SIM_NAO,
  TRAFEGOS,
} from "./texts.ts";

type Modalidade = NonNullable<PapelCte["modalidade"]>;
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
export function blocosFluxo({ complemento }: PapelCte, largura: number): Bloco[] {
  const { fluxo } = complemento;
  if (!fluxo || !(fluxo.origem || fluxo.destino || fluxo.rota || fluxo.passagens.length > 0)) return [];
  return [
    blocoFaixa(
      [
        { titulo: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE ORIGEM", texto: fluxo.origem },
        {
          titulo: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE PASSAGEM",
          texto: fluxo.passagens.join(" - "),
        },
        { titulo: "FILIAL/PORTO/ESTAÇÃO/AEROPORTO DE DESTINO", texto: fluxo.destino },
        { titulo: "ROTA DE ENTREGA", texto: fluxo.rota, peso: 0.4 },
      ],
      largura,
      "PREVISÃO DO FLUXO DA CARGA",
    ),
  ];
}

/** The fields of the CT-e's modal. */
export function blocosModal(papel: PapelCte, largura: number): Bloco[] {
  const { modalidade } = papel;
  if (!modalidade) return [];
  return [blocoFaixas(faixasOf(modalidade, papel), largura, TITULOS[modalidade.modal])];
}

function faixasOf(modalidade: Modalidade, papel: PapelCte): Campo[][] {
  switch (modalidade.modal) {
    case "rodoviario":
      return faixasRodoviario(modalidade);
    case "aereo":
      return faixasAereo(modalidade, papel);
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

function faixasRodoviario(rodo: Of<"rodoviario">): Campo[][] {
  const old: Campo[] = [
    { titulo: "CIOT", texto: rodo.ciot },
    { titulo: "LOTAÇÃO", texto: nomeOf(SIM_NAO, rodo.lotacao), peso: 0.5 },
    { titulo: "DATA PREVISTA DE ENTREGA", texto: dia(rodo.previsao) },
  ];
  const faixas: Campo[][] = [
    [
      { titulo: "RNTRC DA EMPRESA", texto: rodo.rntrc, fonte: "negrito" },
      ...old.filter(({ texto }) => texto),
      { texto: LEGISLACAO_RODOVIARIO, peso: 3, corpo: 7, alinha: "centro", vertical: "meio" },
    ],
  ];
  const coletas = rodo.coletas.map((each) =>
    juntos([juntos([each.serie, each.numero], "/"), dia(each.emissao), documento(each.documento)]),
  );
  if (coletas.length > 0)
    faixas.push([{ titulo: "ORDENS DE COLETA ASSOCIADAS", texto: coletas.join("; "), corpo: 8 }]);
  const veiculos = rodo.veiculos.map((each) => juntos([each.placa, each.uf], "/"));
  const motoristas = rodo.motoristas.map((each) => juntos([each.nome, documento(each.cpf)]));
  if (veiculos.length + motoristas.length > 0) {
    faixas.push([
      { titulo: "VEÍCULOS (PLACA/UF)", texto: veiculos.join("; ") },
      { titulo: "MOTORISTAS", texto: motoristas.join("; "), peso: 2 },
    ]);
  }
  return faixas;
}

function faixasAereo(aereo: Of<"aereo">, { complemento, identificacao }: PapelCte): Campo[][] {
  return [
    [
      { titulo: "Nº OPERACIONAL DO CONHECIMENTO AÉREO", texto: aereo.operacional, peso: 1.4 },
      { titulo: "CLASSE DA TARIFA", texto: nomeOf(CLASSES_TARIFA, aereo.classe), corpo: 8 },
      { titulo: "CÓDIGO DA TARIFA", texto: aereo.tarifa, peso: 0.7 },
      { titulo: "VALOR DA TARIFA", texto: reais(aereo.valorTarifa), peso: 0.8, alinha: "direita" },
      { titulo: "NÚMERO DA MINUTA", texto: aereo.minuta, peso: 0.9 },
      { titulo: "RETIRA", texto: nomeOf(RETIRA, identificacao.retira), peso: 0.4, alinha: "centro" },
      { titulo: "DATA PREVISTA DA ENTREGA", texto: dia(aereo.previsao), alinha: "centro" },
    ],
    [
      { titulo: "CARACTERÍSTICA ADICIONAL DO SERVIÇO", texto: complemento.caracteristicaServico, peso: 1.3 },
      { titulo: "DIMENSÃO (CM)", texto: dimensaoOf(aereo.dimensao), peso: 0.8 },
      {
        titulo: "INFORMAÇÕES DO MANUSEIO",
        texto: aereo.manuseio.map((each) => juntos([each, nomeOf(MANUSEIO, each)])).join("; "),
        peso: 3,
        corpo: 8,
      },
    ],
  ];
}

function faixasAquaviario(aquav: Of<"aquaviario">): Campo[][] {
  return [
    [
      { titulo: "IDENTIFICAÇÃO DO NAVIO / REBOCADOR", texto: aquav.navio, peso: 1.6 },
      { titulo: "IDENTIFICAÇÃO DA(S) BALSA(S)", texto: aquav.balsas.join("; "), peso: 1.6 },
      { titulo: "VALOR DA PRESTAÇÃO (BC DO AFRMM)", texto: reais(aquav.valorPrestacao), alinha: "direita" },
      { titulo: "VALOR DO AFRMM", texto: reais(aquav.afrmm), peso: 0.8, alinha: "direita" },
    ],
    [
      { titulo: "Nº DA VIAGEM", texto: aquav.viagem },
      { titulo: "DIREÇÃO", texto: nomeOf(DIRECOES, aquav.direcao) },
      { titulo: "IRIN DO NAVIO", texto: aquav.irin },
      { titulo: "TIPO DE NAVEGAÇÃO", texto: nomeOf(NAVEGACOES, aquav.navegacao) },
      {
        titulo: "PORTO DE EMBARQUE / DESTINO",
        texto: juntos([aquav.embarque, aquav.destino], " / "),
        peso: 1.6,
      },
    ],
  ];
}

function faixasFerroviario(ferrov: Of<"ferroviario">): Campo[][] {
  const faixas: Campo[][] = [
    [
      { titulo: "TIPO DE TRÁFEGO", texto: nomeOf(TRAFEGOS, ferrov.trafego) },
      { titulo: "FLUXO FERROVIÁRIO", texto: ferrov.fluxo },
      { titulo: "RESPONSÁVEL PELO FATURAMENTO", texto: nomeOf(FERROVIAS, ferrov.responsavel), peso: 1.3 },
      { titulo: "FERROVIA EMITENTE DO CT-e", texto: nomeOf(FERROVIAS, ferrov.emissora), peso: 1.3 },
      { titulo: "VALOR DO FRETE", texto: reais(ferrov.frete), alinha: "direita" },
    ],
  ];
  if (ferrov.chaveOrigem) {
    faixas.push([{ titulo: "CHAVE DO CT-e DA FERROVIA DE ORIGEM", texto: ferrov.chaveOrigem }]);
  }
  return faixas;
}

function faixasDutoviario(duto: Of<"dutoviario">): Campo[][] {
  return [
    [
      { titulo: "VALOR DA TARIFA", texto: decimal(duto.tarifa), alinha: "direita" },
      { titulo: "INÍCIO DA PRESTAÇÃO", texto: dia(duto.inicio), alinha: "centro" },
      { titulo: "FIM DA PRESTAÇÃO", texto: dia(duto.fim), alinha: "centro" },
      { titulo: "CLASSIFICAÇÃO", texto: nomeOf(DUTOS, duto.classe) },
      { titulo: "TIPO DE CONTRATAÇÃO", texto: nomeOf(CONTRATACOES, duto.contratacao), corpo: 8, peso: 1.3 },
      { titulo: "PONTO DE ENTRADA", texto: duto.entrada },
      { titulo: "PONTO DE SAÍDA", texto: duto.saida },
      { titulo: "Nº DO CONTRATO", texto: duto.contrato },
    ],
  ];
}

function faixasMultimodal(multi: Of<"multimodal">): Campo[][] {
  return [
    [
      { titulo: "CERTIFICADO DO OPERADOR DE TRANSPORTE MULTIMODAL (COTM)", texto: multi.cotm },
      { titulo: "INDICADOR NEGOCIÁVEL", texto: nomeOf(NEGOCIAVEL, multi.negociavel) },
    ],
    [
      { titulo: "NOME DA SEGURADORA", texto: multi.seguradora, peso: 1.6 },
      { titulo: "CNPJ DA SEGURADORA", texto: documento(multi.documentoSeguradora) },
      { titulo: "NÚMERO DA APÓLICE", texto: multi.apolice },
      { titulo: "NÚMERO DA AVERBAÇÃO", texto: multi.averbacao },
    ],
  ];
}

function faixasRodoviarioOs(rodo: Of<"rodoviario-os">): Campo[][] {
  const { veiculo } = rodo;
  const dono = veiculo?.proprietario ?? null;
  const faixas: Campo[][] = [
    [
      { titulo: "TERMO DE AUT. DE FRETAMENTO - TAF", texto: rodo.taf, peso: 1.4 },
      { titulo: "Nº DE REGISTRO ESTADUAL", texto: rodo.registro, peso: 1.6 },
      { titulo: "PLACA DO VEÍCULO", texto: juntos([veiculo?.placa ?? null, veiculo?.uf ?? null]), peso: 0.9 },
      { titulo: "RENAVAM DO VEÍCULO", texto: veiculo?.renavam, peso: 0.9 },
      { titulo: "TIPO DE FRETAMENTO", texto: nomeOf(FRETAMENTOS, rodo.fretamento), peso: 0.8 },
      { titulo: "DATA E HORA DA VIAGEM", texto: diaHora(rodo.viagem), peso: 1.1 },
    ],
  ];
  if (dono) {
    faixas.push([
      { titulo: "PROPRIETÁRIO DO VEÍCULO", texto: dono.nome, peso: 2 },
      { titulo: "CNPJ/CPF", texto: documento(dono.documento), peso: 1.2 },
      { titulo: "TAF", texto: dono.taf, peso: 0.9 },
      { titulo: "Nº DE REGISTRO ESTADUAL", texto: dono.registro, peso: 1.6 },
      { titulo: "INSC. ESTADUAL / UF", texto: juntos([dono.ie, dono.uf], " / ") },
    ]);
  }
  return faixas;
}

/** The service of a CT-e OS and its quantities.   @source MOC CT-e 4.00 anexo II §4 */
export function blocosServico({ servico }: PapelCte, largura: number): Bloco[] {
  if (!servico) return [];
  const quantidade = servico.quantidades.map((each) => decimal(each, 0)).join("; ");
  return [
    blocoFaixa(
      [
        { titulo: "QUANTIDADE", texto: quantidade, alinha: "direita" },
        { titulo: "DESCRIÇÃO DO SERVIÇO PRESTADO", texto: servico.descricao, peso: 5 },
      ],
      largura,
      "INFORMAÇÕES DA PRESTAÇÃO DO SERVIÇO",
    ),
  ];
}

/** The insurance of a CT-e OS, one row each. */
export function blocosSeguro(papel: PapelCte, largura: number): Bloco[] {
  const rows = papel.documento === "os" ? segurosOf(papel) : [];
  if (rows.length === 0) return [];
  const faixas = rows.map(([responsavel = "", seguradora = "", apolice = ""]): Campo[] => [
    { titulo: "RESPONSÁVEL", texto: responsavel },
    { titulo: "NOME DA SEGURADORA", texto: seguradora, peso: 1.4 },
    { titulo: "NÚMERO DA APÓLICE", texto: apolice },
  ]);
  return [blocoFaixas(faixas, largura, "SEGURO DA VIAGEM")];
}

/** Three numbers of four digits with an X between, in centimetres, without leading zeros. */
function dimensaoOf(texto: string | null): string {
  const match = /^0*([0-9]+)X0*([0-9]+)X0*([0-9]+)$/i.exec(texto ?? "");
  return match ? `${match[1]} x ${match[2]} x ${match[3]}` : (texto ?? "");
}
