import type { PrintedNfe } from "@malote/dfe";
import { formatDecimal } from "@malote/syntax";
import { formatMoney, formatPrintedDay } from "../../page/print-formats.ts";
import { isPresent, joinWith, writeLabelled } from "../formats.ts";

type Item = PrintedNfe["itens"][number];

/** The lines below an item's description, one per subject; none for missing data. */
export function detailsOf(item: Item): string[] {
  return saidDetailsOf([...commonDetailsOf(item), writeIbsCbs(item.imposto), writeExpenses(item)]);
}

/** The lines for the layout with columns for IBS, CBS and IS and without one for the discount.   @source
 * NT 2026.010 §4.3 */
export function detailsWithoutColumn(item: Item): string[] {
  const { ibsCbs } = item.imposto;
  return saidDetailsOf([
    ...commonDetailsOf(item),
    ...writeIbsCbsMonofasico(ibsCbs?.monofasico ?? null),
    writeTransferido(ibsCbs),
    joinWith("  ", [present("Desconto", item.desconto), writeExpenses(item)]),
  ]);
}

function saidDetailsOf(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== "");
}

function commonDetailsOf(item: Item): string[] {
  return [
    item.informacoes ?? "",
    ...item.observacoes.map(({ campo: field, texto: text }) => joinWith(": ", [field, text])),
    ...item.lotes.map(writeLote),
    writeMedicamento(item.medicamento),
    writeCombustivel(item.combustivel),
    writeVeiculo(item.veiculo),
    ...item.armas.map(writeArma),
    ...item.importacoes.map(writeImportacao),
    isSaid(item, item.fci) ? "" : writeLabelled("FCI", item.fci),
    writeCodes(item),
    writeSt(item.imposto),
    writeOtherIcms(item.imposto),
    writeMonofasico(item.imposto.monofasico),
    writeDifal(item.imposto.difal),
    writeIssqn(item.imposto),
  ];
}

function writeLote(lote: Item["lotes"][number]): string {
  return joinWith("  ", [
    `Lote: ${lote.numero ?? ""}`,
    writeLabelled("Qtd", lote.quantidade && formatDecimal(lote.quantidade)),
    writeLabelled("Fab", formatPrintedDay(lote.fabricacao)),
    writeLabelled("Val", formatPrintedDay(lote.validade)),
  ]);
}

function writeMedicamento(medicamento: Item["medicamento"]): string {
  if (!medicamento) return "";
  return joinWith("  ", [
    writeLabelled("ANVISA", medicamento.anvisa),
    medicamento.motivoIsencao,
    writeLabelled("PMC", writeReais(medicamento.precoMaximo)),
  ]);
}

function writeCombustivel(combustivel: Item["combustivel"]): string {
  if (!combustivel) return "";
  const { glp, gnNacional, gnImportado, bio } = combustivel.percentuais;
  return joinWith("  ", [
    writeLabelled("ANP", joinWith(" ", [combustivel.anp, combustivel.descricao])),
    writeLabelled("CODIF", combustivel.codif),
    writeLabelled("UF de consumo", combustivel.uf),
    writeLabelled("GLP", writePercentual(glp)),
    writeLabelled("GLGNn", writePercentual(gnNacional)),
    writeLabelled("GLGNi", writePercentual(gnImportado)),
    writeLabelled("Biodiesel", writePercentual(bio)),
  ]);
}

function writeVeiculo(veiculo: Item["veiculo"]): string {
  if (!veiculo) return "";
  return joinWith("  ", [
    writeLabelled("Chassi", veiculo.chassi),
    writeLabelled("Motor", veiculo.motor),
    writeLabelled("Série", veiculo.serie),
    writeLabelled("Cor", veiculo.cor),
    writeLabelled("Ano fab./mod.", joinWith("/", [veiculo.anoFabricacao, veiculo.anoModelo])),
    writeLabelled("Potência", veiculo.potencia),
    writeLabelled("Cilindrada", veiculo.cilindrada),
    writeLabelled("Lotação", veiculo.lotacao),
  ]);
}

function writeArma(arma: Item["armas"][number]): string {
  return joinWith("  ", [
    writeLabelled("Arma nº", arma.serie),
    writeLabelled("Cano nº", arma.cano),
    arma.descricao,
  ]);
}

function writeImportacao(di: Item["importacoes"][number]): string {
  const adicoes = di.adicoes.map(({ numero, sequencia }) => joinWith("/", [numero, sequencia])).join(", ");
  return joinWith("  ", [
    writeLabelled("DI", joinWith(" de ", [di.numero, formatPrintedDay(di.registro)])),
    writeLabelled(
      "Desembaraço",
      joinWith(" ", [joinWith("/", [di.local, di.uf]), formatPrintedDay(di.desembaraco)]),
    ),
    writeLabelled("Adição", adicoes),
  ]);
}

/** Many issuers already write the code into the description. */
function isSaid({ descricao, informacoes }: Item, code: string | null): boolean {
  return code !== null && `${descricao} ${informacoes}`.includes(code);
}

function writeCodes(item: Item): string {
  return joinWith("  ", [
    isSaid(item, item.ean) ? "" : writeLabelled("GTIN", item.ean),
    writeLabelled("CEST", item.cest),
    writeLabelled("EX TIPI", item.exTipi),
    writeLabelled("Benefício", item.beneficio),
    writeLabelled("Pedido", joinWith("/", [item.pedido?.numero ?? null, item.pedido?.item ?? null])),
  ]);
}

function writeSt(imposto: Item["imposto"]): string {
  const retido = isPresent(imposto.valorStRetido)
    ? `ST retido: BC ${formatMoney(imposto.baseStRetida)} Valor ${formatMoney(imposto.valorStRetido)}`
    : "";
  const proprio = isPresent(imposto.valorSt)
    ? joinWith(" ", [
        `ICMS ST: BC ${formatMoney(imposto.baseSt)}`,
        isPresent(imposto.mvaSt) ? `MVA ${writePercentual(imposto.mvaSt)}` : "",
        isPresent(imposto.aliquotaSt) ? `Alíq. ${writePercentual(imposto.aliquotaSt)}` : "",
        `Valor ${formatMoney(imposto.valorSt)}`,
      ])
    : "";
  const destino = isPresent(imposto.valorStDestino)
    ? `ST ao destino: BC ${formatMoney(imposto.baseStDestino)} Valor ${formatMoney(imposto.valorStDestino)}`
    : "";
  return joinWith("  ", [
    proprio,
    retido,
    present("FCP ST retido", imposto.fcpStRetido),
    present("ICMS do substituto", imposto.icmsSubstituto),
    destino,
  ]);
}

function writeOtherIcms(imposto: Item["imposto"]): string {
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
    writeLabelled("Crédito do Simples", credito),
  ]);
}

/** ICMS by quantity, with its rates in reais; the ICMS columns hold only ICMS by value. */
function writeMonofasico(monofasico: Item["imposto"]["monofasico"]): string {
  if (!monofasico) return "";
  const { proprio, retencao, retido, diferido } = monofasico;
  return joinWith("  ", [
    writePart("ICMS monofásico", proprio),
    writePart("ICMS monofásico, retenção", retencao),
    writePart("ICMS monofásico retido antes", retido),
    present("ICMS monofásico diferido", diferido),
  ]);
}

function writePart(
  name: string,
  { base, aliquota, valor }: NonNullable<Item["imposto"]["monofasico"]>["proprio"],
): string {
  const parts = [
    isPresent(base) ? `Quant. ${formatDecimal(base)}` : "",
    isPresent(aliquota) ? `R$ ${formatDecimal(aliquota, 2)} por unidade` : "",
    isPresent(valor) ? `Valor ${writeReais(valor)}` : "",
  ];
  return writeLabelled(name, joinWith(" ", parts));
}

function writeDifal(difal: Item["imposto"]["difal"]): string {
  if (!difal) return "";
  const fcp = isPresent(difal.fcp)
    ? joinWith(" ", ["FCP", writePercentual(difal.aliquotaFcp), writeReais(difal.fcp)])
    : "";
  return joinWith(" ", [
    `DIFAL: BC ${formatMoney(difal.base)}`,
    writeLabelled("Alíq. destino", writePercentual(difal.aliquotaDestino)),
    writeLabelled("Interest.", writePercentual(difal.aliquotaInterestadual)),
    writeLabelled("UF destino", writeReais(difal.destino)),
    isPresent(difal.remetente) ? `UF remetente: ${writeReais(difal.remetente)}` : "",
    fcp,
  ]);
}

function writeIssqn({ issqn }: Item["imposto"]): string {
  if (!issqn) return "";
  return joinWith("  ", [
    writeLabelled("Serviço", issqn.servico),
    `ISSQN: BC ${formatMoney(issqn.base)} Alíq. ${writePercentual(issqn.aliquota)} Valor ${formatMoney(issqn.valor)}`,
  ]);
}

function writeIbsCbs({ ibsCbs, is }: Item["imposto"]): string {
  const classificacao = joinWith("/", [ibsCbs?.cst ?? null, ibsCbs?.classificacao ?? null]);
  return joinWith("  ", [
    writeLabelled("IBS/CBS", classificacao),
    isPresent(ibsCbs?.base ?? null) ? `BC ${formatMoney(ibsCbs?.base ?? null)}` : "",
    isPresent(ibsCbs?.ibs ?? null) ? `IBS ${formatMoney(ibsCbs?.ibs ?? null)}` : "",
    isPresent(ibsCbs?.cbs ?? null) ? `CBS ${formatMoney(ibsCbs?.cbs ?? null)}` : "",
    writeTransferido(ibsCbs),
    isPresent(is?.valor) ? `IS ${formatMoney(is.valor)}` : "",
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
  const parts = [
    ["IBS monofásico", "CBS monofásica", monofasico?.proprio],
    ["IBS monofásico, retenção", "CBS monofásica, retenção", monofasico?.retencao],
    ["IBS monofásico retido antes", "CBS monofásica retida antes", monofasico?.retido],
  ] as const;
  return parts.map(([ibs, cbs, part]) =>
    joinWith("  ", [
      part ? writePart(ibs, { base: part.quantidade, aliquota: part.aliquotaIbs, valor: part.ibs }) : "",
      part ? writePart(cbs, { base: null, aliquota: part.aliquotaCbs, valor: part.cbs }) : "",
    ]),
  );
}

function writeExpenses(item: Item): string {
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
  return valor === null ? "" : `R$ ${formatMoney(valor)}`;
}

function writePercentual(percentual: string | null): string {
  return percentual === null ? "" : `${formatDecimal(percentual, 2)}%`;
}
