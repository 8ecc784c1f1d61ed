import type { Amount, Uf } from "@malote/syntax";
import type { RandomSource } from "../../random-source.ts";
import { INSURER, type Transportadora } from "../companies/carriers.ts";
import type { Empresa, Endereco } from "../companies/companies.ts";
import { MDFE } from "../documento/document-family.ts";
import {
  chaveFields,
  type DocumentIdentity,
  type DocumentInput,
  ISSUING_PRODUCT,
  makeIdentity,
  queryAddressOf,
  type SignedDocumento,
  signDocumento,
} from "../documento/documento.ts";
import type { Carga } from "../transport/carga.ts";
import { writeCents } from "../xml/cents.ts";
import { writeDocumento, writeEndereco } from "../xml/endereco.ts";
import type { Signer } from "../xml/sign-element.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { writeRodo } from "./mdfe-road.ts";

/** The documents unloaded in one municipality. */
export type Descarga = {
  destino: Endereco;
  chavesCTe: readonly string[];
  chavesNFe: readonly string[];
};

/** The input of an MDF-e. */
export type MdfeInput = DocumentInput & {
  transportadora: Transportadora;
  contratante: Empresa;
  origem: Endereco;
  descargas: readonly [Descarga, ...Descarga[]];
  /** States crossed between the first and the last one. */
  percurso: readonly Uf[];
  carga: Carga;
  /** 01 = kg, 02 = t. */
  unidade: "01" | "02";
};

/** A signed MDF-e, not yet authorized. */
export type SignedMdfe = SignedDocumento & { transportadora: Transportadora; valorCarga: Amount };

const MODELO = "58";
const MODAL_RODOVIARIO = "1";
const PRESTADOR_DE_TRANSPORTE = "1";
const CARGA_PROPRIA = "2";
const CARGA_GERAL = "05";
const SEGURO_DO_EMITENTE = "1";
const TONELADA = "02";

/** Writes and signs an MDF-e 58, layout 3.00. */
export function signMdfe(input: MdfeInput, signer: Signer, random: RandomSource): SignedMdfe {
  const { transportadora, carga } = input;
  const identity = makeIdentity(input, { familia: MDFE, modelo: MODELO, emitente: transportadora }, random);
  const partes = [
    writeIde(input, identity),
    element(
      "emit",
      writeDocumento(transportadora.cnpj),
      leaf("IE", transportadora.ie),
      leaf("xNome", transportadora.nome),
      leaf("xFant", transportadora.fantasia),
      writeEndereco("enderEmit", transportadora.endereco, "emitente"),
    ),
    element('infModal versaoModal="3.00"', writeRodo(transportadora, input.contratante)),
    element("infDoc", ...input.descargas.map(writeDescarga)),
    writeInsurance(identity),
    writeProduto(input),
    writeTot(input),
    element("infAdic", leaf("infCpl", "Documento de demonstração, sem valor fiscal.")),
  ];
  const suplemento = (): string => writeSuplemento(identity);
  return {
    ...signDocumento(identity, { partes, suplemento }, signer),
    transportadora,
    valorCarga: writeCents(carga.valor),
  };
}

function writeIde(input: MdfeInput, identity: DocumentIdentity): string {
  const { cUF, codigo, digito } = chaveFields(identity);
  const { origem, percurso, descargas } = input;
  const carriesCte = descargas.some(({ chavesCTe }) => chavesCTe.length > 0);
  return element(
    "ide",
    leaf("cUF", cUF),
    leaf("tpAmb", identity.ambiente),
    leaf("tpEmit", carriesCte ? PRESTADOR_DE_TRANSPORTE : CARGA_PROPRIA),
    leaf("mod", identity.modelo),
    leaf("serie", String(identity.serie)),
    leaf("nMDF", String(identity.numero)),
    leaf("cMDF", codigo),
    leaf("cDV", digito),
    leaf("modal", MODAL_RODOVIARIO),
    leaf("dhEmi", identity.dataHora),
    leaf("tpEmis", identity.tpEmis),
    leaf("procEmi", "0"),
    leaf("verProc", ISSUING_PRODUCT),
    leaf("UFIni", origem.uf),
    leaf("UFFim", (descargas.at(-1) ?? descargas[0]).destino.uf),
    element(
      "infMunCarrega",
      leaf("cMunCarrega", origem.codigoMunicipio),
      leaf("xMunCarrega", origem.municipio),
    ),
    ...percurso.map((uf) => element("infPercurso", leaf("UFPer", uf))),
    leaf("dhIniViagem", identity.dataHora),
  );
}

function writeDescarga({ destino, chavesCTe, chavesNFe }: Descarga): string {
  return element(
    "infMunDescarga",
    leaf("cMunDescarga", destino.codigoMunicipio),
    leaf("xMunDescarga", destino.municipio),
    ...chavesCTe.map((chave) => element("infCTe", leaf("chCTe", chave))),
    ...chavesNFe.map((chave) => element("infNFe", leaf("chNFe", chave))),
  );
}

function writeInsurance({ numero }: DocumentIdentity): string {
  return element(
    "seg",
    element("infResp", leaf("respSeg", SEGURO_DO_EMITENTE)),
    element("infSeg", leaf("xSeg", INSURER.nome), leaf("CNPJ", INSURER.cnpj)),
    leaf("nApol", INSURER.apolice),
    leaf("nAver", String(numero)),
  );
}

function writeProduto({ carga, origem, descargas }: MdfeInput): string {
  const [first] = descargas;
  return element(
    "prodPred",
    leaf("tpCarga", CARGA_GERAL),
    leaf("xProd", carga.descricao),
    leaf("NCM", carga.ncm),
    element(
      "infLotacao",
      element("infLocalCarrega", leaf("CEP", origem.cep)),
      element("infLocalDescarrega", leaf("CEP", first.destino.cep)),
    ),
  );
}

function writeTot({ carga, unidade, descargas }: MdfeInput): string {
  const count = (list: "chavesCTe" | "chavesNFe"): number =>
    descargas.reduce((sum, descarga) => sum + descarga[list].length, 0);
  const quantity = (name: string, howMany: number): string =>
    howMany > 0 ? leaf(name, String(howMany)) : "";
  return element(
    "tot",
    quantity("qCTe", count("chavesCTe")),
    quantity("qNFe", count("chavesNFe")),
    leaf("vCarga", writeCents(carga.valor)),
    leaf("cUnid", unidade),
    leaf("qCarga", unidade === TONELADA ? toTonnes(carga.pesoKg) : carga.pesoKg),
  );
}

/** Converts kilograms to tonnes, both with four decimal places, truncated. */
function toTonnes(pesoKg: string): string {
  const digits = pesoKg.replace(".", "").slice(0, -3).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

function writeSuplemento(identity: DocumentIdentity): string {
  const { chaveAcesso, ambiente } = identity;
  const texto = `${queryAddressOf(identity, "qr")}?chMDFe=${chaveAcesso}&tpAmb=${ambiente}`;
  return element("infMDFeSupl", leaf("qrCodMDFe", texto));
}
