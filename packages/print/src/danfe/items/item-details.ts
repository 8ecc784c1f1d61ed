import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import { formatDinheiro, formatPrintedDay } from "../../page/print-formats.ts";
import { isPresent, joinWith, writeRotulado } from "../formats.ts";

type Item = PrintedNfe["itens"][number];

/** The lines below an item's description, one per subject; none for missing data. */
export function detalhesOf(item: Item): string[] {
  return ditosOf([...comunsOf(item), writeIbsCbs(item.imposto), writeDespesas(item)]);
}

/** The lines for the layout with columns for IBS, CBS and IS and without one for the discount.   @source
 * NT 2026.010 §4.3 */
export function detalhesSemColuna(item: Item): string[] {
  const { ibsCbs } = item.imposto;
  return ditosOf([
    ...comunsOf(item),
    ...writeIbsCbsMonofasico(ibsCbs?.monofasico ?? null),
    writeTransferido(ibsCbs),
    joinWith("  ", [present("Desconto", item.desconto), writeDespesas(item)]),
  ]);
}

function ditosOf(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}

function comunsOf(item: Item): string[] {
  return [
    item.informacoes ?? "",
    ...item.observacoes.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...item.lotes.map(writeLote),
    writeMedicamento(item.medicamento),
    writeCombustivel(item.combustivel),
    writeVeiculo(item.veiculo),
    ...item.armas.map(writeArma),
    ...item.importacoes.map(writeImportacao),
    isSaid(item, item.fci) ? "" : writeRotulado("FCI", item.fci),
    writeCodigos(item),
    writeSt(item.imposto),
    writeOutrosIcms(item.imposto),
    writeMonofasico(item.imposto.monofasico),
    writeDifal(item.imposto.difal),
    writeIssqn(item.imposto),
  ];
}

function writeLote(lote: Item["lotes"][number]): string {
  return joinWith("  ", [
    `Lote: ${lote.numero ?? ""}`,
    writeRotulado("Qtd", lote.quantidade && formatDecimal(lote.quantidade)),
    writeRotulado("Fab", formatPrintedDay(lote.fabricacao)),
    writeRotulado("Val", formatPrintedDay(lote.validade)),
  ]);
}

function writeMedicamento(medicamento: Item["medicamento"]): string {
  if (!medicamento) return "";
  return joinWith("  ", [
    writeRotulado("ANVISA", medicamento.anvisa),
    medicamento.motivoIsencao,
    writeRotulado("PMC", writeReais(medicamento.precoMaximo)),
  ]);
}

function writeCombustivel(combustivel: Item["combustivel"]): string {
  if (!combustivel) return "";
  const { glp, gnNacional, gnImportado, bio } = combustivel.percentuais;
  return joinWith("  ", [
    writeRotulado("ANP", joinWith(" ", [combustivel.anp, combustivel.descricao])),
    writeRotulado("CODIF", combustivel.codif),
    writeRotulado("UF de consumo", combustivel.uf),
    writeRotulado("GLP", writePercentual(glp)),
    writeRotulado("GLGNn", writePercentual(gnNacional)),
    writeRotulado("GLGNi", writePercentual(gnImportado)),
    writeRotulado("Biodiesel", writePercentual(bio)),
  ]);
}

function writeVeiculo(veiculo: Item["veiculo"]): string {
  if (!veiculo) return "";
  return joinWith("  ", [
    writeRotulado("Chassi", veiculo.chassi),
    writeRotulado("Motor", veiculo.motor),
    writeRotulado("Série", veiculo.serie),
    writeRotulado("Cor", veiculo.cor),
    writeRotulado("Ano fab./mod.", joinWith("/", [veiculo.anoFabricacao, veiculo.anoModelo])),
    writeRotulado("Potência", veiculo.potencia),
    writeRotulado("Cilindrada", veiculo.cilindrada),
    writeRotulado("Lotação", veiculo.lotacao),
  ]);
}

function writeArma(arma: Item["armas"][number]): string {
  return joinWith("  ", [
    writeRotulado("Arma nº", arma.serie),
    writeRotulado("Cano nº", arma.cano),
    arma.descricao,
  ]);
}

function writeImportacao(di: Item["importacoes"][number]): string {
  const adicoes = di.adicoes.map(({ numero, sequencia }) => joinWith("/", [numero, sequencia])).join(", ");
  return joinWith("  ", [
    writeRotulado("DI", joinWith(" de ", [di.numero, formatPrintedDay(di.registro)])),
    writeRotulado(
      "Desembaraço",
      joinWith(" ", [joinWith("/", [di.local, di.uf]), formatPrintedDay(di.desembaraco)]),
    ),
    writeRotulado("Adição", adicoes),
  ]);
}

/** Many issuers already write the code into the description. */
function isSaid({ descricao, informacoes }: Item, codigo: string | null): boolean {
  return codigo !== null && `${descricao} ${informacoes}`.includes(codigo);
}

function writeCodigos(item: Item): string {
  return joinWith("  ", [
    isSaid(item, item.ean) ? "" : writeRotulado("GTIN", item.ean),
    writeRotulado("CEST", item.cest),
    writeRotulado("EX TIPI", item.exTipi),
    writeRotulado("Benefício", item.beneficio),
    writeRotulado("Pedido", joinWith("/", [item.pedido?.numero ?? null, item.pedido?.item ?? null])),
  ]);
}

function writeSt(imposto: Item["imposto"]): string {
  const retido = isPresent(imposto.valorStRetido)
    ? `ST retido: BC ${formatDinheiro(imposto.baseStRetida)} Valor ${formatDinheiro(imposto.valorStRetido)}`
    : "";
  const proprio = isPresent(imposto.valorSt)
    ? joinWith(" ", [
        `ICMS ST: BC ${formatDinheiro(imposto.baseSt)}`,
        isPresent(imposto.mvaSt) ? `MVA ${writePercentual(imposto.mvaSt)}` : "",
        isPresent(imposto.aliquotaSt) ? `Alíq. ${writePercentual(imposto.aliquotaSt)}` : "",
        `Valor ${formatDinheiro(imposto.valorSt)}`,
      ])
    : "";
  const destino = isPresent(imposto.valorStDestino)
    ? `ST ao destino: BC ${formatDinheiro(imposto.baseStDestino)} Valor ${formatDinheiro(imposto.valorStDestino)}`
    : "";
  return joinWith("  ", [
    proprio,
    retido,
    present("FCP ST retido", imposto.fcpStRetido),
    present("ICMS do substituto", imposto.icmsSubstituto),
    destino,
  ]);
}

function writeOutrosIcms(imposto: Item["imposto"]): string {
  const { creditoSimples } = imposto;
  const credito = isPresent(creditoSimples?.valor ?? null)
    ? joinWith(" ", [
        writePercentual(creditoSimples?.aliquota ?? null),
        writeReais(creditoSimples?.valor ?? null),
      ])
    : "";
  return joinWith("  ", [
    present("FCP", imposto.fcp),
    present("FCP ST", imposto.fcpSt),
    present("ICMS desonerado", imposto.desonerado),
    writeRotulado("Crédito do Simples", credito),
  ]);
}

/** ICMS by quantity, with its rates in reais; the ICMS columns hold only ICMS by value. */
function writeMonofasico(monofasico: Item["imposto"]["monofasico"]): string {
  if (!monofasico) return "";
  const { proprio, retencao, retido, diferido } = monofasico;
  return joinWith("  ", [
    writeParte("ICMS monofásico", proprio),
    writeParte("ICMS monofásico, retenção", retencao),
    writeParte("ICMS monofásico retido antes", retido),
    present("ICMS monofásico diferido", diferido),
  ]);
}

function writeParte(
  name: string,
  { base, aliquota, valor }: NonNullable<Item["imposto"]["monofasico"]>["proprio"],
): string {
  const partes = [
    isPresent(base) ? `Quant. ${formatDecimal(base)}` : "",
    isPresent(aliquota) ? `R$ ${formatDecimal(aliquota, 2)} por unidade` : "",
    isPresent(valor) ? `Valor ${writeReais(valor)}` : "",
  ];
  return writeRotulado(name, joinWith(" ", partes));
}

function writeDifal(difal: Item["imposto"]["difal"]): string {
  if (!difal) return "";
  const fcp = isPresent(difal.fcp)
    ? joinWith(" ", ["FCP", writePercentual(difal.aliquotaFcp), writeReais(difal.fcp)])
    : "";
  return joinWith(" ", [
    `DIFAL: BC ${formatDinheiro(difal.base)}`,
    writeRotulado("Alíq. destino", writePercentual(difal.aliquotaDestino)),
    writeRotulado("Interest.", writePercentual(difal.aliquotaInterestadual)),
    writeRotulado("UF destino", writeReais(difal.destino)),
    isPresent(difal.remetente) ? `UF remetente: ${writeReais(difal.remetente)}` : "",
    fcp,
  ]);
}

function writeIssqn({ issqn }: Item["imposto"]): string {
  if (!issqn) return "";
  return joinWith("  ", [
    writeRotulado("Serviço", issqn.servico),
    `ISSQN: BC ${formatDinheiro(issqn.base)} Alíq. ${writePercentual(issqn.aliquota)} Valor ${formatDinheiro(issqn.valor)}`,
  ]);
}

function writeIbsCbs({ ibsCbs, is }: Item["imposto"]): string {
  const classificacao = joinWith("/", [ibsCbs?.cst ?? null, ibsCbs?.classificacao ?? null]);
  return joinWith("  ", [
    writeRotulado("IBS/CBS", classificacao),
    isPresent(ibsCbs?.base ?? null) ? `BC ${formatDinheiro(ibsCbs?.base ?? null)}` : "",
    isPresent(ibsCbs?.ibs ?? null) ? `IBS ${formatDinheiro(ibsCbs?.ibs ?? null)}` : "",
    isPresent(ibsCbs?.cbs ?? null) ? `CBS ${formatDinheiro(ibsCbs?.cbs ?? null)}` : "",
    writeTransferido(ibsCbs),
    isPresent(is?.valor) ? `IS ${formatDinheiro(is.valor)}` : "",
  ]);
}

function writeTransferido(ibsCbs: Item["imposto"]["ibsCbs"]): string {
  return joinWith("  ", [
    present("IBS transferido", ibsCbs?.transferido?.ibs ?? null),
    present("CBS transferida", ibsCbs?.transferido?.cbs ?? null),
  ]);
}

/** IBS and CBS by quantity; their columns hold only those by value. */
function writeIbsCbsMonofasico(monofasico: NonNullable<Item["imposto"]["ibsCbs"]>["monofasico"]): string[] {
  const partes = [
    ["IBS monofásico", "CBS monofásica", monofasico?.proprio],
    ["IBS monofásico, retenção", "CBS monofásica, retenção", monofasico?.retencao],
    ["IBS monofásico retido antes", "CBS monofásica retida antes", monofasico?.retido],
  ] as const;
  return partes.map(([ibs, cbs, parte]) =>
    joinWith("  ", [
      parte ? writeParte(ibs, { base: parte.quantidade, aliquota: parte.aliquotaIbs, valor: parte.ibs }) : "",
      parte ? writeParte(cbs, { base: null, aliquota: parte.aliquotaCbs, valor: parte.cbs }) : "",
    ]),
  );
}

function writeDespesas(item: Item): string {
  return joinWith("  ", [
    present("Frete", item.frete),
    present("Seguro", item.seguro),
    present("Outras despesas", item.outras),
  ]);
}

function present(label: string, valor: string | null): string {
  return isPresent(valor) ? `${label}: ${writeReais(valor)}` : "";
}

function writeReais(valor: string | null): string {
  return valor === null ? "" : `R$ ${formatDinheiro(valor)}`;
}

function writePercentual(percentual: string | null): string {
  return percentual === null ? "" : `${formatDecimal(percentual, 2)}%`;
}
