import type { Uf, Valor } from "@malote/syntax";
import type { Sorteio } from "../sorteio.ts";
import type { Assinante } from "./assinatura.ts";
import type { Carga } from "./carga.ts";
import { writeCentavos } from "./decimal.ts";
import {
  camposDaChave,
  type DocumentoAssinado,
  enderecoOf,
  type Identidade,
  identify,
  type Pedido,
  PRODUTO_EMISSOR,
  signDocumento,
} from "./documento.ts";
import type { Empresa, Endereco } from "./empresas.ts";
import { writeDocumento, writeEndereco } from "./endereco.ts";
import { MDFE } from "./familia.ts";
import { writeRodo } from "./mdfe-rodo.ts";
import { SEGURADORA, type Transportadora } from "./transportadoras.ts";
import { element, leaf } from "./write-xml.ts";

/** The documents unloaded in one municipality. */
export type Descarga = {
  destino: Endereco;
  chavesCTe: readonly string[];
  chavesNFe: readonly string[];
};

/** The input of an MDF-e. */
export type PedidoMdfe = Pedido & {
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
export type MdfeAssinado = DocumentoAssinado & { transportadora: Transportadora; valorCarga: Valor };

const MODELO = "58";
const MODAL_RODOVIARIO = "1";
const PRESTADOR_DE_TRANSPORTE = "1";
const CARGA_PROPRIA = "2";
const CARGA_GERAL = "05";
const SEGURO_DO_EMITENTE = "1";
const TONELADA = "02";

/** Writes and signs an MDF-e 58, layout 3.00. */
export function signMdfe(pedido: PedidoMdfe, assinante: Assinante, sorteio: Sorteio): MdfeAssinado {
  const { transportadora, carga } = pedido;
  const identidade = identify(pedido, { familia: MDFE, modelo: MODELO, emitente: transportadora }, sorteio);
  const partes = [
    writeIde(pedido, identidade),
    element(
      "emit",
      writeDocumento(transportadora.cnpj),
      leaf("IE", transportadora.ie),
      leaf("xNome", transportadora.nome),
      leaf("xFant", transportadora.fantasia),
      writeEndereco("enderEmit", transportadora.endereco, "emitente"),
    ),
    element('infModal versaoModal="3.00"', writeRodo(transportadora, pedido.contratante)),
    element("infDoc", ...pedido.descargas.map(writeDescarga)),
    writeSeguro(identidade),
    writeProduto(pedido),
    writeTot(pedido),
    element("infAdic", leaf("infCpl", "Documento de demonstração, sem valor fiscal.")),
  ];
  const suplemento = (): string => writeSuplemento(identidade);
  return {
    ...signDocumento(identidade, { partes, suplemento }, assinante),
    transportadora,
    valorCarga: writeCentavos(carga.valor),
  };
}

function writeIde(pedido: PedidoMdfe, identidade: Identidade): string {
  const { cUF, codigo, digito } = camposDaChave(identidade);
  const { origem, percurso, descargas } = pedido;
  const levaCte = descargas.some(({ chavesCTe }) => chavesCTe.length > 0);
  return element(
    "ide",
    leaf("cUF", cUF),
    leaf("tpAmb", identidade.ambiente),
    leaf("tpEmit", levaCte ? PRESTADOR_DE_TRANSPORTE : CARGA_PROPRIA),
    leaf("mod", identidade.modelo),
    leaf("serie", String(identidade.serie)),
    leaf("nMDF", String(identidade.numero)),
    leaf("cMDF", codigo),
    leaf("cDV", digito),
    leaf("modal", MODAL_RODOVIARIO),
    leaf("dhEmi", identidade.dataHora),
    leaf("tpEmis", identidade.tpEmis),
    leaf("procEmi", "0"),
    leaf("verProc", PRODUTO_EMISSOR),
    leaf("UFIni", origem.uf),
    leaf("UFFim", (descargas.at(-1) ?? descargas[0]).destino.uf),
    element(
      "infMunCarrega",
      leaf("cMunCarrega", origem.codigoMunicipio),
      leaf("xMunCarrega", origem.municipio),
    ),
    ...percurso.map((uf) => element("infPercurso", leaf("UFPer", uf))),
    leaf("dhIniViagem", identidade.dataHora),
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

function writeSeguro({ numero }: Identidade): string {
  return element(
    "seg",
    element("infResp", leaf("respSeg", SEGURO_DO_EMITENTE)),
    element("infSeg", leaf("xSeg", SEGURADORA.nome), leaf("CNPJ", SEGURADORA.cnpj)),
    leaf("nApol", SEGURADORA.apolice),
    leaf("nAver", String(numero)),
  );
}

function writeProduto({ carga, origem, descargas }: PedidoMdfe): string {
  const [primeira] = descargas;
  return element(
    "prodPred",
    leaf("tpCarga", CARGA_GERAL),
    leaf("xProd", carga.descricao),
    leaf("NCM", carga.ncm),
    element(
      "infLotacao",
      element("infLocalCarrega", leaf("CEP", origem.cep)),
      element("infLocalDescarrega", leaf("CEP", primeira.destino.cep)),
    ),
  );
}

function writeTot({ carga, unidade, descargas }: PedidoMdfe): string {
  const count = (list: "chavesCTe" | "chavesNFe"): number =>
    descargas.reduce((sum, descarga) => sum + descarga[list].length, 0);
  const quantity = (name: string, howMany: number): string =>
    howMany > 0 ? leaf(name, String(howMany)) : "";
  return element(
    "tot",
    quantity("qCTe", count("chavesCTe")),
    quantity("qNFe", count("chavesNFe")),
    leaf("vCarga", writeCentavos(carga.valor)),
    leaf("cUnid", unidade),
    leaf("qCarga", unidade === TONELADA ? toneladas(carga.pesoKg) : carga.pesoKg),
  );
}

/** Converts kilograms to tonnes, both with four decimal places, truncated. */
function toneladas(pesoKg: string): string {
  const digits = pesoKg.replace(".", "").slice(0, -3).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

function writeSuplemento(identidade: Identidade): string {
  const { chaveAcesso, ambiente } = identidade;
  const texto = `${enderecoOf(identidade, "qr")}?chMDFe=${chaveAcesso}&tpAmb=${ambiente}`;
  return element("infMDFeSupl", leaf("qrCodMDFe", texto));
}
