import type { PrintedMdfe } from "@malote/dfe";
import { formatMoney, formatPrintedDay, formatPrintedInstant } from "../page/print-formats.ts";
import { type Block, fieldsOf, type Section, sectionOf, tableOf, textOf } from "../sections/section.ts";
import { joinParts, wordOf, writeCode, writeDecimal, writeDocumento } from "../sections/write-values.ts";
import {
  CARROCERIA_TYPE,
  COMPONENT_TYPE,
  NAVIGATION,
  RODADO_TYPE,
  TERM,
  VALE_PEDAGIO_TYPE,
  VEHICLE_CATEGORY,
} from "./texts.ts";

type Modal = NonNullable<PrintedMdfe["modal"]>;
type De<T extends Modal["tipo"]> = Extract<Modal, { tipo: T }>;
type Rodo = De<"rodoviario">;

/** The sections of each modal; none if the document has no modal. */
export function sectionsOfModal(modal: PrintedMdfe["modal"]): Section[] {
  switch (modal?.tipo) {
    case "rodoviario":
      return rodoSections(modal);
    case "aereo":
      return aereoSections(modal);
    case "aquaviario":
      return aquaviarioSections(modal);
    case "ferroviario":
      return ferroviarioSections(modal);
    case undefined:
      return [];
  }
}

function rodoSections(rodo: Rodo): Section[] {
  const vales = rodo.valesPedagio.map((each) => [
    writeDocumento(each.fornecedora),
    writeDocumento(each.responsavel),
    each.comprovante,
    writeCode(each.tipo, VALE_PEDAGIO_TYPE),
    formatMoney(each.valor),
  ]);
  return [
    ...sectionOf("Veículos", veiculos(rodo)),
    ...sectionOf(
      "Condutores",
      tableOf(
        [
          { title: "CPF", weight: 35 },
          { title: "Nome", weight: 165 },
        ],
        rodo.condutores.map(({ nome: name, documento }) => [writeDocumento(documento), name]),
      ),
    ),
    ...sectionOf("Informações para a ANTT", antt(rodo)),
    ...sectionOf(
      "Vale-pedágio",
      fieldsOf([["Categoria veicular", writeCode(rodo.categoriaVeicular, VEHICLE_CATEGORY), 200]]),
      tableOf(
        [
          { title: "CNPJ da fornecedora", weight: 42 },
          { title: "CPF/CNPJ do responsável", weight: 42 },
          { title: "Nº do comprovante", weight: 50 },
          { title: "Tipo", weight: 36 },
          { title: "Valor (R$)", weight: 30, align: "right" },
        ],
        vales,
      ),
    ),
    ...sectionOf("Pagamento do frete", ...rodo.pagamentos.map(pagamento)),
  ];
}

function veiculos({ tracao, reboques }: Rodo): Block[] {
  const lines = [
    ...(tracao ? [{ name: "Tração", ...tracao }] : []),
    ...reboques.map((each) => ({ name: "Reboque", ...each })),
  ];
  return tableOf(
    [
      { title: "Veículo", weight: 15 },
      { title: "Placa", weight: 17 },
      { title: "UF", weight: 8 },
      { title: "RENAVAM", weight: 22 },
      { title: "Tara (kg)", weight: 16, align: "right" },
      { title: "Cap. (kg)", weight: 17, align: "right" },
      { title: "Cap. (m³)", weight: 14, align: "right" },
      { title: "Rodado", weight: 22 },
      { title: "Carroceria", weight: 22 },
      { title: "Proprietário", weight: 55 },
    ],
    lines.map((each) => [
      each.name,
      each.placa,
      each.uf,
      each.renavam,
      writeDecimal(each.tara, 0),
      writeDecimal(each.capacidade, 0),
      writeDecimal(each.cubagem, 0),
      wordOf(each.rodado, RODADO_TYPE),
      wordOf(each.carroceria, CARROCERIA_TYPE),
      each.proprietario &&
        joinParts([
          each.proprietario.nome,
          writeDocumento(each.proprietario.documento),
          each.proprietario.rntrc && `RNTRC ${each.proprietario.rntrc}`,
        ]),
    ]),
  );
}

function antt(rodo: Rodo): Block[] {
  return [
    ...fieldsOf([
      ["Agendamento no porto", rodo.agendamentoPorto, 60],
      ["Lacres do veículo", rodo.lacres.join(", "), 90],
    ]),
    ...tableOf(
      [
        { title: "CIOT", weight: 60 },
        { title: "CPF/CNPJ do responsável pelo CIOT", weight: 140 },
      ],
      rodo.ciots.map(({ ciot, responsavel }) => [ciot, writeDocumento(responsavel)]),
    ),
    ...tableOf(
      [
        { title: "Contratante", weight: 110 },
        { title: "CPF/CNPJ do contratante", weight: 50 },
        { title: "Contrato", weight: 40 },
      ],
      rodo.contratantes.map(({ nome: name, documento, contrato }) => [
        name,
        writeDocumento(documento),
        contrato,
      ]),
    ),
  ];
}

function pagamento(pag: Rodo["pagamentos"][number]): Block[] {
  const bancarios = joinParts([
    pag.banco && `Banco ${pag.banco}`,
    pag.agencia && `Agência ${pag.agencia}`,
    pag.ipef && `IPEF ${writeDocumento(pag.ipef)}`,
    pag.pix && `PIX ${pag.pix}`,
  ]);
  const componentes = pag.componentes.map(
    ({ tipo, descricao, valor }) =>
      `${joinParts([wordOf(tipo, COMPONENT_TYPE), descricao])}: R$ ${formatMoney(valor)}`,
  );
  const parcelas = pag.parcelas.map(
    ({ numero, vencimento, valor }) =>
      `${joinParts([numero, formatPrintedDay(vencimento)])}: R$ ${formatMoney(valor)}`,
  );
  return [
    ...fieldsOf([
      ["Responsável pelo pagamento", pag.nome, 62],
      ["CPF/CNPJ", writeDocumento(pag.documento), 36],
      ["Forma", wordOf(pag.prazo, TERM), 18],
      ["Valor do contrato (R$)", formatMoney(pag.valor), 28, { align: "right" }],
      ["Adiantamento (R$)", formatMoney(pag.adiantamento), 26, { align: "right" }],
      ["Dados bancários", bancarios, 50],
    ]),
    ...textOf(joinParts([prefixed("Componentes: ", componentes), prefixed("Parcelas: ", parcelas)], "\n")),
  ];
}

function prefixed(prefix: string, list: readonly string[]): string {
  return list.length === 0 ? "" : `${prefix}${list.join("; ")}`;
}

function aereoSections(aereo: De<"aereo">): Section[] {
  return sectionOf(
    "Aeronave e voo",
    fieldsOf([
      ["Marca de nacionalidade", aereo.nacionalidade, 34],
      ["Marca de matrícula", aereo.matricula, 34],
      ["Número do voo", aereo.voo, 33],
      ["Data do voo", formatPrintedDay(aereo.dataVoo), 33],
      ["Aeródromo de embarque", aereo.embarque, 33],
      ["Aeródromo de destino", aereo.destino, 33],
    ]),
  );
}

function aquaviarioSections(aquav: De<"aquaviario">): Section[] {
  const table = (title: string, list: De<"aquaviario">["comboio"]): Block[] =>
    tableOf(
      [
        { title: `${title} - código`, weight: 60 },
        { title: "Identificação", weight: 140 },
      ],
      list.map(({ codigo, nome: name }) => [codigo, name]),
    );
  return [
    ...sectionOf(
      "Embarcação",
      fieldsOf([
        ["Código da embarcação", aquav.codigo, 34],
        ["Nome da embarcação", aquav.nome, 80],
        ["Tipo", aquav.tipoEmbarcacao, 16],
        ["IRIN", aquav.irin, 25],
        ["MMSI", aquav.mmsi, 20],
        ["Navegação", writeCode(aquav.navegacao, NAVIGATION), 25],
      ]),
      fieldsOf([
        ["Número da viagem", aquav.viagem, 50],
        ["Porto de embarque", aquav.embarque, 50],
        ["Porto de transbordo", aquav.transbordo, 50],
        ["Porto de destino", aquav.destino, 50],
      ]),
    ),
    ...sectionOf(
      "Terminais e comboio",
      table("Terminal de carregamento", aquav.carregamento),
      table("Terminal de descarregamento", aquav.descarregamento),
      table("Embarcação do comboio", aquav.comboio),
      table("Unidade vazia", aquav.vazias),
    ),
  ];
}

function ferroviarioSections(ferrov: De<"ferroviario">): Section[] {
  return [
    ...sectionOf(
      "Composição do trem",
      fieldsOf([
        ["Prefixo do trem", ferrov.prefixo, 35],
        ["Liberação na origem", formatPrintedInstant(ferrov.liberacao), 45],
        ["Origem", ferrov.origem, 45],
        ["Destino", ferrov.destino, 45],
        ["Vagões carregados", ferrov.quantidade, 30, { align: "right" }],
      ]),
    ),
    ...sectionOf(
      "Vagões",
      tableOf(
        [
          { title: "Seq.", weight: 16 },
          { title: "Série", weight: 24 },
          { title: "Número", weight: 34 },
          { title: "Tipo", weight: 24 },
          { title: "Peso BC (t)", weight: 34, align: "right" },
          { title: "Peso real (t)", weight: 34, align: "right" },
          { title: "Tonelada útil", weight: 34, align: "right" },
        ],
        ferrov.vagoes.map((each) => [
          each.sequencia,
          each.serie,
          each.numero,
          each.tipo,
          writeDecimal(each.pesoBase, 3),
          writeDecimal(each.pesoReal, 3),
          writeDecimal(each.toneladaUtil, 3),
        ]),
      ),
    ),
  ];
}
