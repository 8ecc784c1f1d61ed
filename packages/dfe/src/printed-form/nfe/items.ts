import { childrenOf } from "../../read/fields/fields.ts";
import { attributeOf, type XmlElement } from "../../xml/tree.ts";
import { fieldTextOf } from "../fields.ts";
import { at, dataAt, decimalAt, orNull, textsAt } from "./fields.ts";
import { readImposto } from "./item-taxes.ts";
import type {
  PrintedCombustivel,
  PrintedImportacao,
  PrintedItem,
  PrintedLote,
  PrintedMeasure,
  PrintedObservacao,
  PrintedVeiculoNovo,
} from "./types.ts";

const SEM_GTIN = /^(?:SEM GTIN|0*)$/i;

/** Reads an item of an NF-e for its printed line.   @source leiauteNFe_v4.00.xsd, det */
export function readItem(det: XmlElement): PrintedItem {
  const prod = at(det, "prod");
  const comercial = readMeasure(prod, "Com");
  const tributavel = readMeasure(prod, "Trib");
  const ean = fieldTextOf(prod, "cEAN");
  return {
    numero: attributeOf(det, "nItem"),
    ...textsAt(prod, {
      codigo: "cProd",
      descricao: "xProd",
      ncm: "NCM",
      cest: "CEST",
      exTipi: "EXTIPI",
      cfop: "CFOP",
      beneficio: "cBenef",
      fci: "nFCI",
    }),
    ean: ean !== null && SEM_GTIN.test(ean) ? null : ean,
    comercial,
    tributavel: isSame(comercial, tributavel) ? null : tributavel,
    valorTotal: decimalAt(prod, "vProd"),
    frete: decimalAt(prod, "vFrete"),
    seguro: decimalAt(prod, "vSeg"),
    desconto: decimalAt(prod, "vDesc"),
    outras: decimalAt(prod, "vOutro"),
    imposto: readImposto(at(det, "imposto")),
    pedido: orNull(textsAt(prod, { numero: "xPed", item: "nItemPed" })),
    informacoes: fieldTextOf(det, "infAdProd"),
    observacoes: [at(det, "obsItem")].flatMap((obs) => [
      ...readObservacoes(obs, "obsCont"),
      ...readObservacoes(obs, "obsFisco"),
    ]),
    ...readEspecificos(prod),
  };
}

/** Fields of specific goods. */
function readEspecificos(
  prod: XmlElement | null,
): Pick<PrintedItem, "lotes" | "medicamento" | "combustivel" | "veiculo" | "armas" | "importacoes"> {
  // Layouts before 4.00 have the lot inside med.
  const lotes = [...childrenOf(prod, "rastro"), ...childrenOf(prod, "med").filter((med) => at(med, "nLote"))];
  const med = at(prod, "med");
  return {
    lotes: lotes.map(readLote),
    medicamento: orNull({
      anvisa: fieldTextOf(med, "cProdANVISA"),
      motivoIsencao: fieldTextOf(med, "xMotivoIsencao"),
      precoMaximo: decimalAt(med, "vPMC"),
    }),
    combustivel: readCombustivel(at(prod, "comb")),
    veiculo: readVeiculo(at(prod, "veicProd")),
    armas: childrenOf(prod, "arma").map((arma) =>
      textsAt(arma, { serie: "nSerie", cano: "nCano", descricao: "descr" }),
    ),
    importacoes: childrenOf(prod, "DI").map(readImportacao),
  };
}

/** @param suffix of the tags: Com for the sold measure, Trib for the taxed one */
function readMeasure(prod: XmlElement | null, suffix: "Com" | "Trib"): PrintedMeasure {
  return {
    unidade: fieldTextOf(prod, `u${suffix}`),
    quantidade: decimalAt(prod, `q${suffix}`),
    valorUnitario: decimalAt(prod, `vUn${suffix}`),
  };
}

function isSame(comercial: PrintedMeasure, tributavel: PrintedMeasure): boolean {
  if (Object.values(tributavel).every((value) => value === null)) return true;
  return (
    sameText(comercial.unidade, tributavel.unidade) &&
    sameNumber(comercial.quantidade, tributavel.quantidade) &&
    sameNumber(comercial.valorUnitario, tributavel.valorUnitario)
  );
}

function sameText(a: string | null, b: string | null): boolean {
  return (a ?? "").toUpperCase() === (b ?? "").toUpperCase();
}

function sameNumber(a: string | null, b: string | null): boolean {
  const [short, long] = [a ?? "", b ?? ""].map(dropZeros);
  return short === long;
}

function dropZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

function readLote(rastro: XmlElement): PrintedLote {
  return {
    numero: fieldTextOf(rastro, "nLote"),
    quantidade: decimalAt(rastro, "qLote"),
    fabricacao: dataAt(rastro, "dFab"),
    validade: dataAt(rastro, "dVal"),
  };
}

function readCombustivel(comb: XmlElement | null): PrintedCombustivel | null {
  if (!comb) return null;
  const texts = textsAt(comb, { anp: "cProdANP", descricao: "descANP", codif: "CODIF", uf: "UFCons" });
  const percentuais = { glp: "pGLP", gnNacional: "pGNn", gnImportado: "pGNi", bio: "pBio" };
  return { ...texts, percentuais: textsAt(comb, percentuais) };
}

function readVeiculo(veic: XmlElement | null): PrintedVeiculoNovo | null {
  if (!veic) return null;
  return textsAt(veic, {
    chassi: "chassi",
    cor: "xCor",
    motor: "nMotor",
    serie: "nSerie",
    anoModelo: "anoMod",
    anoFabricacao: "anoFab",
    potencia: "pot",
    cilindrada: "cilin",
    combustivel: "tpComb",
    lotacao: "lota",
  });
}

function readImportacao(di: XmlElement): PrintedImportacao {
  return {
    ...textsAt(di, { numero: "nDI", local: "xLocDesemb", uf: "UFDesemb" }),
    registro: dataAt(di, "dDI"),
    desembaraco: dataAt(di, "dDesemb"),
    adicoes: childrenOf(di, "adi").map((adi) => textsAt(adi, { numero: "nAdicao", sequencia: "nSeqAdic" })),
  };
}

/** Remarks with their field name as attribute. */
export function readObservacoes(element: XmlElement | null, local: string): PrintedObservacao[] {
  return childrenOf(element, local).flatMap((obs) => {
    const texto = fieldTextOf(obs, "xTexto");
    return texto === null ? [] : [{ campo: attributeOf(obs, "xCampo"), texto }];
  });
}
