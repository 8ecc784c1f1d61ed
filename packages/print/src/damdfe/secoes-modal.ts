import type { PapelMdfe } from "@malote/dfe";
import { type Bloco, camposOf, type Secao, secaoOf, tabelaOf, textoOf } from "../blocos/bloco.ts";
import { joinParts, wordOf, writeCodigo, writeDecimal, writeDocumento } from "../blocos/escrita.ts";
import { formatDiaPapel, formatDinheiro, formatInstantePapel } from "../folha/formatos-papel.ts";
import {
  CATEGORIA_VEICULAR,
  NAVEGACAO,
  PRAZO,
  TIPO_CARROCERIA,
  TIPO_COMPONENTE,
  TIPO_RODADO,
  TIPO_VALE_PEDAGIO,
} from "./texts.ts";

type Modal = NonNullable<PapelMdfe["modal"]>;
type De<T extends Modal["tipo"]> = Extract<Modal, { tipo: T }>;
type Rodo = De<"rodoviario">;

/** The sections of each modal; none if the document has no modal. */
export function secoesOfModal(modal: PapelMdfe["modal"]): Secao[] {
  switch (modal?.tipo) {
    case "rodoviario":
      return secoesRodo(modal);
    case "aereo":
      return secoesAereo(modal);
    case "aquaviario":
      return secoesAquaviario(modal);
    case "ferroviario":
      return secoesFerroviario(modal);
    case undefined:
      return [];
  }
}

function secoesRodo(rodo: Rodo): Secao[] {
  const vales = rodo.valesPedagio.map((each) => [
    writeDocumento(each.fornecedora),
    writeDocumento(each.responsavel),
    each.comprovante,
    writeCodigo(each.tipo, TIPO_VALE_PEDAGIO),
    formatDinheiro(each.valor),
  ]);
  return [
    ...secaoOf("Veículos", veiculos(rodo)),
    ...secaoOf(
      "Condutores",
      tabelaOf(
        [
          { titulo: "CPF", peso: 35 },
          { titulo: "Nome", peso: 165 },
        ],
        rodo.condutores.map(({ nome, documento }) => [writeDocumento(documento), nome]),
      ),
    ),
    ...secaoOf("Informações para a ANTT", antt(rodo)),
    ...secaoOf(
      "Vale-pedágio",
      camposOf([["Categoria veicular", writeCodigo(rodo.categoriaVeicular, CATEGORIA_VEICULAR), 200]]),
      tabelaOf(
        [
          { titulo: "CNPJ da fornecedora", peso: 42 },
          { titulo: "CPF/CNPJ do responsável", peso: 42 },
          { titulo: "Nº do comprovante", peso: 50 },
          { titulo: "Tipo", peso: 36 },
          { titulo: "Valor (R$)", peso: 30, alinha: "direita" },
        ],
        vales,
      ),
    ),
    ...secaoOf("Pagamento do frete", ...rodo.pagamentos.map(pagamento)),
  ];
}

function veiculos({ tracao, reboques }: Rodo): Bloco[] {
  const linhas = [
    ...(tracao ? [{ nome: "Tração", ...tracao }] : []),
    ...reboques.map((each) => ({ nome: "Reboque", ...each })),
  ];
  return tabelaOf(
    [
      { titulo: "Veículo", peso: 15 },
      { titulo: "Placa", peso: 17 },
      { titulo: "UF", peso: 8 },
      { titulo: "RENAVAM", peso: 22 },
      { titulo: "Tara (kg)", peso: 16, alinha: "direita" },
      { titulo: "Cap. (kg)", peso: 17, alinha: "direita" },
      { titulo: "Cap. (m³)", peso: 14, alinha: "direita" },
      { titulo: "Rodado", peso: 22 },
      { titulo: "Carroceria", peso: 22 },
      { titulo: "Proprietário", peso: 55 },
    ],
    linhas.map((each) => [
      each.nome,
      each.placa,
      each.uf,
      each.renavam,
      writeDecimal(each.tara, 0),
      writeDecimal(each.capacidade, 0),
      writeDecimal(each.cubagem, 0),
      wordOf(each.rodado, TIPO_RODADO),
      wordOf(each.carroceria, TIPO_CARROCERIA),
      each.proprietario &&
        joinParts([
          each.proprietario.nome,
          writeDocumento(each.proprietario.documento),
          each.proprietario.rntrc && `RNTRC ${each.proprietario.rntrc}`,
        ]),
    ]),
  );
}

function antt(rodo: Rodo): Bloco[] {
  return [
    ...camposOf([
      ["Agendamento no porto", rodo.agendamentoPorto, 60],
      ["Lacres do veículo", rodo.lacres.join(", "), 90],
    ]),
    ...tabelaOf(
      [
        { titulo: "CIOT", peso: 60 },
        { titulo: "CPF/CNPJ do responsável pelo CIOT", peso: 140 },
      ],
      rodo.ciots.map(({ ciot, responsavel }) => [ciot, writeDocumento(responsavel)]),
    ),
    ...tabelaOf(
      [
        { titulo: "Contratante", peso: 110 },
        { titulo: "CPF/CNPJ do contratante", peso: 50 },
        { titulo: "Contrato", peso: 40 },
      ],
      rodo.contratantes.map(({ nome, documento, contrato }) => [nome, writeDocumento(documento), contrato]),
    ),
  ];
}

function pagamento(pag: Rodo["pagamentos"][number]): Bloco[] {
  const bancarios = joinParts([
    pag.banco && `Banco ${pag.banco}`,
    pag.agencia && `Agência ${pag.agencia}`,
    pag.ipef && `IPEF ${writeDocumento(pag.ipef)}`,
    pag.pix && `PIX ${pag.pix}`,
  ]);
  const componentes = pag.componentes.map(
    ({ tipo, descricao, valor }) =>
      `${joinParts([wordOf(tipo, TIPO_COMPONENTE), descricao])}: R$ ${formatDinheiro(valor)}`,
  );
  const parcelas = pag.parcelas.map(
    ({ numero, vencimento, valor }) =>
      `${joinParts([numero, formatDiaPapel(vencimento)])}: R$ ${formatDinheiro(valor)}`,
  );
  return [
    ...camposOf([
      ["Responsável pelo pagamento", pag.nome, 62],
      ["CPF/CNPJ", writeDocumento(pag.documento), 36],
      ["Forma", wordOf(pag.prazo, PRAZO), 18],
      ["Valor do contrato (R$)", formatDinheiro(pag.valor), 28, { alinha: "direita" }],
      ["Adiantamento (R$)", formatDinheiro(pag.adiantamento), 26, { alinha: "direita" }],
      ["Dados bancários", bancarios, 50],
    ]),
    ...textoOf(joinParts([prefixed("Componentes: ", componentes), prefixed("Parcelas: ", parcelas)], "\n")),
  ];
}

function prefixed(prefix: string, list: readonly string[]): string {
  return list.length === 0 ? "" : `${prefix}${list.join("; ")}`;
}

function secoesAereo(aereo: De<"aereo">): Secao[] {
  return secaoOf(
    "Aeronave e voo",
    camposOf([
      ["Marca de nacionalidade", aereo.nacionalidade, 34],
      ["Marca de matrícula", aereo.matricula, 34],
      ["Número do voo", aereo.voo, 33],
      ["Data do voo", formatDiaPapel(aereo.dataVoo), 33],
      ["Aeródromo de embarque", aereo.embarque, 33],
      ["Aeródromo de destino", aereo.destino, 33],
    ]),
  );
}

function secoesAquaviario(aquav: De<"aquaviario">): Secao[] {
  const tabela = (titulo: string, list: De<"aquaviario">["comboio"]): Bloco[] =>
    tabelaOf(
      [
        { titulo: `${titulo} - código`, peso: 60 },
        { titulo: "Identificação", peso: 140 },
      ],
      list.map(({ codigo, nome }) => [codigo, nome]),
    );
  return [
    ...secaoOf(
      "Embarcação",
      camposOf([
        ["Código da embarcação", aquav.codigo, 34],
        ["Nome da embarcação", aquav.nome, 80],
        ["Tipo", aquav.tipoEmbarcacao, 16],
        ["IRIN", aquav.irin, 25],
        ["MMSI", aquav.mmsi, 20],
        ["Navegação", writeCodigo(aquav.navegacao, NAVEGACAO), 25],
      ]),
      camposOf([
        ["Número da viagem", aquav.viagem, 50],
        ["Porto de embarque", aquav.embarque, 50],
        ["Porto de transbordo", aquav.transbordo, 50],
        ["Porto de destino", aquav.destino, 50],
      ]),
    ),
    ...secaoOf(
      "Terminais e comboio",
      tabela("Terminal de carregamento", aquav.carregamento),
      tabela("Terminal de descarregamento", aquav.descarregamento),
      tabela("Embarcação do comboio", aquav.comboio),
      tabela("Unidade vazia", aquav.vazias),
    ),
  ];
}

function secoesFerroviario(ferrov: De<"ferroviario">): Secao[] {
  return [
    ...secaoOf(
      "Composição do trem",
      camposOf([
        ["Prefixo do trem", ferrov.prefixo, 35],
        ["Liberação na origem", formatInstantePapel(ferrov.liberacao), 45],
        ["Origem", ferrov.origem, 45],
        ["Destino", ferrov.destino, 45],
        ["Vagões carregados", ferrov.quantidade, 30, { alinha: "direita" }],
      ]),
    ),
    ...secaoOf(
      "Vagões",
      tabelaOf(
        [
          { titulo: "Seq.", peso: 16 },
          { titulo: "Série", peso: 24 },
          { titulo: "Número", peso: 34 },
          { titulo: "Tipo", peso: 24 },
          { titulo: "Peso BC (t)", peso: 34, alinha: "direita" },
          { titulo: "Peso real (t)", peso: 34, alinha: "direita" },
          { titulo: "Tonelada útil", peso: 34, alinha: "direita" },
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
